// The ledger: every event in words with what it changed. Only the rows in sight are there. Of the
// others it is supposed that they have the usual height, until they have been seen.

import { chapterOf } from "./chapters.js";
import { button, make, seatChip, tableOf } from "./dom.js";
import { language, t } from "./translations.js";

const ROW = 54;
const MORE = 8;

/** What an event changed, as spans: the seat unless it is the event's own, the change, the value. */
function changeSpans(page, line) {
  let who = line.seat ?? 0;
  return (line.changes ?? []).map(([seat, key, by, now]) => {
    const name = seat === who ? "" : `${page.nameOf(seat)} `;
    who = seat;
    return make(
      "span",
      { class: "change" },
      name && make("i", {}, name),
      `${page.labelOf(key)} `,
      make("b", {}, signed(by)),
      make("span", { class: "dim" }, ` → ${now} `),
    );
  });
}

/** A number with its sign. */
const signed = (n) => (n < 0 ? `−${-n}` : `+${n}`);

/** The list of all events. */
export class LogList {
  constructor(page) {
    Object.assign(this, { page, rows: new Map(), height: 0, top: 0, pos: 0, queued: false });
    this.taller = new Map(); // by how much rows are taller than usual, as far as they were seen
    this.sizes = new ResizeObserver((entries) => this.#resized(entries));
    this.list = make("ol", { class: "lines" });
    const onscroll = () => {
      const top = this.element.scrollTop;
      if (Math.abs(top - this.top) > 1) this.held = 0; // somebody else than us
      this.top = top;
      this.soon();
    };
    const looks = { class: "scroller", tabindex: 0, role: "region", "aria-label": t("Ledger"), onscroll };
    this.element = make("div", looks, this.list);
    this.sizes.observe(this.element);
  }

  /** The list or rows have another size: the list first, since with its width all rows change. */
  #resized(entries) {
    const own = entries.find(({ target }) => target === this.element);
    if (own) {
      const { height, width } = own.contentRect;
      if (width !== this.width) this.taller.clear();
      Object.assign(this, { height, width });
      this.top = this.element.scrollTop; // none was kept while it was hidden
    }
    if (!this.height) return; // hidden rows have no height
    const rows = entries.filter((entry) => entry !== own);
    if (rows.length) this.#measure(rows);
    if (own) this.place(this.pos);
  }

  /** Draw all rows anew: more lines, other words. */
  refresh() {
    this.list.replaceChildren();
    this.rows.clear();
    this.soon();
  }

  /** Show which event is the current one, and bring it into sight. */
  place(pos) {
    const before = this.pos;
    this.pos = pos;
    if (!this.height || !pos) return; // a list without rows stays one that can't be scrolled
    this.#stretch();
    const y = this.#y(pos);
    if (y < this.top + ROW || y > this.top + this.height - 2 * ROW) {
      this.held = pos;
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
    const { chapters } = this.page;
    const here = this.#at(this.top);
    const first = Math.max(1, here - MORE);
    const last = Math.min(chapters.last, here + Math.ceil(this.height / ROW) + MORE);
    for (const [seq, row] of this.rows) {
      if (seq >= first && seq <= last) continue;
      row.remove();
      this.rows.delete(seq);
    }
    const missing = new Set();
    for (let seq = first; seq <= last; seq++) {
      const line = chapters.line(seq);
      if (!line) missing.add(chapterOf(seq));
      const known = this.rows.get(seq);
      if (known && (known.dataset.told || !line)) continue;
      known?.remove();
      const row = this.#row(seq, line);
      this.rows.set(seq, row);
      this.list.append(row);
      this.sizes.observe(row); // no layout is asked for: it tells when there is one
    }
    for (const [seq] of this.rows) this.#look(seq);
    this.#put();
    if (missing.size) this.page.wantChapters([...missing]);
  }

  /** Where a row begins. */
  #y(seq) {
    let y = (seq - 1) * ROW;
    for (const [other, more] of this.taller) if (other < seq) y += more;
    return y;
  }

  /** Which row is at a height. */
  #at(y) {
    let [low, high] = [1, this.page.chapters.last];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#y(middle) <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Learn how high rows are; what one looks at stays where it is. */
  #measure(entries) {
    const held = this.rows.has(this.held) ? this.held : this.#at(this.top);
    const before = this.#y(held);
    for (const { target, borderBoxSize } of entries) {
      const seq = Number(target.ariaPosInSet);
      if (this.rows.get(seq) !== target) continue;
      this.taller.delete(seq);
      const more = Math.round(borderBoxSize[0].blockSize) - ROW;
      if (more) this.taller.set(seq, more);
    }
    this.#put();
    const by = this.#y(held) - before;
    if (by) this.element.scrollTop = this.top += by;
  }

  /** Put the rows where they belong. */
  #put() {
    const first = Math.min(...this.rows.keys());
    let y = this.#y(first);
    for (let seq = first; this.rows.has(seq); seq++) {
      this.rows.get(seq).style.transform = `translateY(${y}px)`;
      y += ROW + (this.taller.get(seq) ?? 0);
    }
    this.#stretch();
  }

  #stretch() {
    const { last } = this.page.chapters;
    this.list.style.height = `${this.#y(last + 1)}px`;
  }

  #look(seq) {
    const row = this.rows.get(seq);
    if (!row) return;
    row.classList.toggle("future", seq > this.pos);
    if (seq === this.pos) row.firstChild.setAttribute("aria-current", "true");
    else row.firstChild.removeAttribute("aria-current");
  }

  #row(seq, line) {
    const { page } = this;
    const inside = button([], () => page.go(seq), { tabindex: -1, class: false });
    const row = make("li", { "aria-posinset": seq, "aria-setsize": page.chapters.last }, inside);
    if (!line) {
      inside.append(make("span", { class: "where" }, String(seq)), make("span", { class: "words" }, "…"));
      return row;
    }
    row.dataset.told = "1";
    const before = page.chapters.line(seq - 1);
    const turn = before && before.turn === line.turn ? "" : `t${line.turn}`;
    const about = changeSpans(page, line);
    row.classList.toggle("inner", !turn && Boolean(before?.more));
    row.classList.toggle("back", page.chapters.takenBack(seq));
    row.classList.toggle("note", Boolean(line.note));
    inside.title = line.words;
    inside.append(
      make("span", { class: "where" }, make("b", {}, turn), String(seq)),
      line.seat ? seatChip(line.seat, page.toneOf(line.seat)) : make("span", { class: "seat-dot none" }),
      make("span", { class: "words" }, highlight(line.words, page.needle)),
      make("span", { class: "about" }, ...about),
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
    out.push(text.slice(from, at), make("mark", {}, text.slice(at, at + needle.length)));
    from = at + needle.length;
  }
  return [...out, text.slice(from)].filter((part) => part !== "");
}

/** The current event in full: words, what it changed, the rules behind it. */
export class EventCard {
  constructor(page) {
    this.page = page;
    this.element = make("div", { class: "event-card" });
  }

  /** Show a line. */
  show(line) {
    const { page } = this;
    const where = [
      t("turn {n}", { n: line.turn }),
      line.round ? t("round {n}", { n: line.round }) : "",
      when(line.at),
    ];
    const chip = line.seat ? [seatChip(line.seat, page.toneOf(line.seat)), " "] : [];
    this.element.replaceChildren(
      make("p", { class: "dim small" }, where.filter(Boolean).join(" · ")),
      make("p", { class: page.chapters.takenBack(line.seq) ? "event back" : "event" }, ...chip, page.wordsOf(line)),
      line.changes?.length ? changeTable(page, line.changes) : "",
      make(
        "div",
        { class: "rules" },
        ...(line.rules ?? []).map((id) =>
          button(id, () => page.showRules([id]), { class: "rule" }),
        ),
        button(t("Changes in this turn"), () => page.showChanges(), { class: "rule" }),
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
    make("td", {}, page.labelOf(key)),
    make("td", { class: by < 0 ? "less" : "more" }, signed(by)),
    make("td", {}, String(now)),
  ]);
  return tableOf("ledger", [t("Player"), t("What"), t("Change"), t("Now")], rows);
}
