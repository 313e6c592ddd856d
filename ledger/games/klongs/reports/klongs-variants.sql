-- title: Normal and tactical games
-- about: whether games of the tactical variant, with two stacks of boats, are longer or closer
-- game: klongs
-- column variant: normal or tactical
-- column turns: average length
-- column score: average score of the winner
-- column lead: average lead of the winner
-- words variant: normal, tactical
-- plot: bar variant score
select
    case when (g.options->>'tactical')::boolean then 'tactical' else 'normal' end as variant,
    count(*) as games,
    round(avg(g.players), 2) as players,
    round(avg(g.turns), 1) as turns,
    round(avg(r.best), 1) as score,
    round(avg(r.best - r.second), 1) as lead
from games g join (
    select game_id, max(score) filter (won) as best, max(score) filter (not won) as second
    from seats where game = 'klongs' group by game_id
) r using (game_id)
where g.game = 'klongs' and g.finished and g.kind = 'log'
group by variant
order by variant
