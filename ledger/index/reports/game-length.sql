-- title: Length of games
-- about: turns, rounds, moves and minutes of finished games, by game and number of players
-- param game: only this game, e.g. osaka
-- column games: plays; a record of several plays counts as several
-- column minutes: median length in minutes; games of bots, which take less than one, are left out
-- column longest: minutes of the longest game
-- left out: ignored, not finished
-- plot: bar game+players minutes
select
    coalesce(game, title) as game,
    players,
    sum(plays)::bigint as games,
    round(avg(turns), 1) as turns,
    round(avg(rounds), 1) as rounds,
    round(avg(moves), 1) as moves,
    round(median(minutes) filter (minutes >= 1), 1) as minutes,
    round(max(minutes) filter (minutes >= 1), 1) as longest
from games
where finished and not ignored and ($game is null or $game in (game, title))
group by coalesce(game, title), players
order by game, players
