-- title: Wins by number of players
-- about: who is better in small rounds, and who in big ones
-- param game: only this game, e.g. osaka
-- column edge: win rate less what a player of average strength has, in percent
-- plot: bar name+players edge
select
    p.name,
    g.players,
    count(*) as games,
    round(100.0 * count(*) filter (s.won) / count(*), 1) as win_rate,
    round(100.0 * count(*) filter (s.won) / count(*) - 100.0 / g.players, 1) as edge
from seats s join games g using (game_id) join players p using (player)
where g.finished and s.won is not null and ($game is null or g.game = $game)
group by p.player, p.name, g.players
order by p.name, g.players
