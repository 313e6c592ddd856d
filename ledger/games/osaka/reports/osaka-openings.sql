-- title: First tokens
-- about: the colour of the token that a player takes before the first turn, and how often they won
-- with it
-- game: osaka
-- column win_rate: games won, as a percentage
-- words colour: red, blue, yellow, green
-- plot: bar colour win_rate
select
    c.colour,
    count(*) as games,
    round(100.0 * count(*) filter (s.won) / count(*), 1) as win_rate,
    round(100.0 * avg(1.0 / g.players), 1) as expected
from osaka_claimed c join seats s using (game_id, seat) join games g using (game_id)
where g.finished and s.won is not null
group by c.colour
order by win_rate desc, c.colour
