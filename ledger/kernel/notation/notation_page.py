"""The page that documents how a game is typed, as Markdown."""

from __future__ import annotations

from ledger.kernel.game.game import Game
from ledger.kernel.packages import files_of
from ledger.kernel.words.default_forms import shape

CORRECTIONS = """## Corrections

If the log differs from the table, correct the log: `adjust`, then the correct values, and a reason
like `"why"` at the end if you want. One line can contain several corrections, separated by commas;
`-` means nothing. Pieces that are added come from the supply or the face-down pile, and pieces that
are removed go back there, unless the line says where else they went. No piece appears from nowhere
or vanishes; if you have to play with other pieces, or have lost one, add `from box`.
"""


def notation_page(game: Game) -> str:
    """Return the page that documents this game's session notation, as Markdown."""
    common = files_of("ledger.kernel.notation").joinpath("notation.md").read_text("utf-8")
    page = files_of(game.package).joinpath("notation.md")
    own = page.read_text("utf-8") if page.is_file() else _moves_page(game)
    common = common.format(game=game.meta.name, rule=game.rulebook.ids[0])
    more = f"{_components_page(game)}{_corrections_page(game)}{_vocabulary_page(game)}"
    return f"{own}{more}\n{common}"


def _moves_page(game: Game) -> str:
    rows = "".join(
        f"| `{shape(move)}` | {(kind.__doc__ or '').partition(chr(10))[0]} |\n"
        for kind, move in game.rules.by_command.items()
    )
    results = "".join(f"| `{slot} …` |\n" for slot in game.words.slots)
    chance = f"\n| result of chance |\n|---|\n{results}" if results else ""
    return f"# {game.meta.title}\n\n| move | what it does |\n|---|---|\n{rows}{chance}"


def _components_page(game: Game) -> str:
    rows = "".join(f"| `{x.id}` | {x.sort} | {x.copies} | {x.text} |\n" for x in game.components())
    head = "| typed | what | how many | which is |\n|---|---|---|---|\n"
    return f"\n## Components\n\n{head}{rows}" if rows else ""


def _corrections_page(game: Game) -> str:
    if not game.corrections.zones:
        return ""
    rows = "".join(f"| `{zone.form}` | {zone.path} |\n" for zone in game.corrections.zones)
    return f"\n{CORRECTIONS}\n| line | in the state |\n|---|---|\n{rows}"


def _vocabulary_page(game: Game) -> str:
    if not game.words.vocabulary:
        return ""
    known: dict[str, list[str]] = {}
    for language in game.words.languages.values():
        for english, others in language.items():
            known.setdefault(english, []).append(", ".join(others))
    rows = "".join(f"| {k} | {' | '.join(v)} |\n" for k, v in known.items())
    head = " | ".join(("word", *game.words.languages))
    line = "---|" * (1 + len(game.words.languages))
    return f"\n## Other languages\n\n| {head} |\n|{line}\n{rows}"
