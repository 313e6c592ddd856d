-- title: How close games are
-- about: the winner's lead over the runner-up, in points; where the fewest points win, how many
-- fewer the winner had
-- param game: only this game, e.g. osaka
-- column games: games with this lead
-- column margin: the winner's lead, in points
-- left out: uncounted
-- plot: bar game+margin games
with won as (
    select
        coalesce(g.game, g.title) as game,
        g.plays,
        max(s.score * if(g.highest_wins, 1, -1)) filter (s.place = 1) as first,
        max(s.score * if(g.highest_wins, 1, -1)) filter (s.place > 1) as second
    from seats s join games g using (game_id)
    where g.uncounted is null and ($game is null or $game in (g.game, g.title))
    group by g.game_id, g.game, g.title, g.plays
)
select
    game,
    (first - coalesce(second, first))::bigint as margin,
    sum(plays)::bigint as games
from won
where first is not null
group by game, margin
order by game, margin
