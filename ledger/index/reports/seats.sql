-- title: Wins by seat
-- about: whether it matters who sits where, for each number of players
-- param game: only this game, e.g. osaka
-- column games: plays; a record of several plays counts as several
-- column win_rate: games won, as a percentage
-- column expected: expected if seats don't matter, as a percentage
-- left out: uncounted
-- plot: bar game+players+seat win_rate
select
    coalesce(g.game, g.title) as game,
    g.players,
    s.seat,
    sum(g.plays)::bigint as games,
    round(100.0 * coalesce(sum(g.plays) filter (s.won), 0) / sum(g.plays), 1) as win_rate,
    round(100.0 * sum(g.plays / g.sides) / sum(g.plays), 1) as expected
from seats s join games g using (game_id)
where g.uncounted is null and s.seat is not null and ($game is null or $game in (g.game, g.title))
group by coalesce(g.game, g.title), g.players, s.seat
order by game, g.players, s.seat
