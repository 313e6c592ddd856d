-- title: Openings
-- about: each player's first moves, and how often they won with them
-- param game = osaka: which game
-- param length = 2: how many moves count as the opening
-- param min = 1: only openings with at least this many games
-- column opening: the moves as they are typed
-- column win_rate: games won, as a percentage
-- plot: bar opening win_rate
with firsts as (
    select game_id, seat, string_agg(notation, ', ' order by move) as opening
    from (
        select game_id, seat, move, notation,
            row_number() over (partition by game_id, seat order by move) as n
        from moves where game = $game
    )
    where n <= $length
    group by game_id, seat
)
select
    opening,
    count(*) as games,
    round(100.0 * count(*) filter (s.won) / count(*), 1) as win_rate,
    round(100.0 * avg(1.0 / g.players), 1) as expected
from firsts join seats s using (game_id, seat) join games g using (game_id)
where g.finished and s.won is not null
group by opening
having count(*) >= $min
order by games desc, opening
