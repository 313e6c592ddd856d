-- title: Mooring places
-- about: how often each mooring place is scored, and how much it brings
-- game: klongs
-- column scored: times it was scored
-- column own: average points for the player who scored it
-- column others: average total points for the other players
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
