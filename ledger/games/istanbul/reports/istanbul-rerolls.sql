-- title: Rerolls
-- about: how many dice players reroll, and what they spend on it
-- game: istanbul
-- column rerolls: number of rerolls
-- column dice: dice rolled again
-- column per_game: rerolls per game
-- column crystals: crystals spent
-- plot: bar name per_game
select
    p.name,
    count(distinct s.game_id) as games,
    count(r.seq) as rerolls,
    coalesce(sum(len(r.dice)), 0)::bigint as dice,
    round(count(r.seq) / count(distinct s.game_id), 2) as per_game,
    coalesce(sum(r.spent['crystal']), 0)::bigint as crystals
from seats s
    join games g using (game_id)
    join players p using (player)
    left join istanbul_rerolled r using (game_id, seat)
where s.game = 'istanbul' and g.kind = 'log'
group by p.player, p.name
order by per_game desc, p.name
