-- title: Boats
-- about: how often each kind of boat is placed, with the player's own trader or without, and by
-- whom
-- game: klongs
-- column placed: times it was placed
-- column traders: of these with an own trader on it, in percent
-- column turn: average turn of that
-- column winners: placed by winners, in percent
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
