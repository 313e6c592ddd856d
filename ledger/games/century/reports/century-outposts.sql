-- title: Outposts by column
-- about: how many outposts are built from each column of the board, and when
-- game: century
-- column outposts: outposts built from it
-- column turn: average turn in which that happened
-- column winners: percentage of winners among those who built it
-- column column: column of the board
-- plot: bar column outposts
select
    b.column_ as "column",
    count(*) as outposts,
    count(distinct (b.game_id, b.seat)) as builders,
    round(avg(b.turn), 1) as turn,
    round(100.0 * count(*) filter (s.won) / count(*), 1) as winners
from century_built b join seats s using (game_id, seat)
group by b.column_
order by b.column_
