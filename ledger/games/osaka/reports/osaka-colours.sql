-- title: Colours bought most often
-- about: which goods are bought, and what they earn when they are sold
-- game: osaka
-- column bought: cards bought in the Market
-- column share: percentage of all cards bought
-- column coins: value of the cards bought
-- column sold: cards sold
-- column price: average value of a set sold in this colour
-- column vp: points that sales of this colour brought
-- words colour: red, blue, yellow, green
-- plot: bar colour bought
with cards as (
    select unnest(cards) as card from osaka_bought
), bought as (
    select
        map {'R': 'red', 'B': 'blue', 'Y': 'yellow', 'G': 'green'}[card[1]] as colour,
        count(*) as bought,
        sum(card[2:]::bigint)::bigint as coins
    from cards group by colour
), sold as (
    select
        colour,
        sum(len(cards))::bigint as sold,
        round(avg(price), 2) as price,
        sum(vp)::bigint as vp
    from osaka_sold group by colour
)
select
    colour,
    coalesce(bought, 0) as bought,
    round(100.0 * bought / sum(bought) over (), 1) as share,
    coalesce(coins, 0) as coins,
    coalesce(sold, 0) as sold,
    price,
    coalesce(vp, 0) as vp
from bought full join sold using (colour)
order by bought desc, colour
