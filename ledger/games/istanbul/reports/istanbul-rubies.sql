-- title: Where rubies come from
-- about: rubies by area, for winners and for other players
-- game: istanbul
-- column rubies: rubies taken there
-- column share: percentage of all rubies
-- column winners: rubies from there per winner
-- column others: rubies from there per non-winner
-- column source: where the ruby came from
-- words source: left, right, mosque, red, blue, green, yellow
-- plot: bar source rubies
with taken as (
    select game_id, seat, area as source from istanbul_ruby_taken
    union all
    select game_id, seat, 'mosque' from istanbul_mosque_ruby
), players as (
    select count(*) filter (won) as winners, count(*) filter (not won) as others
    from seats join games using (game_id)
    where seats.game = 'istanbul' and finished and kind = 'log' and won is not null
)
select
    source,
    count(*) as rubies,
    round(100.0 * count(*) / sum(count(*)) over (), 1) as share,
    round(count(*) filter (s.won) / any_value(p.winners), 3) as winners,
    round(count(*) filter (not s.won) / any_value(p.others), 3) as others
from taken join seats s using (game_id, seat) cross join players p
group by source
order by rubies desc, source
