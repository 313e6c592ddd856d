// The ledger: every event in words with what it changed. Only the rows in sight are there.

import { chapterOf } from "./book.js";
import { el, seatChip, tableOf } from "./elements.js";
import { language, t } from "./words.js";

const ROW = 54;
const MORE = 8;

/** What an event changed, as spans: the seat unless it is the event's own, the change, the value. */
function changeSpans(page, line) {
  let who = line.seat ?? 0;
  return (line.changes ?? []).map(([seat, key, by, now]) => {
    const name = seat === who ? "" : `${page.nameOf(seat)} `;
    who = seat;
    return el(
      "span",
      { class: "change" },
      name && el("i", {}, name),
      `${page.labelOf(key)} `,
      el("b", {}, signed(by)),
      el("span", { class: "dim" }, ` → ${now} `),
    );
  });
}

/** A number with its sign. */
const signed = (n) => (n < 0 ? `−${-n}` : `+${n}`);

/** The list of all events. */
export class LogList {
  constructor(page) {
    this.page = page;
    this.rows = new Map();
    this.height = 0;
    this.top = 0;
    this.pos = 0;
    this.queued = false;
    this.list = el("ol", { class: "lines" });
    const looks = { class: "scroller", tabindex: 0, role: "region", "aria-label": t("Ledger") };
    this.element = el("div", looks, this.list);
    this.element.addEventListener("scroll", () => {
      this.top = this.element.scrollTop;
      this.soon();
    }, { passive: true });
    new ResizeObserver(([entry]) => {
      this.height = entry.contentRect.height;
      this.top = this.element.scrollTop; // none was kept while it was hidden
      this.place(this.pos);
    }).observe(this.element);
  }

  /** Draw all rows anew: more lines, other words. */
  refresh() {
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
    this.soon();
  }

  /** Show which event is the current one, and bring it into sight. */
  place(pos) {
    const before = this.pos;
    this.pos = pos;
    if (!this.height || !pos) return; // a list without rows stays one that can't be scrolled
    this.list.style.height = `${this.page.book.last * ROW}px`;
    const y = (pos - 1) * ROW;
    if (y < this.top + ROW || y > this.top + this.height - 2 * ROW) {
      this.top = Math.max(0, Math.round(y - this.height * 0.4));
      this.element.scrollTop = this.top;
    }
    for (const seq of [before, pos]) this.#look(seq);
    this.soon();
  }

  /** Scroll by some rows, away from the current event. */
  scroll(rows) {
    this.element.scrollBy({ top: rows * ROW });
  }

  /** Bring the rows up to date in the next frame. */
  soon() {
    if (this.queued || !this.height || !this.pos) return;
    this.queued = true;
    requestAnimationFrame(() => {
      this.queued = false;
      this.#draw();
    });
  }

  #draw() {
    const { book } = this.page;
    const first = Math.max(1, Math.floor(this.top / ROW) + 1 - MORE);
    const last = Math.min(book.last, Math.ceil((this.top + this.height) / ROW) + MORE);
    this.list.style.height = `${book.last * ROW}px`;
    for (const [seq, row] of this.rows) {
      if (seq >= first && seq <= last) continue;
      row.remove();
      this.rows.delete(seq);
    }
    const missing = new Set();
    for (let seq = first; seq <= last; seq++) {
      const line = book.line(seq);
      if (!line) missing.add(chapterOf(seq));
      const known = this.rows.get(seq);
      if (known && (known.dataset.told || !line)) continue;
      known?.remove();
      const row = this.#row(seq, line);
      this.rows.set(seq, row);
      this.list.append(row);
    }
    for (const [seq] of this.rows) this.#look(seq);
    if (missing.size) this.page.wantChapters([...missing]);
  }

  #look(seq) {
    const row = this.rows.get(seq);
    if (!row) return;
    row.classList.toggle("future", seq > this.pos);
    const button = row.firstChild;
    if (seq === this.pos) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }

  #row(seq, line) {
    const { page } = this;
    const button = el("button", { type: "button", tabindex: -1, onclick: () => page.go(seq, "jump") });
    const row = el("li", { "aria-posinset": seq, "aria-setsize": page.book.last }, button);
    row.style.transform = `translateY(${(seq - 1) * ROW}px)`;
    if (!line) {
      button.append(el("span", { class: "where" }, String(seq)), el("span", { class: "words" }, "…"));
      return row;
    }
    row.dataset.told = "1";
    const before = page.book.line(seq - 1);
    const turn = before && before.turn === line.turn ? "" : `t${line.turn}`;
    const about = changeSpans(page, line);
    row.classList.toggle("inner", !turn && Boolean(before?.more));
    row.classList.toggle("back", page.book.takenBack(seq));
    row.classList.toggle("note", Boolean(line.note));
    button.title = line.words;
    button.append(
      el("span", { class: "where" }, el("b", {}, turn), String(seq)),
      line.seat ? seatChip(line.seat, page.toneOf(line.seat)) : el("span", { class: "seat-dot none" }),
      el(
        "span",
        { class: about.length ? "words one" : "words" },
        ...highlight(line.words, page.needle),
      ),
      el("span", { class: "about" }, ...about),
    );
    return row;
  }
}

/** A text with what was searched for marked in it. */
function highlight(text, needle) {
  const low = text.toLowerCase();
  if (!needle || low.length !== text.length) return [text];
  const out = [];
  let from = 0;
  for (let at = low.indexOf(needle); at >= 0; at = low.indexOf(needle, from)) {
    out.push(text.slice(from, at), el("mark", {}, text.slice(at, at + needle.length)));
    from = at + needle.length;
  }
  return [...out, text.slice(from)].filter((part) => part !== "");
}

/** The current event in full: words, what it changed, the rules behind it. */
export class EventCard {
  constructor(page) {
    this.page = page;
    this.element = el("div", { class: "event-card" });
  }

  /** Show a line. */
  show(line) {
    const { page } = this;
    if (!line) return;
    const where = [
      t("turn {n}", { n: line.turn }),
      line.round ? t("round {n}", { n: line.round }) : "",
      when(line.at),
    ];
    const chip = line.seat ? [seatChip(line.seat, page.toneOf(line.seat)), " "] : [];
    this.element.replaceChildren(
      el("p", { class: "dim small" }, where.filter(Boolean).join(" · ")),
      el("p", { class: page.book.takenBack(line.seq) ? "event back" : "event" }, ...chip, line.words),
      line.changes?.length ? changeTable(page, line.changes) : "",
      el(
        "div",
        { class: "rules" },
        ...(line.rules ?? []).map((id) =>
          el("button", { type: "button", class: "rule", onclick: () => page.showRules([id]) }, id),
        ),
        el(
          "button",
          { type: "button", class: "rule", onclick: () => page.showChanges() },
          t("Changes in this turn"),
        ),
      ),
    );
  }
}

/** A time in words; none if it is no time. */
export function when(at) {
  const time = new Date(at ?? NaN);
  return Number.isNaN(time.getTime()) ? "" : time.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}

/** What seats gained and lost, as a table. */
export function changeTable(page, changes) {
  const rows = changes.map(([seat, key, by, now]) => [
    [seatChip(seat, page.toneOf(seat)), " ", page.nameOf(seat)],
    el("td", {}, page.labelOf(key)),
    el("td", { class: by < 0 ? "less" : "more" }, signed(by)),
    el("td", {}, String(now)),
  ]);
  return tableOf("ledger", [t("Player"), t("What"), t("Change"), t("Now")], rows);
}
