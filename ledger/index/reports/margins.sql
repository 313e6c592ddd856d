-- title: How close games are
-- about: by how much the winner leads the second, in points
-- param game: only this game, e.g. osaka
-- column games: games with this lead
-- plot: bar game+margin games
select
    game,
    margin,
    count(*) as games
from (
    select
        s.game,
        (max(s.score) filter (s.place = 1) - coalesce(
            max(s.score) filter (s.place > 1), max(s.score) filter (s.place = 1)))::bigint as margin
    from seats s join games g using (game_id)
    where g.finished and s.game is not null and s.score is not null
        and ($game is null or g.game = $game)
    group by s.game, s.game_id
)
group by game, margin
order by game, margin
