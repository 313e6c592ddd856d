-- title: Mosque tiles
-- about: how often each tile is taken, when, and how often its owner wins
-- game: istanbul
-- column taken: times it was taken
-- column turn: average turn in which that happened
-- column win_rate: wins of those who took it, as a percentage
-- column tile: mosque tile
-- plot: bar tile taken
select
    t.tile,
    count(*) as taken,
    round(avg(t.turn), 1) as turn,
    round(100.0 * count(*) filter (s.won) / count(*) filter (s.won is not null), 1) as win_rate
from istanbul_tile_taken t join seats s using (game_id, seat)
group by t.tile
order by taken desc, t.tile
