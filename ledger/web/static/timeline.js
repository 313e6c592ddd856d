// The whole game as a bar: turns, rounds, marks, and where we are.

import { draw, make } from "./dom.js";
import { t } from "./translations.js";

const TRACK_HEIGHT = 44;
const MIDDLE = 22;
/** Signs on the bar by what they mark, as paths from a point on its upper or lower edge. */
const SIGNS = {
  score: "33v5",
  note: "7m-4-5h8v7h-4l-3 3v-3h-1z",
  mark: "7m-4-6h8v11l-4-3-4 3z",
  other: "7m0-5l4 5-4 5-4-5z",
};

/** A slider over all lines of a log. */
export class Timeline {
  constructor(host, go) {
    Object.assign(this, { go, last: 1, pos: 1, width: 0, left: 0, dragging: false, turns: [], marks: [] });
    this.ticks = draw("svg", { class: "ticks", height: TRACK_HEIGHT, "aria-hidden": "true" });
    this.fill = make("div", { class: "fill" });
    this.thumb = make("div", { class: "thumb" });
    this.track = make(
      "div",
      {
        class: "track",
        role: "slider",
        tabindex: 0,
        "aria-valuemin": 1,
        "aria-label": t("Timeline"),
        onpointerdown: (event) => this.#down(event),
        onpointermove: (event) => this.#move(event),
        onlostpointercapture: () => this.#up(), // however it ended
      },
      make("div", { class: "rail" }),
      this.fill,
      this.ticks,
      this.thumb,
    );
    host.append(this.track);
    new ResizeObserver(([entry]) => {
      this.width = entry.contentRect.width;
      this.#draw();
      this.place(this.pos);
    }).observe(this.track);
  }

  /** Take what is known of the game: its length, its turns, what is marked. */
  tell(last, turns, marks) {
    const { width } = this;
    if (last === this.last && turns === this.turns && marks === this.marks) return;
    Object.assign(this, { last, turns, marks });
    this.track.setAttribute("aria-valuemax", last);
    if (width) this.#draw();
    this.place(this.pos);
  }

  /** Show where we are. */
  place(pos) {
    this.pos = pos;
    const x = this.#x(pos);
    this.thumb.style.transform = `translateX(${x}px)`;
    this.fill.style.transform = `scaleX(${this.width ? x / this.width : 0})`;
  }

  /** Tell screen readers where we are, in words. */
  speak(text) {
    this.track.setAttribute("aria-valuenow", this.pos);
    this.track.setAttribute("aria-valuetext", text);
  }

  #x(seq) {
    return ((seq - 1) * this.width) / Math.max(this.last - 1, 1);
  }

  #down(event) {
    if (event.button) return;
    this.track.setPointerCapture(event.pointerId);
    this.track.focus({ preventScroll: true });
    this.left = this.track.getBoundingClientRect().left;
    this.dragging = true;
    this.aim = this.pos;
    this.#move(event);
    event.preventDefault();
  }

  #move(event) {
    if (!this.dragging || !this.width) return;
    const part = Math.min(Math.max((event.clientX - this.left) / this.width, 0), 1);
    this.aim = 1 + Math.round(part * (this.last - 1));
    this.go(this.aim, "drag");
  }

  #up() {
    this.dragging = false;
    this.go(this.aim ?? this.pos, "drop"); // the page may not have drawn it yet
  }

  /** One path for each kind of sign, with at most one sign in a column: long logs cost no more. */
  #draw() {
    const signs = { turn: new Set(), round: new Set() };
    for (const kind of Object.keys(SIGNS)) signs[kind] = new Set();
    let round = 0;
    for (const [, number, , first] of this.turns) {
      (number === round ? signs.turn : signs.round).add(Math.round(this.#x(first)));
      round = number;
    }
    for (const { seq, kind } of this.marks) {
      if (kind !== "round") (signs[kind] ?? signs.other).add(Math.round(this.#x(seq)));
    }
    if (this.turns.length * 4 > this.width) signs.turn.clear();
    if (signs.round.size * 6 > this.width) signs.round.clear();
    const ways = { turn: `${MIDDLE - 5}v10`, round: `${MIDDLE - 9}v18`, ...SIGNS };
    const paths = Object.entries(ways).map(([kind, way]) =>
      draw("path", { class: kind, d: [...signs[kind]].map((x) => `M${x} ${way}`).join("") }),
    );
    this.ticks.setAttribute("width", Math.ceil(this.width));
    this.ticks.replaceChildren(...paths);
  }
}
