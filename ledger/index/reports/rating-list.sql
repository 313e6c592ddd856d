-- title: Ratings now
-- about: how strong everybody is after their last play, and how sure that is; those come first
-- who are strong for certain, so a few lucky wins do not lead the list
-- param game: only games of this kind count, e.g. osaka
-- param min = 1: players with at least so many rated plays
-- column games: rated plays; a record of several plays is rated once
-- column rating: rating now; all begin at 1500, and 400 points more mean ten wins to one
-- column uncertainty: how far off the rating may well be
-- column at_least: the rating less twice the uncertainty, by which the list is sorted
-- column peak: the highest rating after any play
-- column form: what the last ten plays brought
-- left out: unrated
-- plot: bar name rating
with rated as (
    select
        r.player, r.n, r.date,
        case when $game is null then r.overall else r.rating end as rating,
        case when $game is null then r.overall_uncertainty else r.uncertainty end as uncertainty,
        case when $game is null then r.overall_change else r.change end as change,
        row_number() over (partition by r.player order by r.n desc) as ago
    from ratings r join games g using (game_id)
    where $game is null or $game in (g.game, g.title)
)
select
    p.name,
    count(*) as games,
    round(arg_max(r.rating, r.n), 1) as rating,
    round(arg_max(r.uncertainty, r.n), 1) as uncertainty,
    round(arg_max(r.rating - 2 * r.uncertainty, r.n), 1) as at_least,
    round(max(r.rating), 1) as peak,
    round(sum(r.change) filter (r.ago <= 10), 1) as form,
    max(r.date) as last
from rated r join players p using (player)
group by p.player, p.name
having count(*) >= $min
order by at_least desc, p.name
