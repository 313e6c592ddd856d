-- title: Wins by player
-- about: how often everybody played and won against others, and how they did on average
-- param game: only this game, e.g. osaka
-- param min = 1: players with at least so many games
-- column games: plays; a record of several plays counts as many
-- column wins: games won, shared wins too
-- column win_rate: wins of games, in percent
-- column expected: wins of somebody who is as good as the others, in percent
-- column place: average place
-- column score: average score
-- left out: uncounted
-- plot: bar name win_rate
select
    p.name,
    sum(g.plays)::bigint as games,
    coalesce(sum(g.plays) filter (s.won), 0)::bigint as wins,
    round(100.0 * coalesce(sum(g.plays) filter (s.won), 0) / sum(g.plays), 1) as win_rate,
    round(100.0 * sum(g.plays / g.sides) / sum(g.plays), 1) as expected,
    round(avg(s.place), 2) as place,
    round(avg(s.score), 1) as score
from seats s join games g using (game_id) join players p using (player)
where g.uncounted is null and ($game is null or $game in (g.game, g.title))
group by p.player, p.name
having sum(g.plays) >= $min
order by win_rate desc, games desc, p.name
