"""What the recorder asks and says, in the languages of the screen."""

from __future__ import annotations

TRANSLATIONS = {
    "pl": {
        "which came up?": "co wyszło?",
        "which {} came up?": "które {} wyszły?",
        "who is it?": "kto to jest?",
        "? for what nobody saw": "? za to, czego nikt nie widział",
        "is the set-up right? [Y/n]": "czy przygotowanie się zgadza? [T/n]",
        "record it anyway as a house rule ({})? [y/N]": "zapisać mimo to jako zasadę domową "
        "({})? [t/N]",
        "end the game unfinished? [y/N]": "zakończyć grę przed końcem? [t/N]",
        "Enter seals the log, undo goes back": "Enter zamyka zapis, cofnij wraca",
        "Not recorded.": "Nie zapisano.",
        "The game goes on.": "Gra toczy się dalej.",
        "{} waits for its results.": "{} czeka na wyniki.",
        "Noted; it will be recorded with the rest.": "Zanotowano; zostanie zapisane z resztą.",
        "Once the set-up is complete, every move is kept.": "Od końca przygotowania każdy ruch "
        "jest zapisywany.",
        "Tab completes; help lists the words; pause or Ctrl-D leaves.": "Tab uzupełnia; pomoc "
        "wymienia słowa; pauza lub Ctrl-D wychodzi.",
        "legal lists the moves; help lists the words; pause or Ctrl-D leaves.": "można wymienia "
        "ruchy; pomoc wymienia słowa; pauza lub Ctrl-D wychodzi.",
    },
    "it": {
        "which came up?": "che cosa è uscito?",
        "which {} came up?": "quali {} sono usciti?",
        "who is it?": "chi è?",
        "? for what nobody saw": "? per ciò che nessuno ha visto",
        "is the set-up right? [Y/n]": "la preparazione è giusta? [S/n]",
        "record it anyway as a house rule ({})? [y/N]": "registrare comunque come regola "
        "della casa ({})? [s/N]",
        "end the game unfinished? [y/N]": "interrompere la partita? [s/N]",
        "Enter seals the log, undo goes back": "Invio chiude il registro, annulla torna indietro",
        "Not recorded.": "Non registrato.",
        "The game goes on.": "La partita continua.",
        "{} waits for its results.": "{} aspetta i suoi risultati.",
        "Noted; it will be recorded with the rest.": "Annotato; sarà registrato con il resto.",
        "Once the set-up is complete, every move is kept.": "Dalla fine della preparazione ogni "
        "mossa è conservata.",
        "Tab completes; help lists the words; pause or Ctrl-D leaves.": "Tab completa; aiuto "
        "elenca le parole; pausa o Ctrl-D esce.",
        "legal lists the moves; help lists the words; pause or Ctrl-D leaves.": "mosse elenca le "
        "mosse; aiuto elenca le parole; pausa o Ctrl-D esce.",
    },
}
"""Our questions to the user, which appear among the game's own words."""


def translated(text: str, lang: str) -> str:
    """Return one of our questions in the language of the game's words."""
    return TRANSLATIONS.get(lang, {}).get(text, text)
