-- title: Winning streaks
-- about: the longest row of wins of every player, in the order in which games were played
-- param game: only this game, e.g. osaka
-- column streak: wins in a row
-- plot: bar name streak
with numbered as (
    select
        s.player, s.won, g.game_id, g.started,
        row_number() over w
            - row_number() over (partition by s.player, s.won order by g.started, g.game_id) as run
    from seats s join games g using (game_id)
    where g.finished and s.won is not null and s.player is not null
        and ($game is null or g.game = $game)
    window w as (partition by s.player order by g.started, g.game_id)
), runs as (
    select player, run, count(*) as streak, min(started) as since, max(started) as until
    from numbered where won group by player, run
)
select
    p.name,
    max(r.streak) as streak,
    arg_max(r.since, (r.streak, -epoch(r.since)))::date as first,
    arg_max(r.until, (r.streak, -epoch(r.since)))::date as last
from runs r join players p using (player)
group by p.player, p.name
order by streak desc, p.name
