-- title: Luck of the dice
-- about: how often each player rolled each face, compared with one in six
-- game: istanbul
-- param player: only this player, by name
-- column face: R, Y, G, B are goods, $ is lira, C a card
-- column rolled: dice that showed it, including rerolls
-- column luck: more or less than expected, as a percentage of the dice
-- plot: bar name+face luck
with faces as (
    select game_id, seat, unnest(faces) as face from istanbul_rolled
    union all
    select game_id, seat, unnest(faces) from istanbul_rerolled
)
select
    p.name,
    f.face,
    count(*) as rolled,
    round(sum(count(*)) over (partition by p.player) / 6, 1) as expected,
    round(100.0 * count(*) / sum(count(*)) over (partition by p.player) - 100.0 / 6, 2) as luck
from faces f join seats s using (game_id, seat) join players p using (player)
where $player is null or lower(p.name) = lower($player)
group by p.player, p.name, f.face
order by p.name, luck desc, f.face
