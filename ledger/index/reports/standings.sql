-- title: Standings
-- about: a club table, season by season. A play earns a point for each opponent or team beaten, and
-- half a point for a tie; or points by place, with ties sharing the points for their places.
-- Players with equal points are ranked by wins
-- param game: only this game, e.g. osaka
-- param period = year: how long a season is: year, quarter, month or all
-- param starts = 1: the month in which a yearly season begins, e.g. 9 for September
-- param season: only this season, as the first column names it
-- param points: points by place, e.g. 5,3,2,1
-- param best: count only this many of a player's best plays in a season
-- param min = 1: only players with at least this many plays in the season
-- column season: the season; e.g. 2026, 2025/26, 2026-Q1 or 2026-03
-- column place: place in the season; tied players share it
-- column games: plays; a record of several plays counts as several
-- column wins: plays won, including shared wins
-- column points: points from the plays that count
-- column average: points per play that counts
-- left out: uncounted, no date, places not known
-- words season: all
-- plot: bar season+name points
with played as (
    select
        g.game_id, g.plays, s.player, s.side, s.won, s.place,
        case $period
            when 'year' then if($starts = 1,
                strftime(g.date, '%Y'),
                strftime(g.date - to_months(($starts - 1)::integer), '%Y/') || right(
                    strftime(g.date + to_months((13 - $starts)::integer), '%Y'), 2))
            when 'quarter' then strftime(g.date, '%Y-Q') || quarter(g.date)
            when 'month' then strftime(g.date, '%Y-%m')
            when 'all' then 'all'
            else error('the period of a season is year, quarter, month or all')
        end as season
    from games g join seats s using (game_id)
    where g.uncounted is null and coalesce(g.unrated, '') not in ('no date', 'places not known')
        and ($game is null or $game in (g.game, g.title))
), sides as (
    select game_id, side, min(place) as place from played group by game_id, side
), ranked as (
    select
        a.game_id, a.side,
        count(*) filter (b.place < a.place) as before,
        count(*) filter (b.place = a.place) as level,
        count(*) filter (b.place > a.place) as behind
    from sides a join sides b using (game_id)
    group by a.game_id, a.side
), scheme as (
    select list_transform(string_split($points::varchar, ','), lambda x: trim(x)::double) as points
), scored as (
    select
        p.season, p.player, p.game_id, p.won, p.plays,
        if($points is null,
            r.behind + (r.level - 1) / 2,
            coalesce(list_sum(scheme.points[r.before + 1 : r.before + r.level]), 0) / r.level
        ) as points
    from played p join ranked r using (game_id, side) cross join scheme
    where p.player is not null and ($season is null or p.season = $season::varchar)
), counted as (
    select *, if($best is null, plays, greatest(least(plays, $best - coalesce(sum(plays) over (
        partition by season, player order by points desc, won desc, game_id
        rows between unbounded preceding and 1 preceding), 0)), 0)) as taken
    from scored
), tables as (
    select
        season, player,
        sum(plays)::bigint as games,
        coalesce(sum(plays) filter (won), 0)::bigint as wins,
        sum(points * taken) as points,
        sum(taken) as taken
    from counted
    group by season, player
    having sum(plays) >= $min
)
select
    t.season,
    rank() over (partition by t.season order by round(t.points, 6) desc, t.wins desc) as place,
    p.name,
    t.games,
    t.wins,
    round(t.points, 2) as points,
    round(t.points / t.taken, 2) as average
from tables t join players p using (player)
order by t.season desc, place, p.name
