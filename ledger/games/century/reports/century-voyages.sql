-- title: Voyages
-- about: how far each player sails, how many cards that takes, and who pays whom for it
-- game: century
-- column voyages: moves of the ship, per game
-- column steps: spaces sailed, per game
-- column free: steps among them that cost no card
-- column paid: cubes paid to others on their tiles, per game
-- column got: cubes received from others, per game
-- plot: bar name steps
with sailed as (
    select game_id, seat, count(*) as voyages, sum(steps) as steps, sum(free) as free
    from century_sailed group by all
), paid as (
    select game_id, seat, count(*) as cubes from century_toll_paid group by all
), got as (
    select game_id, opponent as seat, count(*) as cubes from century_toll_paid group by all
)
select
    p.name,
    count(*) as games,
    round(avg(coalesce(v.voyages, 0)), 2) as voyages,
    round(avg(coalesce(v.steps, 0)), 2) as steps,
    round(avg(coalesce(v.free, 0)), 2) as free,
    round(avg(coalesce(a.cubes, 0)), 2) as paid,
    round(avg(coalesce(b.cubes, 0)), 2) as got
from seats s
    join games g using (game_id)
    join players p using (player)
    left join sailed v using (game_id, seat)
    left join paid a using (game_id, seat)
    left join got b using (game_id, seat)
where s.game = 'century' and g.kind = 'log'
group by p.player, p.name
order by steps desc, p.name
