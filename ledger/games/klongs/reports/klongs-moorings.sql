-- title: Mooring places
-- about: how often each mooring place is scored, and what it brings
-- game: klongs
-- column scored: times it was scored
-- column own: points for the one who scored it, on average
-- column others: points for the others together, on average
-- column mooring: mooring
-- plot: bar mooring own
select
    mooring,
    count(*) as scored,
    round(avg(baskets), 2) as baskets,
    round(avg(points[seat]), 2) as own,
    round(avg(list_sum(points) - points[seat]), 2) as others
from klongs_scored
group by mooring
order by scored desc, mooring
