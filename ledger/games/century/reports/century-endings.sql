-- title: How games end
-- about: the round in which games end, how many VP tiles are taken by then, and whether the player
-- with the most of them wins
-- game: century
-- column round: average final round
-- column tiles: VP tiles taken in a game
-- column most: VP tiles of the player with the most
-- column most_wins: percentage of games won by somebody with the most VP tiles
-- plot: bar players round
with taken as (
    select s.game_id, s.seat, s.won, count(t.seq) as tiles
    from seats s left join century_tile_taken t using (game_id, seat)
    where s.game = 'century'
    group by s.game_id, s.seat, s.won
), tables as (
    select
        game_id,
        sum(tiles) as tiles,
        max(tiles) as most,
        max(tiles) = max(tiles) filter (won) as most_wins
    from taken group by game_id
)
select
    g.players,
    count(*) as games,
    round(avg(f.round), 1) as round,
    round(avg(t.tiles), 1) as tiles,
    round(avg(t.most), 2) as most,
    round(100.0 * count(*) filter (t.most_wins) / count(*), 1) as most_wins
from games g join tables t using (game_id) join century_finished f using (game_id)
where g.finished
group by g.players
order by g.players
