-- title: Merchant cards
-- about: which cards are taken from the row, how often they are played, and how often their owner
-- wins
-- game: century
-- column taken: times it was taken, including as a reward
-- column played: times it was played, for each time it was taken
-- column win_rate: wins of those who took it, as a percentage
-- column card: merchant card
-- plot: bar card taken
with taken as (
    select game_id, seat, card from century_acquired
    union all
    select game_id, seat, card from century_card_rewarded
), played as (
    select card, count(*) as times
    from (
        select card from century_gathered
        union all select card from century_upgraded
        union all select card from century_traded
    )
    group by card
)
select
    t.card,
    count(*) as taken,
    round(coalesce(any_value(p.times), 0) / count(*), 2) as played,
    round(100.0 * count(*) filter (s.won) / count(*), 1) as win_rate
from taken t join seats s using (game_id, seat) left join played p using (card)
group by t.card
order by taken desc, t.card
