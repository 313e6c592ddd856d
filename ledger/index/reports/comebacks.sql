-- title: Comebacks
-- about: how often the leader at half-time wins, and how often the player in last place does
-- param game: only this game, e.g. osaka
-- column leader: wins by players who led at half-time, as a percentage
-- column last: wins by players who were in last place at half-time, as a percentage
-- plot: bar game+players leader
select
    game,
    players,
    count(distinct game_id) as games,
    round(100.0 * count(*) filter (won and score = best) / count(distinct game_id), 1) as leader,
    round(100.0 * count(*) filter (won and score = worst and worst < best)
        / count(distinct game_id), 1) as last
from (
    select
        game, players, game_id, won, score,
        max(score) over (partition by game_id) as best,
        min(score) over (partition by game_id) as worst
    from (
        select
            g.game, g.players, game_id, s.won,
            c.score * if(g.highest_wins, 1, -1) as score
        from games g join scores c using (game_id) join seats s using (game_id, seat)
        where g.finished and c.turn = g.turns // 2 and s.won is not null
            and ($game is null or g.game = $game)
    )
)
group by game, players
order by game, players
