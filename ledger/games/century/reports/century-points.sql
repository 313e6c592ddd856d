-- title: Where points come from
-- about: points of winners and of other players, per player and game
-- game: century
-- column tiles: VP tiles of ports
-- column bonus: VP bonus tiles for emptied columns
-- column rest: uncovered spaces, and cubes
-- column score: total
-- words who: winners, others
-- plot: bar who score
with tiles as (
    select game_id, seat, sum(points) as points from century_tile_taken group by all
), bonus as (
    select game_id, seat, sum(points) as points from century_bonus_taken group by all
)
select
    case when s.won then 'winners' else 'others' end as who,
    count(*) as players,
    round(avg(coalesce(t.points, 0)), 1) as tiles,
    round(avg(coalesce(b.points, 0)), 1) as bonus,
    round(avg(s.score - coalesce(t.points, 0) - coalesce(b.points, 0)), 1) as rest,
    round(avg(s.score), 1) as score
from seats s
    join games g using (game_id)
    left join tiles t using (game_id, seat)
    left join bonus b using (game_id, seat)
where s.game = 'century' and g.kind = 'log' and g.finished and s.won is not null
group by who
order by who desc
