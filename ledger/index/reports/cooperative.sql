-- title: Playing together
-- about: how often people win when they play together against the game, or solo
-- param game: only this game, by its title
-- param min = 1: only games with at least this many plays
-- column players: number of people playing together; 1 is solo
-- column games: plays with a known result; a record of several plays counts as several
-- column win_rate: games won, as a percentage
-- column score: average score of the players
-- left out: ignored, not finished
-- plot: bar game+players win_rate
select
    coalesce(g.game, g.title) as game,
    g.players,
    sum(g.plays)::bigint as games,
    coalesce(sum(g.plays) filter (r.won), 0)::bigint as wins,
    round(100.0 * coalesce(sum(g.plays) filter (r.won), 0) / sum(g.plays), 1) as win_rate,
    round(avg(r.score), 1) as score
from games g join (
    select game_id, bool_or(won) as won, avg(score) as score from seats group by game_id
) r using (game_id)
where g.uncounted in ('cooperative', 'solo') and r.won is not null
    and ($game is null or $game in (g.game, g.title))
group by coalesce(g.game, g.title), g.players
having sum(g.plays) >= $min
order by games desc, game, g.players
