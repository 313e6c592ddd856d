-- title: Winning streaks
-- about: each player's longest run of wins, in the order in which the games were played
-- param game: only this game, e.g. osaka
-- column streak: wins in a row; a record of several plays counts as several
-- left out: uncounted
-- plot: bar name streak
with numbered as (
    select
        s.player, s.won, g.game_id, g.plays, g.date,
        row_number() over (
            partition by s.player order by g.chronology, s.number
        ) - row_number() over (
            partition by s.player, s.won order by g.chronology, s.number
        ) as run
    from seats s join games g using (game_id)
    where g.uncounted is null and s.player is not null
        and ($game is null or $game in (g.game, g.title))
), runs as (
    select player, run, sum(plays)::bigint as streak, min(date) as since, max(date) as until
    from numbered where won group by player, run
), ranked as (  -- of equal streaks the earliest, then the shortest in days
    select *, (
        streak, -epoch(coalesce(since, '9999-12-31'::date)),
        -epoch(coalesce(until, '9999-12-31'::date))
    ) as rank
    from runs
)
select
    p.name,
    max(r.streak) as streak,
    arg_max(r.since, r.rank) as first,
    arg_max(r.until, r.rank) as last
from ranked r join players p using (player)
group by p.player, p.name
order by streak desc, p.name
