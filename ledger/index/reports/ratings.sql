-- title: Ratings over time
-- about: ratings after each play, in the order in which the games were played; everybody starts at
-- 1500, and partners win and lose together
-- param game: count only this game, e.g. osaka
-- param player: only this player, by name
-- column n: number of the play in chronological order, counting all games
-- column rating: rating after the play
-- column uncertainty: uncertainty of the rating
-- column change: how much this play changed it
-- left out: unrated
-- plot: line n rating name
select
    r.n,
    r.date,
    p.name,
    round(case when $game is null then r.overall else r.rating end, 1) as rating,
    round(case when $game is null then r.overall_uncertainty else r.uncertainty end, 1)
        as uncertainty,
    round(case when $game is null then r.overall_change else r.change end, 1) as change
from ratings r join players p using (player) join games g using (game_id)
where ($game is null or $game in (g.game, g.title))
    and ($player is null or lower(p.name) = lower($player))
order by r.n, rating desc, p.name
