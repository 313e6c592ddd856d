-- title: Score curve
-- about: the average score of winners and of other players at the end of each round
-- param game = osaka: which game
-- param players: only games with this many players
-- column games: games that lasted this long
-- column score: average score
-- words who: winners, others
-- plot: line round score who
select
    t.round,
    case when s.won then 'winners' else 'others' end as who,
    count(distinct s.game_id) as games,
    round(avg(t.score), 2) as score
from (
    select game_id, round, seat, max_by(score, turn) as score
    from scores where game = $game group by all
) t
    join seats s using (game_id, seat)
    join games g using (game_id)
where g.finished and s.won is not null and ($players is null or g.players = $players)
group by t.round, who
order by t.round, who desc
