-- title: Length of games
-- about: turns, rounds, moves and minutes of finished games, by game and number of players
-- column longest: minutes of the longest
-- plot: bar game+players minutes
select
    game,
    players,
    count(*) as games,
    round(avg(turns), 1) as turns,
    round(avg(rounds), 1) as rounds,
    round(avg(moves), 1) as moves,
    round(median(minutes), 1) as minutes,
    round(max(minutes), 1) as longest
from games
where finished and game is not null
group by game, players
order by game, players
