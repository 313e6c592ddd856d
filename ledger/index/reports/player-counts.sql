-- title: Wins by number of players
-- about: who does better with few players, and who with many
-- param game: only this game, e.g. osaka
-- column games: plays; a record of several plays counts as several
-- column win_rate: games won, as a percentage
-- column edge: win rate minus that of an average player, in percentage points
-- left out: uncounted
-- plot: bar name+players edge
select
    p.name,
    g.players,
    sum(g.plays)::bigint as games,
    round(100.0 * coalesce(sum(g.plays) filter (s.won), 0) / sum(g.plays), 1) as win_rate,
    round(100.0 * (coalesce(sum(g.plays) filter (s.won), 0) - sum(g.plays / g.sides))
        / sum(g.plays), 1) as edge
from seats s join games g using (game_id) join players p using (player)
where g.uncounted is null and ($game is null or $game in (g.game, g.title))
group by p.player, p.name, g.players
order by p.name, g.players
