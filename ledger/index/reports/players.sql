-- title: Wins by player
-- about: how often everybody played and won, and how they did on average
-- param game: only this game, e.g. osaka
-- param min = 1: players with at least so many finished games
-- column wins: games won, shared wins too
-- column win_rate: wins of games, in percent
-- column expected: wins of somebody who is as good as the others, in percent
-- plot: bar name win_rate
select
    p.name,
    count(*) as games,
    count(*) filter (s.won) as wins,
    round(100.0 * count(*) filter (s.won) / count(*), 1) as win_rate,
    round(100.0 * avg(1.0 / g.players), 1) as expected,
    round(avg(s.place), 2) as place,
    round(avg(s.score), 1) as score
from seats s join games g using (game_id) join players p using (player)
where g.finished and s.won is not null and ($game is null or g.game = $game)
group by p.player, p.name
having count(*) >= $min
order by win_rate desc, games desc, p.name
