-- title: Market tiles visited
-- about: how often each market is used, and how many cubes change hands there
-- game: century
-- column visits: moves that ended with an exchange there
-- column exchanges: exchanges made
-- column gave: cubes given
-- column got: cubes got
-- column cell: market
-- plot: bar cell visits
select
    cell,
    count(*) as visits,
    sum(times)::bigint as exchanges,
    sum(list_sum(map_values(gave)))::bigint as gave,
    sum(list_sum(map_values(got)))::bigint as got
from century_exchanged
group by cell
order by visits desc, cell
