-- title: Records
-- about: the highest and lowest winning scores, the biggest wins, the longest and shortest games
-- param game: only this game, e.g. osaka
-- column what: which record
-- left out: ignored, not finished
-- words what: highest winning score, lowest winning score, biggest win, most turns, fewest turns, most minutes
with seated as (
    select
        g.game_id, s.name, s.seat, s.won,
        s.score * if(g.highest_wins, 1, -1) as worth
    from games g join seats s using (game_id)
), won as (
    select
        g.log, coalesce(g.game, g.title) as game, g.turns, g.minutes,
        row_number() over (order by g.chronology) as nth,
        max(s.worth) filter (s.won) * if(g.highest_wins, 1, -1) as best,
        max(s.worth) filter (s.won) - max(s.worth) filter (not s.won) as margin,
        string_agg(s.name, ', ' order by s.seat, s.name) filter (s.won) as winner
    from games g join seated s using (game_id)
    where g.finished and not g.ignored and ($game is null or $game in (g.game, g.title))
    group by g.game_id, g.log, g.game, g.title, g.turns, g.minutes, g.highest_wins, g.chronology
), records as (
    select 1 as n, 'highest winning score' as what, game, max(best) as value,
        arg_max((winner, log), (best, -nth)) as who
        from won where best is not null group by game
    union all
    select 2, 'lowest winning score', game, min(best), arg_min((winner, log), (best, nth))
        from won where best is not null group by game
    union all
    select 3, 'biggest win', game, max(margin), arg_max((winner, log), (margin, -nth))
        from won where margin is not null group by game
    union all
    select 4, 'most turns', game, max(turns), arg_max((winner, log), (turns, -nth))
        from won where turns is not null group by game
    union all
    select 5, 'fewest turns', game, min(turns), arg_min((winner, log), (turns, nth))
        from won where turns is not null group by game
    union all
    select 6, 'most minutes', game, round(max(minutes), 1),
        arg_max((winner, log), (minutes, -nth)) from won where minutes >= 1 group by game
)
select game, what, value, who[1] as winner, who[2] as log from records order by game, n
