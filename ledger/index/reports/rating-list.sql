-- title: Ratings now
-- about: everybody's Elo number after their last game, and the highest they had
-- param game: only games of this kind count, e.g. osaka
-- param min = 1: players with at least so many games
-- column rating: Elo number now
-- column peak: the highest after any game
-- column form: what the last ten games brought
-- plot: bar name rating
with rated as (
    select
        player, n, date,
        case when $game is null then overall else rating end as rating,
        case when $game is null then overall_change else change end as change,
        row_number() over (partition by player order by n desc) as ago
    from ratings
    where $game is null or game = $game
)
select
    p.name,
    count(*) as games,
    round(arg_max(r.rating, r.n), 1) as rating,
    round(max(r.rating), 1) as peak,
    round(sum(r.change) filter (r.ago <= 10), 1) as form,
    max(r.date) as last
from rated r join players p using (player)
group by p.player, p.name
having count(*) >= $min
order by rating desc, p.name
