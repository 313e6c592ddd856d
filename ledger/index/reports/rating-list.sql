-- title: Ratings now
-- about: how strong each player is after their last play, and how certain that is; the list is
-- sorted by the strength a player has almost certainly reached, so a few lucky wins don't lead it
-- param game: count only this game, e.g. osaka
-- param min = 1: only players with at least this many rated plays
-- column games: rated plays; a record of several plays is rated once
-- column rating: rating now; everybody begins at 1500, and a lead of 400 points means ten wins to one
-- column uncertainty: uncertainty of the rating
-- column at_least: the rating minus twice the uncertainty, by which the list is sorted
-- column peak: the highest rating after any play
-- column form: rating change over the last ten plays
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
