-- title: Boats
-- about: how often each kind of boat is placed, by whom, and whether with the player's own trader
-- game: klongs
-- column placed: times it was placed
-- column traders: percentage of them with the player's own trader
-- column turn: average turn in which that happened
-- column winners: percentage placed by winners
-- column boat: boat
-- plot: bar boat placed
select
    b.boat,
    count(*) as placed,
    round(100.0 * count(*) filter (b.owner = b.seat) / count(*), 1) as traders,
    round(avg(b.turn), 1) as turn,
    round(100.0 * count(*) filter (s.won) / count(*), 1) as winners
from klongs_placed b join seats s using (game_id, seat)
group by b.boat
order by placed desc, b.boat
