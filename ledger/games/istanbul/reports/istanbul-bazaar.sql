-- title: Bazaar cards
-- about: how often each bazaar card is turned up, used and declined
-- game: istanbul
-- column revealed: times it was turned up
-- column used: times it was used
-- column declined: times it was chosen without its condition
-- column rate: used, as a percentage of times turned up
-- column card: bazaar card
-- plot: bar card used
with events as (
    select unnest(cards) as card, 1 as revealed, 0 as used, 0 as declined from istanbul_revealed
    union all
    select card, 0, 1, 0 from istanbul_card_used
    union all
    select card, 0, 0, 1 from istanbul_card_declined
)
select
    card,
    sum(revealed)::bigint as revealed,
    sum(used)::bigint as used,
    sum(declined)::bigint as declined,
    round(100.0 * sum(used) / nullif(sum(revealed), 0), 1) as rate
from events
group by card
order by used desc, card
