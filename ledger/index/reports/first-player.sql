-- title: Worth of the first turn
-- about: how often the player with the first turn wins
-- param game: only this game, e.g. osaka
-- column win_rate: games won, as a percentage
-- column expected: expected if it doesn't matter who goes first, as a percentage
-- left out: uncounted
-- plot: bar game+players win_rate
select
    coalesce(g.game, g.title) as game,
    g.players,
    sum(g.plays)::bigint as games,
    round(100.0 * coalesce(sum(g.plays) filter (s.won), 0) / sum(g.plays), 1) as win_rate,
    round(100.0 * sum(g.plays / g.sides) / sum(g.plays), 1) as expected
from seats s join games g using (game_id)
where g.uncounted is null and s.began and ($game is null or $game in (g.game, g.title))
group by coalesce(g.game, g.title), g.players
order by game, g.players
