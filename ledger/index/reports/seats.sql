-- title: Wins by seat
-- about: whether it matters who sits where, for each number of players
-- param game: only this game, e.g. osaka
-- column win_rate: wins of games, in percent
-- column expected: if seats did not matter, in percent
-- plot: bar game+players+seat win_rate
select
    s.game,
    g.players,
    s.seat,
    count(*) as games,
    round(100.0 * count(*) filter (s.won) / count(*), 1) as win_rate,
    round(100.0 / g.players, 1) as expected
from seats s join games g using (game_id)
where g.finished and s.won is not null and s.seat is not null
    and ($game is null or g.game = $game)
group by s.game, g.players, s.seat
order by s.game, g.players, s.seat
