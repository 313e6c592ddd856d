-- title: Records
-- about: the highest and lowest winning scores, the widest and closest wins, the longest and
-- shortest games
-- param game: only this game, e.g. osaka
-- column what: which record
with won as (
    select
        g.*,
        max(s.score) filter (s.won) as best,
        max(s.score) filter (s.won) - max(s.score) filter (not s.won) as margin,
        string_agg(s.name, ' and ' order by s.seat) filter (s.won) as winner
    from games g join seats s using (game_id)
    where g.finished and g.game is not null and ($game is null or g.game = $game)
    group by all
), records as (
    select 1 as n, 'highest winning score' as what, game, max(best) as value,
        arg_max((winner, log), (best, -game_id)) as who from won group by game
    union all
    select 2, 'lowest winning score', game, min(best), arg_min((winner, log), (best, game_id))
        from won group by game
    union all
    select 3, 'widest win', game, max(margin), arg_max((winner, log), (margin, -game_id))
        from won where margin is not null group by game
    union all
    select 4, 'most turns', game, max(turns), arg_max((winner, log), (turns, -game_id))
        from won where turns is not null group by game
    union all
    select 5, 'fewest turns', game, min(turns), arg_min((winner, log), (turns, game_id))
        from won where turns is not null group by game
    union all
    select 6, 'most minutes', game, round(max(minutes), 1),
        arg_max((winner, log), (minutes, -game_id)) from won where minutes is not null group by game
)
select game, what, value, who[1] as winner, who[2] as log from records order by game, n
