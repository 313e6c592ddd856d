-- title: H-index
-- about: the largest number h such that a player has played h different games at least h times
-- each, including results without moves
-- column h: the h-index
-- column games: plays; a record of several plays counts as several
-- column titles: different games
-- left out: ignored
-- plot: bar name h
with counted as (
    select s.player, coalesce(g.game, g.title) as title, sum(g.plays) as n
    from seats s join games g using (game_id)
    where s.player is not null and not g.ignored
    group by all
), ranked as (
    select *, row_number() over (partition by player order by n desc, title) as rank from counted
)
select
    p.name,
    coalesce(max(r.rank) filter (r.n >= r.rank), 0) as h,
    sum(r.n)::bigint as games,
    count(*) as titles
from ranked r join players p using (player)
group by p.player, p.name
order by h desc, games desc, p.name
