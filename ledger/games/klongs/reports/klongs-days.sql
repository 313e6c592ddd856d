-- title: Market days
-- about: small and big market days: when they begin, how many places are scored, and how many
-- points they bring
-- game: klongs
-- column days: market days in a game
-- column turn: average turn in which they begin
-- column scored: mooring places scored on one
-- column points: total points of all players on one
-- column trigger_wins: wins of those who triggered them, as a percentage
-- column kind: kind of market day
-- words kind: small, big
-- plot: bar kind points
with days as (
    select
        b.game_id, b.seq, b.turn, b.kind, s.won,
        lead(b.seq, 1, 2147483647) over (partition by b.game_id order by b.seq) as next
    from klongs_day_began b join seats s on s.game_id = b.game_id and s.seat = b."trigger"
), scored as (
    select d.game_id, d.seq, count(*) as scored, sum(list_sum(x.points)) as points
    from days d join klongs_scored x
        on x.game_id = d.game_id and x.seq > d.seq and x.seq < d.next
    group by d.game_id, d.seq
)
select
    d.kind,
    round(count(*) / count(distinct d.game_id), 2) as days,
    round(avg(d.turn), 1) as turn,
    round(avg(coalesce(c.scored, 0)), 2) as scored,
    round(avg(coalesce(c.points, 0)), 1) as points,
    round(100.0 * count(*) filter (d.won) / count(*), 1) as trigger_wins
from days d left join scored c using (game_id, seq)
group by d.kind
order by d.kind
