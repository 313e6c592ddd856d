// The key table, the same as in the terminal; the help is made of it. Tab stays the browser's own.

import { el } from "./elements.js";
import { t } from "./words.js";

const MOVE = "Move";
const FIND = "Find";
const LOOK = "Look";
const KEEP = "Keep";

/** Section, keys forward, keys back, how they are shown, action, help. */
export const KEYS = [
  [MOVE, ["ArrowRight", "l"], ["ArrowLeft", "h"], "→ ←  l h", "step", "next, previous event"],
  [MOVE, ["PageDown", "shift+ArrowRight"], ["PageUp", "shift+ArrowLeft"], "PgDn PgUp  Shift+→ ←", "turn", "end of next, previous turn"],
  [MOVE, ["]"], ["["], "] [", "round", "end of next, previous round"],
  [MOVE, ["Home", "g"], [], "Home g", "first", "first line"],
  [MOVE, ["End"], [], "End", "last", "last line; follow a growing log"],
  [MOVE, ["G"], [], "G  N G", "last_or_line", "last line; after a number: line N"],
  [MOVE, [..."0123456789"], [], "0 … 9", "tenth", "go to that tenth of the game"],
  [MOVE, [":"], [], ":", "goto", "go to a line (120), turn (t12), part (50%)"],
  [MOVE, [" "], [], "Space", "play", "play, pause"],
  [MOVE, ["+", "="], ["-", "_"], "+ -", "speed", "faster, slower"],
  [FIND, ["/"], [], "/", "search", "search words, players, types, rule ids"],
  [FIND, ["n"], ["N"], "n N", "search_again", "next, previous hit"],
  [FIND, ["p"], ["P"], "p P", "decision", "next, previous decision of the player"],
  [FIND, ["v"], ["V"], "v V", "scoring", "next, previous scoring"],
  [FIND, ["e"], ["E"], "e E", "same_type", "next, previous event of this type"],
  [FIND, ["m"], [], "m", "mark", "set or clear a mark (until you leave)"],
  [FIND, ["'"], ['"'], "' \"", "next_mark", "next, previous mark or note"],
  [LOOK, ["w"], ["W"], "w W", "viewer", "eyes: all, seats, spectator"],
  [LOOK, ["d"], [], "d", "changes", "what changed since the last turn"],
  [LOOK, ["r"], [], "r", "rule", "the rules behind this event"],
  [LOOK, ["i"], [], "i", "raw", "the event as it is in the log"],
  [LOOK, ["j", "ArrowDown"], ["k", "ArrowUp"], "j k  ↓ ↑", "scroll_list", "scroll the ledger"],
  [LOOK, ["J"], ["K"], "J K", "scroll_board", "scroll the board"],
  [LOOK, ["z"], [], "z", "zoom", "only board, only ledger, both"],
  [KEEP, ["a"], [], "a", "note", "add a note"],
  [KEEP, ["s"], [], "s", "save", "share a link or a picture of this position"],
  [KEEP, ["?", "F1"], [], "?", "help", "this help"],
  [KEEP, ["q", "Escape"], [], "q Esc", "quit", "close what is open"],
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
  if (target.closest?.("button, a, summary") && (event.key === " " || event.key === "Enter")) return null;
  const key = event.shiftKey && arrows ? `shift+${event.key}` : event.key;
  const found = BY_KEY.get(key);
  return found ? [...found, key] : null;
}

/** The help: all keys in their sections. */
export function keyHelp() {
  return [MOVE, FIND, LOOK, KEEP].map((section) =>
    el(
      "section",
      {},
      el("h3", {}, t(section)),
      el(
        "dl",
        { class: "keys" },
        ...KEYS.filter((row) => row[0] === section).flatMap(([, , , shown, , help]) => [
          el("dt", {}, ...shown.split(" ").filter(Boolean).map((key) => el("kbd", {}, key))),
          el("dd", {}, t(help)),
        ]),
      ),
    ),
  );
}
