-- title: Thieves and guards
-- about: who steals boats, who is robbed, and who chases thieves away
-- game: klongs
-- column stole: boats taken with thieves, per game
-- column kept: of these, how many went straight to the warehouse
-- column robbed: own boats taken by others, per game
-- column chased: thieves removed with guards, per game
-- plot: bar name stole
with stole as (
    select game_id, seat, count(*) as boats, count(*) filter (keep = 'warehouse') as kept
    from klongs_stolen group by all
), robbed as (
    select game_id, owner as seat, count(*) as boats
    from klongs_stolen where owner <> seat group by all
), chased as (
    select game_id, seat, count(*) as thieves from klongs_chased group by all
)
select
    p.name,
    count(*) as games,
    round(avg(coalesce(a.boats, 0)), 2) as stole,
    round(avg(coalesce(a.kept, 0)), 2) as kept,
    round(avg(coalesce(b.boats, 0)), 2) as robbed,
    round(avg(coalesce(c.thieves, 0)), 2) as chased
from seats s
    join games g using (game_id)
    join players p using (player)
    left join stole a using (game_id, seat)
    left join robbed b using (game_id, seat)
    left join chased c using (game_id, seat)
where s.game = 'klongs' and g.kind = 'log'
group by p.player, p.name
order by stole desc, p.name
