-- title: Lost to the Black Tide
-- about: what each player lost when ships sank, per game
-- game: osaka
-- column cards: cards lost
-- column coins: value of the cards lost
-- column per_game: value lost per game
-- plot: bar name per_game
with lost as (
    select game_id, seat, len(cards) as cards, list_sum([c[2:]::bigint for c in cards]) as coins
    from osaka_lost
)
select
    p.name,
    count(distinct s.game_id) as games,
    coalesce(sum(l.cards), 0)::bigint as cards,
    coalesce(sum(l.coins), 0)::bigint as coins,
    round(coalesce(sum(l.coins), 0) / count(distinct s.game_id), 2) as per_game
from seats s
    join games g using (game_id)
    join players p using (player)
    left join lost l using (game_id, seat)
where s.game = 'osaka' and g.kind = 'log'
group by p.player, p.name
order by per_game desc, p.name
