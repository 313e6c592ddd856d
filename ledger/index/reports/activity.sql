-- title: Games by month
-- about: how much was played, and by how many
-- param game: only this game, e.g. osaka
-- column people: different players
-- plot: line month games
select
    strftime(date_trunc('month', g.date), '%Y-%m') as month,
    count(distinct g.game_id) as games,
    count(distinct s.player) as people,
    round(sum(g.minutes / g.players) / 60, 1) as hours
from games g join seats s using (game_id)
where g.date is not null and ($game is null or g.game = $game)
group by month
order by month
