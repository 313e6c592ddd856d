-- title: What is played
-- about: how often each kind of move is made in a game, by winners and by other players
-- param game: only this game, e.g. osaka
-- column winners: moves of this kind per winner and game
-- column others: moves of this kind per non-winner and game
-- column command: kind of move
-- plot: bar game+command winners
with players as (
    select game, count(*) filter (won) as winners, count(*) filter (not won) as others
    from seats join games using (game_id, game)
    where finished and won is not null and kind = 'log'
    group by game
)
select
    m.game,
    m.command,
    count(*) as moves,
    round(count(*) filter (s.won) / any_value(p.winners), 2) as winners,
    round(count(*) filter (not s.won) / any_value(p.others), 2) as others
from moves m join seats s using (game_id, seat) join players p on p.game = m.game
where s.won is not null and ($game is null or m.game = $game)
group by m.game, m.command
order by m.game, moves desc, m.command
