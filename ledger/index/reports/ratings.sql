-- title: Ratings over time
-- about: Elo numbers after each game, in the order in which games were played; everybody starts at
-- 1500, and a game of several players counts as a small game against each of the others
-- param game: only games of this kind count, e.g. osaka
-- param player: only this player, by name
-- column n: number of the game in order of play, of all kinds
-- column rating: Elo number after the game
-- column change: how much the game changed it
-- plot: line n rating name
select
    r.n,
    r.date,
    p.name,
    round(case when $game is null then r.overall else r.rating end, 1) as rating,
    round(case when $game is null then r.overall_change else r.change end, 1) as change
from ratings r join players p using (player)
where ($game is null or r.game = $game) and ($player is null or lower(p.name) = lower($player))
order by r.n, rating desc, p.name
