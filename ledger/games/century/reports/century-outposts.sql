-- title: Outposts by column
-- about: how many outposts are built from each column of the board, and when
-- game: century
-- column outposts: outposts built from it
-- column turn: average turn of that
-- column winners: share of winners among the builders, in percent
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
