"""`ledger players`: list players, and say who is who."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from ledger.cli import completion
from ledger.cli.language import t, tn
from ledger.cli.options import Json, LibraryDir, library_at
from ledger.cli.output.import_report import joined, print_doubt

if TYPE_CHECKING:
    from ledger.library.journal.facts import Fact
    from ledger.library.library import Library
    from ledger.library.people.matching import Player


def players(
    ctx: typer.Context,
    action: Annotated[
        Literal["merge", "split", "forget", "remember"] | None,
        typer.Argument(
            metavar="[merge|split|forget|remember]",
            help="What to do; without it, the players are listed.",
        ),
    ] = None,
    who: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[WHO]...",
            help="merge: A B. split: A KEY... forget, remember: A. Ids, keys or names.",
            autocompletion=completion.players,
        ),
    ] = None,
    library: LibraryDir = None,
    json: Json = False,
) -> None:
    """List the players in the library, or say who is who.

    Players count as one person if they share a permanent id or, failing that, if their names are
    exactly the same and nothing contradicts it. Doubtful cases are listed, not guessed. merge: B is
    the same person as A. split: those KEYs of A are another person. forget: from now on, A is
    anonymous in exports and in what a service shows to strangers; the library itself still knows
    the name, and remarks inside logs may still contain it. remember: A is named again. Branches of
    a game don't count as games, and a seat's view of a game counts only once, together with that
    game. A BGG record with a quantity of 3 counts as three games, all with the same result.

    \b
    Example:
      ledger players merge ana bgg:ana_k
      ledger players split ana bgg:ana_k
      ledger players forget ana

    --json: one object per player, {"id", "name", "names", "keys", "games", "wins", "maybe",
    "forgotten"}; keys are permanent ids, and names without one; maybe has the ids of players who
    may be the same.
    """
    found = library_at(ctx, library)
    if action is not None:
        _rule(found, action, who or [])
    if json:
        _emit(found)
    elif action is None:
        _print(found)


def _rule(found: Library, action: str, who: list[str]) -> None:
    from ledger.cli.output.console import say
    from ledger.kernel.times import now
    from ledger.store import Missing

    usage = {"merge": "merge A B", "split": "split A [KEY]..."}.get(action, f"{action} A")
    if not who or (action != "split" and len(who) != (2 if action == "merge" else 1)):
        raise typer.BadParameter(f"write: ledger players {usage}", param_hint=action)
    if not found.exists():
        raise Missing(
            "there is no library in {folder} yet; `ledger import` starts one", folder=found.folder
        )
    with found.writing() as writer:
        people = writer.catalogue.people
        fact: Fact
        match action:
            case "merge":
                fact = people.merging(*who)
            case "split":
                fact = people.splitting(who[0], who[1:])
            case _:
                fact = people.forgetting(who[0], undone=action == "remember")
        writer.say([fact], now())
        player = people.find(who[0])
    say(f"{player.id}: {_about(player, _played(found).get(player.id, (0, 0))[0])}")


def _about(player: Player, games: int) -> str:
    names, keys = ", ".join(player.names), ", ".join(player.keys)
    return f"{names} ({keys}), {tn('{count} game', '{count} games', games)}"


def _emit(found: Library) -> None:
    from ledger.cli.output.console import emit
    from ledger.library.people.forgotten import ForgottenPeople

    doubts = [d.players for d in found.doubts()]
    counts = _played(found)
    forgotten = ForgottenPeople(found.catalogue).ids
    for p in found.players():
        games, wins = counts.get(p.id, (0, 0))
        maybe = sorted({x for d in doubts if p.id in d for x in d if x != p.id})
        emit(
            {
                "id": p.id,
                "name": p.name,
                "names": p.names,
                "keys": p.keys,
                "games": games,
                "wins": wins,
                "maybe": maybe,
                "forgotten": p.id in forgotten,
            }
        )


def _played(found: Library) -> dict[str | None, tuple[int, int]]:
    """Return how many games each player has played, and how many of them they won."""

    out: dict[str | None, tuple[int, int]] = {}
    for entry in found.played():
        for player, s in zip(found.players_of(entry.id), entry.standings, strict=True):
            games, wins = out.get(player, (0, 0))
            out[player] = games + entry.plays, wins + entry.plays * bool(s.won)
    return out


def _print(found: Library) -> None:
    from rich.text import Text

    from ledger.cli.output.console import say
    from ledger.cli.output.library_games import warn_of_trouble
    from ledger.kernel.text.safe import safe
    from ledger.library.people.forgotten import ForgottenPeople

    warn_of_trouble(found)
    counts, everybody = _played(found), found.players()
    forgotten = ForgottenPeople(found.catalogue).ids
    width = max((len(p.id) for p in everybody), default=0)
    for p in everybody:
        also = ", ".join(n for n in p.names if n != p.name)
        keys = ", ".join(k for k in p.keys if not k.startswith("name:"))
        line = Text().append(f"{p.id:<{width}}  ", "cyan").append(safe(p.name), "bold")
        games, wins = counts.get(p.id, (0, 0))
        played = tn("{count} game", "{count} games", games)
        line.append(f"  {t('{games}, {wins:,} won', games=played, wins=wins)}", "none")
        hidden = t("forgotten in exports") if p.id in forgotten else None
        others = t("also {names}", names=also) if also else None
        line.append(safe("  " + joined((hidden, others, keys))), "dim")
        line.rstrip()
        say(line)
    if not everybody:
        say(Text(t("nobody yet; `ledger import` adds games"), "dim"))
    for doubt in found.doubts():
        print_doubt(doubt)
