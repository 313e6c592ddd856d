-- title: Moves taken back
-- about: who takes moves back, and how many lines of the log were undone
-- column taken_back: this player's events that were undone
-- column rate: percentage of all events of their moves that were undone
-- plot: bar name rate
select
    p.name,
    count(*) filter (not e.live) as taken_back,
    round(100.0 * count(*) filter (not e.live) / count(*), 2) as rate
from events e
    join seats s on s.game_id = e.game_id and s.seat = e.actor
    join players p using (player)
where e.type <> 'retracted'
group by p.player, p.name
order by taken_back desc, p.name
