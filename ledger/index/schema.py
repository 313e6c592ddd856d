"""The tables of the index, as documentation and DDL in one: meaning, columns and an example."""

from __future__ import annotations

from typing import NamedTuple

VERSION = 4
"""Change this number to have every index rebuilt."""


class Column(NamedTuple):
    """A column: its name, its DuckDB type and what it holds."""

    name: str
    type: str
    meaning: str


class SqlTable(NamedTuple):
    """A table: its name, what one row represents, its columns and an example query."""

    name: str
    meaning: str
    columns: tuple[Column, ...]
    example: str


def _table(name: str, meaning: str, columns: str, example: str) -> SqlTable:
    joined = columns.strip().replace("\n    ", " ")
    rows = (line.split(None, 2) for line in joined.splitlines())
    return SqlTable(name, meaning, tuple(Column(a, b, c) for a, b, c in rows), example)


GAMES = _table(
    "games",
    "every game: logs, and results that were imported without moves",
    """
game_id    INTEGER     number of the game in this index; every table has it
log        VARCHAR     id in the library, or the file's name
game_key   VARCHAR     the game's own key, the same in every library, so that exports can be joined
    on it
kind       VARCHAR     log or result
game       VARCHAR     which game, e.g. osaka; null for a result of a game that isn't installed
title      VARCHAR     name of the game
bgg_id     BIGINT      the game's number on BoardGameGeek
edition    VARCHAR     rules edition, e.g. osaka/1
players    INTEGER     number of players
sides      INTEGER     how many sides play against each other: players, or teams; 1 if all play
    together
plays      INTEGER     how often it was played: 1, unless a record stands for several plays
date       DATE        day it began; null if not fully known
date_text  VARCHAR     day or time it began, as recorded
started    TIMESTAMP   time of its first event, or of the opening (UTC)
ended      TIMESTAMP   time of its last event that wasn't taken back (UTC)
entered    VARCHAR     when a result was entered at its source: a time, or a number that grows
chronology INTEGER     number of the game in the order in which all were played: by day, time, when
    they were entered, and when they came into the library
minutes    DOUBLE      length in minutes
turns      INTEGER     turns played
rounds     INTEGER     rounds played
moves      INTEGER     moves made and not taken back
events     INTEGER     events that were not taken back
finished   BOOLEAN     whether it was played to the end
reason     VARCHAR     why it ended
location   VARCHAR     where it was played
cooperative BOOLEAN    whether everybody played together
solo       BOOLEAN     whether it was played solo
ignored    BOOLEAN     whether its source leaves it out of its statistics
highest_wins BOOLEAN   whether the most points win; false if the fewest do
uncounted  VARCHAR     why reports about winning leave it out: ignored, not finished, solo,
    cooperative, no winner, teams not known, everybody won; null if it counts
unrated    VARCHAR     why it changes no rating: the same reasons as uncounted, or no date, places
    not known, player not named, player twice, too many players (over 100); null if it is rated
expansions VARCHAR[]   expansions that were used
board      VARCHAR     for a result: map, board or variant
comment    VARCHAR     for a result: its remark
options    JSON        options of the game
box        VARCHAR     digest of the components
view       INTEGER     the seat whose view this log is; null for a full log
source     VARCHAR     where a result came from
extra      JSON        what else is known about a result
""",
    "select game, count(*) from games group by all order by all",
)
SEATS = _table(
    "seats",
    "every player of every game, with the result",
    """
game_id    INTEGER     the game
game       VARCHAR     which game, e.g. osaka
number     INTEGER     number of the player in this game, from 1: game_id and number name a row
seat       INTEGER     seat, from 1; for a result, if it was recorded
player     VARCHAR     id of the player, with aliases merged; see players
name       VARCHAR     the name recorded for this game
colour     VARCHAR     colour of the pieces
side       INTEGER     players on one team share a side; all who play together do
bot        VARCHAR     which bot played; null for a person
score      DOUBLE      final score; null if the game was not finished
score_text VARCHAR     for a result: the score as it was written, e.g. 16+1-3
score_parts DOUBLE[]   for a result: what the score was added up from
place      INTEGER     1 is the winner, and tied players share a place; from the result as recorded,
    or else winners first and the others by score
won        BOOLEAN     whether they won, or shared the win
began      BOOLEAN     whether they went first
first_time BOOLEAN     whether it was their first game, if a result says so
team       VARCHAR     for a result: team
role       VARCHAR     for a result: role
seat_extra JSON        what else is known about this player from a result
key        VARCHAR     what identifies the player
""",
    "select name, count(*) filter (won) as wins from seats group by name order by wins desc",
)
PLAYERS = _table(
    "players",
    "everybody who has played, with aliases merged",
    """
player     VARCHAR     id of the player
name       VARCHAR     their name
names      VARCHAR[]   every name they have been recorded under
keys       VARCHAR[]   what identifies them
games      INTEGER     number of rows in games
plays      INTEGER     how many times they have played; a record of several plays counts as several
""",
    "select name, games from players order by games desc",
)
TURNS = _table(
    "turns",
    "every turn of the game as it stands at the end; turn 0 is the set-up",
    """
game_id    INTEGER     the game
game       VARCHAR     which game, e.g. osaka
turn       INTEGER     number of the turn
seat       INTEGER     whose turn it is
round      INTEGER     number of the round in which it began
first_seq  INTEGER     its first line in the log
last_seq   INTEGER     its last line
moves      INTEGER     moves made in it, by anybody
events     INTEGER     its events that were not taken back
started    TIMESTAMP   time of its first event
seconds    DOUBLE      time from its first to its last event
""",
    "select game, avg(moves) from turns where turn > 0 group by game",
)
EVENTS = _table(
    "events",
    "every line of every log, including what was taken back (live is false)",
    """
game_id    INTEGER     the game
game       VARCHAR     which game, e.g. osaka
seq        INTEGER     number of the line from 1
type       VARCHAR     what happened, e.g. bought; `ledger query --tables` lists a view for each
move       INTEGER     number of the command it belongs to; 0 is the opening
turn       INTEGER     number of the turn
actor      INTEGER     the seat whose command this is
time       TIMESTAMP   when (UTC)
live       BOOLEAN     false if it was taken back
data       JSON        the event's own fields
""",
    "select type, count(*) from events where live and game = 'osaka' group by type",
)
SCORES = _table(
    "scores",
    "the score of each seat at the end of each turn",
    """
game_id    INTEGER     the game
game       VARCHAR     which game, e.g. osaka
turn       INTEGER     at the end of this turn
round      INTEGER     number of the round
seat       INTEGER     whose score
score      BIGINT      points at that time
""",
    "select turn, seat, score from scores where game_id = 1 order by all",
)
DELTAS = _table(
    "deltas",
    "every change in what a seat has, event by event",
    """
game_id    INTEGER     the game
game       VARCHAR     which game, e.g. istanbul
seq        INTEGER     the line that changed it
turn       INTEGER     in which turn
seat       INTEGER     whose
resource   VARCHAR     the thing that changed, e.g. lira
change     BIGINT      how much was gained or lost
value      BIGINT      how much there is afterwards
""",
    "select resource, sum(change) from deltas where game_id = 1 and seat = 1 group by all",
)
MOVES = _table(
    "moves",
    "every move that was made and not taken back",
    """
game_id    INTEGER     the game
game       VARCHAR     which game, e.g. osaka
move       INTEGER     number of the command
seq        INTEGER     its first line in the log
last_seq   INTEGER     its last line
turn       INTEGER     in which turn it was made
seat       INTEGER     who made it
command    VARCHAR     what kind of move, e.g. buy
notation   VARCHAR     the move as it is typed in a session
time       TIMESTAMP   when (UTC)
seconds    DOUBLE      time since the previous move
waived     VARCHAR[]   rules that the table waived for it
""",
    "select command, count(*) from moves where game = 'osaka' group by command",
)
RATINGS = _table(
    "ratings",
    "how strong the players are after each rated play (games.unrated is null), in order",
    """
game_id    INTEGER     the game
game       VARCHAR     which game, e.g. osaka
n          INTEGER     number of the play in the order in which all were played
date       DATE        day it began
player     VARCHAR     whose; see players
rating     DOUBLE      after this play, counting plays of this game only; everybody begins at 1500
uncertainty DOUBLE     the uncertainty of the rating; it starts at 250 and shrinks with every play
change     DOUBLE      how much this play changed the rating
overall    DOUBLE      rating after this play, counting plays of all games
overall_uncertainty DOUBLE the uncertainty of that
overall_change DOUBLE  how much this play changed that
""",
    "select player, arg_max(overall, n) from ratings group by player",
)
PROBLEMS = _table(
    "problems",
    "what couldn't be read or folded, and why",
    """
game_id    INTEGER     the game
log        VARCHAR     id in the library, or the file's name
line       INTEGER     where, if it can be tied to a line
kind       VARCHAR     missing, unreadable, torn, digest, schema, unknown, illegal or game-fault
message    VARCHAR     what the problem is
""",
    "select log, line, message from problems",
)

TABLES = (GAMES, SEATS, PLAYERS, TURNS, EVENTS, SCORES, DELTAS, MOVES, RATINGS, PROBLEMS)
PER_GAME = (GAMES, SEATS, TURNS, EVENTS, SCORES, DELTAS, MOVES, PROBLEMS)

BRIEF = (GAMES, SEATS, PLAYERS, RATINGS)
"""The tables that don't describe the course of a game, which can be filled soonest."""

INTERNAL = """
create schema internal;
create table internal.meta (key varchar, value varchar);
create table internal.logs (
    game_id integer, log varchar, revision integer, game varchar, head varchar, seq integer,
    code varchar, came integer
);
"""
"""The index's own bookkeeping. `logs` records how much of each log has been indexed, and for a
result, the line of the journal that brought it in.
"""


def created(table: SqlTable) -> str:
    """Return the statement that creates a table."""
    columns = ", ".join(f"{c.name} {c.type}" for c in table.columns)
    return f"create table {table.name} ({columns});"


def ddl() -> str:
    """Return the statements that create the tables of an empty index."""
    return "\n".join(map(created, TABLES)) + INTERNAL
