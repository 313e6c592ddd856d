-- title: Luck of the starting hand
-- about: the value of a player's starting hand compared with average cards, and the wins of players
-- with good and bad hands
-- game: osaka
-- column hand: average value of the cards dealt
-- column expected: value of the same number of average cards
-- column luck: how much more than expected, per game
-- plot: bar name luck
with hands as (
    select
        game_id, seat, len(cards) as cards, list_sum([c[2:]::bigint for c in cards]) as value
    from osaka_shown
)
select
    p.name,
    count(*) as games,
    round(avg(h.value), 2) as hand,
    round(avg(h.cards) * (2 * 11 + 3 * 9 + 5 * 7) / 27, 2) as expected,
    round(avg(h.value) - avg(h.cards) * (2 * 11 + 3 * 9 + 5 * 7) / 27, 2) as luck,
    round(100.0 * count(*) filter (s.won) / count(*), 1) as win_rate
from hands h join seats s using (game_id, seat) join players p using (player)
group by p.player, p.name
order by luck desc, p.name
