-- title: Rewards for emptied columns
-- about: what players choose when a column of the board is empty: a card, or a kind of bonus tile
-- game: century
-- column chosen: times it was chosen
-- column share: percentage of all rewards
-- column win_rate: wins of those who chose it, as a percentage
-- column reward: reward
-- words reward: card, vp, move, hold
-- plot: bar reward chosen
with rewards as (
    select game_id, seat, 'card' as reward from century_card_rewarded
    union all
    select game_id, seat, bonus from century_bonus_taken
)
select
    r.reward,
    count(*) as chosen,
    round(100.0 * count(*) / sum(count(*)) over (), 1) as share,
    round(100.0 * count(*) filter (s.won) / count(*), 1) as win_rate
from rewards r join seats s using (game_id, seat)
group by r.reward
order by chosen desc, r.reward
