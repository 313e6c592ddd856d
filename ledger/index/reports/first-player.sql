-- title: Worth of the first turn
-- about: how often the player with the first turn wins
-- column win_rate: wins of games, in percent
-- column expected: if it did not matter who begins, in percent
-- plot: bar game+players win_rate
select
    g.game,
    g.players,
    count(*) as games,
    round(100.0 * count(*) filter (s.won) / count(*), 1) as win_rate,
    round(100.0 / g.players, 1) as expected
from seats s join games g using (game_id)
where g.finished and s.began and s.won is not null
group by g.game, g.players
order by g.game, g.players
