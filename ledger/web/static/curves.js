// How points and goods grew: a table of what everybody has, and a curve for each player.

import { draw, make, seatChip, show, tableOf } from "./dom.js";
import { rowAt } from "./jumps.js";
import { t } from "./translations.js";

const PLOT = 200;
const PAD = 26;
const DASHES = ["", "7 3", "2 3", "9 3 2 3", "4 2", "1 4", "12 4"];

/** Table and curves of a game. */
export class Curves {
  constructor(page) {
    Object.assign(this, { page, key: "", width: 0 });
    this.table = make("div", { role: "region", "aria-label": t("What everybody has") });
    this.choice = make("select", { "aria-label": t("Chart"), onchange: () => this.#choose() });
    this.svg = draw("svg", { class: "plot", role: "img", height: PLOT });
    const label = make("label", { class: "picker" }, t("Chart"), " ", this.choice);
    this.element = make("div", { class: "curves" }, this.table, label, this.svg);
    this.svg.addEventListener("pointerdown", (event) => {
      const part = (event.offsetX - PAD) / Math.max(this.width - 2 * PAD, 1);
      const last = page.chapters.last;
      page.go(1 + Math.round(Math.min(Math.max(part, 0), 1) * (last - 1)));
    });
    new ResizeObserver(([entry]) => {
      this.width = Math.floor(entry.contentRect.width);
      this.#draw();
    }).observe(this.element);
  }

  /** Take the curves of a game. */
  tell(contents) {
    this.contents = contents;
    const keys = contents.resources.filter(({ key }) => contents.curves[key]?.length);
    const open = ({ key }) => contents.curves[key][0].some((v, n) => n && v !== null);
    if (!keys.some(({ key }) => key === this.key)) this.key = (keys.find(open) ?? keys[0])?.key ?? "";
    if (this.choice.length !== keys.length) {
      show(this.choice, keys.map(({ key, name }) => make("option", { value: key }, name)));
    }
    this.choice.value = this.key;
    this.#draw();
  }

  /** Show where we are. */
  place(pos) {
    this.pos = pos;
    if (!this.width || !this.contents) return;
    this.cursor?.setAttribute("transform", `translate(${this.#x(pos)} 0)`);
    this.#table();
  }

  #choose() {
    this.key = this.choice.value;
    this.#draw();
  }

  #x(seq) {
    const last = Math.max(this.page.chapters.last - 1, 1);
    return PAD + Math.round(((seq - 1) * (this.width - 2 * PAD)) / last);
  }

  /** What each seat has of something: the curve, and what lines behind its last point changed. */
  #values(key) {
    const rows = this.contents.curves[key] ?? [];
    const row = rows[rowAt(rows, this.pos)] ?? [1];
    const values = this.contents.names.map((_, n) => row[n + 1] ?? null);
    for (let seq = Math.max(row[0] + 1, this.pos - 200); seq <= this.pos; seq++) {
      for (const [seat, what, , now] of this.page.chapters.line(seq)?.changes ?? []) {
        if (what === key) values[seat - 1] = now;
      }
    }
    return values;
  }

  #table() {
    const { page, contents } = this;
    const { resources } = contents;
    const fresh = new Set(
      (page.chapters.line(this.pos)?.changes ?? []).map(([seat, key]) => `${seat} ${key}`),
    );
    const active = new Set((page.scene?.panels ?? []).filter((p) => p.active).map((p) => p.seat));
    const heads = contents.names.map((name, n) => [
      seatChip(n + 1, page.toneOf(n + 1)),
      draw("svg", { width: 30, height: 10, "aria-hidden": "true" }, this.#stroke(n, "M0 5h30")),
      make("span", { title: name }, `${active.has(n + 1) ? "▸" : ""}${name}`),
    ]);
    const rows = resources.map(({ key, name }) => [
      name,
      ...this.#values(key).map((value, n) =>
        make("td", { class: fresh.has(`${n + 1} ${key}`) && "fresh" }, String(value ?? "?")),
      ),
    ]);
    show(this.table, tableOf("holdings", [t("What"), ...heads], rows));
  }

  #stroke(n, d) {
    return draw("path", {
      class: "curve",
      d,
      stroke: this.page.toneOf(n + 1),
      "stroke-dasharray": DASHES[n % DASHES.length],
    });
  }

  #draw() {
    const { contents, width } = this;
    if (!contents || !width) return;
    const rows = contents.curves[this.key] ?? [];
    const known = rows.flatMap((row) => row.slice(1)).filter((v) => v !== null);
    const top = known.reduce((a, b) => Math.max(a, b), 1);
    const low = known.reduce((a, b) => Math.min(a, b), 0);
    const y = (v) => Math.round(12 + ((top - v) * (PLOT - 36)) / (top - low));
    const bottom = y(low);
    this.cursor = draw("path", { class: "cursor", d: `M0 6V${bottom}` });
    const parts = [low, Math.round((low + top) / 2), top].map((v) =>
      draw("text", { class: "axis", x: PAD - 6, y: y(v) + 4 }, String(v)),
    );
    parts.push(draw("path", { class: "base", d: `M${PAD} ${bottom}H${width - PAD}M${PAD} ${y(top)}H${width - PAD}` }));
    const ends = [];
    contents.names.forEach((_, n) => {
      parts.push(this.#stroke(n, this.#path(rows, n + 1, y)));
      const last = rows.findLast((row) => row[n + 1] !== null && row[n + 1] !== undefined);
      if (last) ends.push({ n, at: y(last[n + 1]) });
    });
    ends.sort((a, b) => a.at - b.at);
    ends.forEach((end, k) => {
      if (k) end.at = Math.max(end.at, ends[k - 1].at + 13);
    });
    ends.forEach((end, k) => {
      end.at = Math.min(end.at, bottom - 13 * (ends.length - 1 - k)); // none lies below the axis
      parts.push(draw("text", { class: "end", x: width - PAD + 12, y: end.at + 4 }, String(end.n + 1)));
    });
    this.svg.setAttribute("width", width);
    this.svg.setAttribute("aria-label", t("Chart: {what}", { what: this.page.labelOf(this.key) }));
    this.svg.replaceChildren(...parts, this.cursor);
    this.place(this.pos ?? 1);
  }

  /** A line of steps; long logs have many in one column, and only the last of them is drawn. */
  #path(rows, column, y) {
    const steps = new Map(rows.map((row) => [this.#x(row[0]), row[column] ?? null]));
    let d = "";
    let on = false;
    for (const [x, value] of steps) {
      if (value !== null) d += on ? `H${x}V${y(value)}` : `M${x} ${y(value)}`;
      on = value !== null;
    }
    return on ? `${d}H${this.#x(this.page.chapters.last)}` : d;
  }
}
