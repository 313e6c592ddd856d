-- title: Thinking time
-- about: seconds between the previous move and a player's own; games between bots, which take less
-- than a minute, are left out
-- param game: only this game, e.g. osaka
-- column moves: moves whose time is known
-- column longest: seconds of the longest move
-- column median: median seconds per move
-- plot: bar name median
select
    p.name,
    count(*) as moves,
    round(avg(m.seconds), 1) as average,
    round(median(m.seconds), 1) as median,
    max(m.seconds) as longest
from moves m join seats s using (game_id, seat) join players p using (player)
    join games g using (game_id)
where m.seconds is not null and g.minutes >= 1 and ($game is null or m.game = $game)
group by p.player, p.name
order by average desc, p.name
