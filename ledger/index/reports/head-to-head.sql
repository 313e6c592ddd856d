-- title: Head to head
-- about: of two players at one table, who finished before the other how often
-- param game: only this game, e.g. osaka
-- param player: only pairs with this player, by name
-- param min = 1: pairs with at least so many games together
-- column before: games in which the first one was better
-- column after: games in which the second one was better
-- plot: bar player+opponent margin
select
    a.name as player,
    b.name as opponent,
    count(*) as games,
    count(*) filter (x.place < y.place) as before,
    count(*) filter (x.place = y.place) as tied,
    count(*) filter (x.place > y.place) as after,
    round(avg(x.score - y.score), 1) as margin
from seats x
    join seats y using (game_id)
    join games g using (game_id)
    join players a on a.player = x.player
    join players b on b.player = y.player
where g.finished and x.place is not null and y.place is not null
    and ($game is null or g.game = $game)
    and ($player is null and x.player < y.player
        or $player is not null and x.player <> y.player and lower(a.name) = lower($player))
group by a.player, a.name, b.player, b.name
having count(*) >= $min
order by games desc, a.name, b.name
