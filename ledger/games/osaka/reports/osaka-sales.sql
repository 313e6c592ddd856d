-- title: Sales
-- about: how many points a sale brings, by the number of cards in it
-- game: osaka
-- column sales: number of sales of this size
-- column value: average value
-- column vp: average points
-- column cards: number of cards sold
-- plot: bar cards vp
select
    len(cards) as cards,
    count(*) as sales,
    round(avg(price), 2) as price,
    round(avg(value), 2) as value,
    round(avg(vp), 2) as vp
from osaka_sold
group by len(cards)
order by 1
