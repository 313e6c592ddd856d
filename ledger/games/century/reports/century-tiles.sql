-- title: VP tiles
-- about: how often each VP tile of the ports is taken, when, and how often its owner wins
-- game: century
-- column tile: the tile's points and cubes
-- column taken: times it was taken
-- column turn: average turn in which that happened
-- column win_rate: wins of those who took it, as a percentage
-- plot: bar tile taken
select
    t.tile,
    t.points,
    count(*) as taken,
    round(avg(t.turn), 1) as turn,
    round(100.0 * count(*) filter (s.won) / count(*), 1) as win_rate
from century_tile_taken t join seats s using (game_id, seat)
group by t.tile, t.points
order by taken desc, t.tile
