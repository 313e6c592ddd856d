-- title: Doubling by cook-shops
-- about: how often cook-shops multiply a score, and how much that is worth
-- game: klongs
-- column factor: factor by which the baskets are multiplied
-- column scored: times a place was scored with it
-- column points: average points for the player who scored
-- plot: bar factor points
select
    factor,
    count(*) as scored,
    round(100.0 * count(*) / sum(count(*)) over (), 1) as share,
    round(avg(points[seat]), 2) as points
from klongs_scored
group by factor
order by factor
