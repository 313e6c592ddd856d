-- title: Value of insurance
-- about: what it cost to insure goods, and what that saved
-- game: osaka
-- column asked: times a player was able to insure goods
-- column insured: percentage of times they did
-- column paid: value of the cards spent
-- column saved: value of the goods that were insured
-- column gain: value saved for each point of value spent
-- plot: bar name gain
with asked as (
    select game_id, unnest(asked) as seat from osaka_sank
), deals as (
    select
        game_id,
        seat,
        list_sum([c[2:]::bigint for c in cards]) as paid,
        list_sum([c[2:]::bigint for c in goods]) as saved
    from osaka_insured
)
select
    p.name,
    count(*) as asked,
    round(100.0 * any_value(d.times) / count(*), 1) as insured,
    any_value(d.paid) as paid,
    any_value(d.saved) as saved,
    round(any_value(d.saved) / any_value(d.paid), 2) as gain
from asked a
    join seats s using (game_id, seat)
    join players p using (player)
    left join (
        select s.player, count(*) as times, sum(paid)::bigint as paid, sum(saved)::bigint as saved
        from deals join seats s using (game_id, seat) group by s.player
    ) d using (player)
group by p.player, p.name
order by gain desc nulls last, p.name
