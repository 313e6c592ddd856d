-- title: Cubes thrown away
-- about: what each player had to discard because the hold was full
-- game: century
-- column times: turns that ended with too many cubes, per game
-- column cubes: cubes discarded, per game
-- plot: bar name cubes
select
    p.name,
    count(distinct s.game_id) as games,
    round(count(d.seq) / count(distinct s.game_id), 2) as times,
    round(coalesce(sum(len(d.cubes)), 0) / count(distinct s.game_id), 2) as cubes
from seats s
    join games g using (game_id)
    join players p using (player)
    left join century_discarded d using (game_id, seat)
where s.game = 'century' and g.kind = 'log'
group by p.player, p.name
order by cubes desc, p.name
