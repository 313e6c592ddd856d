-- title: Ratings over time
-- about: Elo numbers at the end of each period; everybody starts at 1500, and a game of several
-- players counts as a small game against each of the others
-- param game: only this game, e.g. osaka
-- param period = month: how often ratings are worked out: week, month or year
-- param k = 32: how fast ratings move
-- column rating: Elo number at the end of the period
-- column games: games in the period
-- plot: line period rating name
with recursive played as (
    select
        game_id,
        date_trunc($period, date) as period,
        dense_rank() over (order by date_trunc($period, date)) as n
    from games
    where finished and date is not null and ($game is null or game = $game)
), pairs as materialized (
    select
        p.n,
        a.player,
        b.player as other,
        1.0 / count(*) over (partition by game_id, a.player) as weight,
        case when a.place < b.place then 1.0 when a.place = b.place then 0.5 else 0.0 end as result
    from played p join seats a using (game_id) join seats b using (game_id)
    where a.player <> b.player and a.place is not null and b.place is not null
), elo as (
    select 0::bigint as n, player, 1500::double as rating from (select distinct player from pairs)
    union all
    select e.n + 1, e.player, e.rating + coalesce(g.gain, 0)
    from elo e left join (
        select
            p.player,
            sum($k * p.weight * (p.result - 1 / (1 + pow(10, (o.rating - m.rating) / 400)))) as gain
        from elo m
            join pairs p on p.player = m.player and p.n = m.n + 1
            join elo o on o.player = p.other
        group by p.player
    ) g using (player)
    where e.n < (select max(n) from played)
), counted as (
    select n, player, count(distinct game_id) as games
    from played join seats using (game_id)
    where place is not null
    group by n, player
)
select
    strftime(t.period, '%Y-%m-%d') as period,
    p.name,
    round(e.rating, 1) as rating,
    coalesce(c.games, 0) as games
from elo e
    join (select distinct n, period from played) t using (n)
    join players p using (player)
    left join counted c using (n, player)
order by t.period, rating desc, p.name
