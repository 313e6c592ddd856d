-- title: Wins by number of players
-- about: who is better in small rounds, and who in big ones
-- param game: only this game, e.g. osaka
-- column games: plays; a record of several plays counts as many
-- column win_rate: wins of games, in percent
-- column edge: win rate less what a player of average strength has, in percent
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
