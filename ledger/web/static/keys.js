// The key table, the same as in the terminal; the help is made of it. Tab stays the browser's own.

import { make } from "./dom.js";
import { t } from "./translations.js";

const MOVE = t("Move");
const FIND = t("Find");
const LOOK = t("Look");
const KEEP = t("Keep");

/** Section, keys forward, keys back, how they are shown, action, help. */
const KEYS = [
  [MOVE, ["ArrowRight", "l"], ["ArrowLeft", "h"], "→ ←  l h", "step", t("next or previous event")],
  [MOVE, ["PageDown", "shift+ArrowRight"], ["PageUp", "shift+ArrowLeft"], "PgDn PgUp  Shift+→ ←", "turn", t("end of the next or previous turn")],
  [MOVE, ["]"], ["["], "] [", "round", t("end of the next or previous round")],
  [MOVE, ["Home", "g"], [], "Home g", "first", t("first line")],
  [MOVE, ["End"], [], "End", "last", t("last line; follow a growing log")],
  [MOVE, ["G"], [], "G  N G", "last_or_line", t("last line; after a number: line N")],
  [MOVE, [..."0123456789"], [], "0 … 9", "tenth", t("jump to that tenth of the game")],
  [MOVE, [":"], [], ":", "goto", t("go to a line (120), turn (t12), part (50%)")],
  [MOVE, [" "], [], "Space", "play", t("play or pause")],
  [MOVE, ["+", "="], ["-", "_"], "+ -", "speed", t("faster or slower")],
  [FIND, ["/"], [], "/", "search", t("search words, players, types, rule ids")],
  [FIND, ["n"], ["N"], "n N", "search_again", t("next or previous hit")],
  [FIND, ["p"], ["P"], "p P", "decision", t("next or previous decision of the player")],
  [FIND, ["v"], ["V"], "v V", "scoring", t("next or previous scoring")],
  [FIND, ["e"], ["E"], "e E", "same_type", t("next or previous event of this type")],
  [FIND, ["m"], [], "m", "mark", t("set or clear a mark (kept until you leave)")],
  [FIND, ["'"], ['"'], "' \"", "next_mark", t("next or previous mark or note")],
  [LOOK, ["w"], ["W"], "w W", "viewer", t("view as: everybody, a seat, a spectator")],
  [LOOK, ["d"], [], "d", "changes", t("what changed since the last turn")],
  [LOOK, ["c"], [], "c", "curve", t("how the scores grew")],
  [LOOK, ["r"], [], "r", "rule", t("the rules behind this event")],
  [LOOK, ["i"], [], "i", "raw", t("the event as it is in the log")],
  [LOOK, ["j", "ArrowDown"], ["k", "ArrowUp"], "j k  ↓ ↑", "scroll_list", t("scroll the ledger")],
  [LOOK, ["J"], ["K"], "J K", "scroll_board", t("scroll the board")],
  [LOOK, ["z"], [], "z", "zoom", t("board only, ledger only, both")],
  [KEEP, ["a"], [], "a", "note", t("add a note")],
  [KEEP, ["b"], [], "b", "branch", t("branch: a new game that continues from here")],
  [KEEP, ["s"], [], "s", "save", t("share a link or a picture of this position")],
  [KEEP, ["?", "F1"], [], "?", "help", t("this help")],
  [KEEP, ["q", "Escape"], [], "q Esc", "quit", t("close the open panel")],
  [KEEP, [], [], "x o y", "", t("only in the terminal: compare logs, see the result, copy a line")],
];

const BY_KEY = new Map();
for (const [, forward, back, , action] of KEYS) {
  for (const key of forward) BY_KEY.set(key, [action, 1]);
  for (const key of back) BY_KEY.set(key, [action, -1]);
}

/** What a key press means here: [action, way, key], or null if it is somebody else's. */
export function meaning(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null;
  const { target } = event;
  if (target.closest?.("input, textarea, select, dialog, [contenteditable]")) return null;
  const arrows = event.key.startsWith("Arrow");
  if (target.closest?.("[role=tablist]") && arrows) return null;
  if (target.closest?.("button, a, [role=button]") && (event.key === " " || event.key === "Enter")) return null;
  const key = event.shiftKey && arrows ? `shift+${event.key}` : event.key;
  const found = BY_KEY.get(key);
  return found ? [...found, key] : null;
}

/** What a finger can do, for who has no keys. */
const TOUCH = [
  [t("Green frame"), t("can be picked: tap it, then the button that says what you do")],
  [t("Timeline"), t("tap or drag to go to any event")],
  [t("Arrows"), t("one event or a whole turn, back or forward")],
  [t("Player's name"), t("tap it to show or hide what is in front of them")],
  [t("Ledger"), t("every event in words; tap one to go there")],
  [t("Scores"), t("how the scores grew")],
  [t("Game"), t("results, options and notes")],
];

/** The help: what to tap where there are fingers, and all keys. */
export function help() {
  if (!matchMedia("(pointer: coarse)").matches) return keyHelp();
  const taps = TOUCH.flatMap(([what, does]) => [make("dt", {}, what), make("dd", {}, does)]);
  return [
    make("dl", { class: "keys taps" }, taps),
    make("details", {}, make("summary", {}, t("With a keyboard")), keyHelp()),
  ];
}

/** All keys in their sections. */
function keyHelp() {
  return [MOVE, FIND, LOOK, KEEP].map((section) =>
    make(
      "section",
      {},
      make("h3", {}, section),
      make(
        "dl",
        { class: "keys" },
        ...KEYS.filter((row) => row[0] === section).flatMap(([, , , shown, , help]) => [
          make("dt", {}, ...shown.split(" ").filter(Boolean).map((key) => make("kbd", {}, key))),
          make("dd", {}, help),
        ]),
      ),
    ),
  );
}
