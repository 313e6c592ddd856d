-- title: Games by month
-- about: how many games were played, and by how many people
-- param game: only this game, e.g. osaka
-- column games: plays; a record of several plays counts as several
-- column people: different players
-- left out: ignored, no date
-- plot: line month games
with played as (
    select *, strftime(date_trunc('month', date), '%Y-%m') as month
    from games
    where date is not null and not ignored and ($game is null or $game in (game, title))
), met as (
    select month, count(distinct s.player) as people
    from played join seats s using (game_id)
    group by month
)
select
    month,
    sum(plays)::bigint as games,
    coalesce(any_value(people), 0) as people,
    round(sum(minutes) / 60, 1) as hours
from played left join met using (month)
group by month
order by month
