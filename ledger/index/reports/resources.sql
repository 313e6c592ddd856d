-- title: What players gather
-- about: how much of each thing a player gains and gives away in a game
-- param game: only this game, e.g. istanbul
-- column gained: gained per player and game
-- column spent: given away per player and game
-- column winners: gained per winner and game
-- column resource: what was gained
-- plot: bar game+resource gained
with players as (
    select game, count(*) as everybody, count(*) filter (won) as winners
    from seats join games using (game_id, game)
    where finished and kind = 'log'
    group by game
)
select
    d.game,
    d.resource,
    round(sum(d.change) filter (d.change > 0) / any_value(p.everybody), 2) as gained,
    round(-sum(d.change) filter (d.change < 0) / any_value(p.everybody), 2) as spent,
    round(sum(d.change) filter (d.change > 0 and s.won) / any_value(p.winners), 2) as winners
from deltas d
    join games g using (game_id)
    join seats s using (game_id, seat)
    join players p on p.game = d.game
where g.finished and ($game is null or d.game = $game)
group by d.game, d.resource
order by d.game, d.resource
