-- title: Where points come from
-- about: points by source, for winners and for other players
-- game: klongs
-- column source: own (a mooring place scored by the player), shared (one scored by another player),
-- luk-phat or warehouse
-- column points: percentage of all points
-- column winners: points from it per winner
-- column others: points from it per non-winner
-- words source: own, shared, luk-phat, warehouse
-- plot: bar source points
with got as (
    select game_id, unnest(range(1, len(points) + 1)) as seat, unnest(points) as points,
        case when unnest(range(1, len(points) + 1)) = seat then 'own' else 'shared' end as source
    from klongs_scored
    union all
    select game_id, seat, points, 'luk-phat' from klongs_advanced
    union all
    select game_id, seat, points, 'warehouse' from klongs_valued
), players as (
    select count(*) filter (won) as winners, count(*) filter (not won) as others
    from seats join games using (game_id)
    where seats.game = 'klongs' and finished and kind = 'log' and won is not null
)
select
    source,
    round(100.0 * sum(points) / sum(sum(points)) over (), 1) as points,
    round(coalesce(sum(points) filter (s.won), 0) / any_value(p.winners), 2) as winners,
    round(coalesce(sum(points) filter (not s.won), 0) / any_value(p.others), 2) as others
from got join seats s using (game_id, seat) cross join players p
where s.won is not null
group by source
order by points desc, source
