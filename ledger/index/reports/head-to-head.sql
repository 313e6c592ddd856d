-- title: Head to head
-- about: for each pair of players, how often each finished ahead of the other; partners aren't
-- compared
-- param game: only this game, e.g. osaka
-- param player: only pairs with this player, by name
-- param min = 1: only pairs with at least this many games against each other
-- column games: plays against each other; a record of several plays counts as several
-- column before: games in which the first player finished ahead
-- column after: games in which the second player finished ahead
-- column margin: average margin by which the first player finished ahead, in points
-- left out: uncounted
-- plot: bar player+opponent margin
select
    a.name as player,
    b.name as opponent,
    sum(g.plays)::bigint as games,
    coalesce(sum(g.plays) filter (x.place < y.place), 0)::bigint as before,
    coalesce(sum(g.plays) filter (x.place = y.place), 0)::bigint as tied,
    coalesce(sum(g.plays) filter (x.place > y.place), 0)::bigint as after,
    round(avg((x.score - y.score) * if(g.highest_wins, 1, -1)), 1) as margin
from seats x
    join seats y using (game_id)
    join games g using (game_id)
    join players a on a.player = x.player
    join players b on b.player = y.player
where g.uncounted is null and x.side <> y.side and x.place is not null and y.place is not null
    and ($game is null or $game in (g.game, g.title))
    and ($player is null and x.player < y.player
        or $player is not null and x.player <> y.player and lower(a.name) = lower($player))
group by a.player, a.name, b.player, b.name
having sum(g.plays) >= $min
order by games desc, a.name, b.name
