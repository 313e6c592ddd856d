-- title: Wins by player
-- about: how often each player played and won against others, and their average result
-- param game: only this game, e.g. osaka
-- param min = 1: only players with at least this many games
-- column games: plays; a record of several plays counts as several
-- column wins: games won, including shared wins
-- column win_rate: games won, as a percentage
-- column expected: win rate of somebody as good as the others, as a percentage
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
