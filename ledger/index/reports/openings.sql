-- title: Openings
-- about: the first moves of a player, and how often they won with them
-- param game = osaka: which game
-- param length = 2: how many moves make an opening
-- param min = 1: openings with at least so many games
-- column opening: the moves as they are typed
-- column win_rate: wins of games, in percent
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
