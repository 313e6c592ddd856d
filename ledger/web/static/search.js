// Searching the whole log, chapter by chapter, from here once around.

import { chapterOf } from "./chapters.js";
import { form, iconButton, make } from "./dom.js";
import { t } from "./translations.js";

/** The search field and what it does. */
export class Search {
  constructor(page) {
    this.page = page;
    this.run = 0;
    this.input = make("input", {
      type: "search",
      placeholder: t("Search the log"),
      "aria-label": t("Search the log"),
      enterkeyhint: "search",
      autocomplete: "off",
      oninput: () => this.#take(),
      onkeydown: (event) => {
        if (event.key !== "Escape") return;
        this.stop();
        page.focusBoard();
      },
    });
    this.status = make("span", { class: "dim small", role: "status" });
    const seek = () => {
      this.again(1);
      if (this.input.value) page.focusBoard();
    };
    this.element = form(
      { class: "search", role: "search" },
      seek,
      this.input,
      iconButton("up", t("Previous hit"), () => this.again(-1)),
      iconButton("down", t("Next hit"), () => this.again(1)),
      this.status,
    );
  }

  /** Let somebody type. */
  focus() {
    this.input.focus();
    this.input.select();
  }

  /** Stop searching; return whether anything was being searched for. */
  stop() {
    const had = Boolean(this.page.needle);
    this.run++;
    this.status.textContent = "";
    this.input.value = "";
    this.#take();
    return had;
  }

  #take() {
    const needle = this.input.value.trim().toLowerCase();
    if (needle === this.page.needle) return;
    this.page.needle = needle;
    this.page.log.refresh();
  }

  /** Go to the next or the previous hit. */
  again(way) {
    this.page.try(() => this.#seek(way));
  }

  async #seek(way) {
    const { page } = this;
    this.#take();
    const { needle } = page;
    if (!needle) {
      page.tell(t("you haven't searched for anything yet: press /"));
      return;
    }
    const run = ++this.run;
    const { last } = page.chapters;
    const start = page.pos;
    for (let k = 1; k <= last; k++) {
      const seq = ((((start - 1 + k * way) % last) + last) % last) + 1;
      if (!page.chapters.line(seq)) {
        await page.chapters.load(chapterOf(seq));
      }
      if (run !== this.run) return;
      if (this.#holds(page.chapters.line(seq), needle)) {
        const around = way > 0 ? seq <= start && t("from the beginning again") : seq >= start && t("from the end again");
        this.status.textContent = around || "";
        page.go(seq);
        return;
      }
      if (k % 500 === 0) this.status.textContent = t("searching: {n}%", { n: Math.floor((k * 100) / last) });
    }
    this.status.textContent = "";
    page.tell(t("“{what}” wasn't found", { what: this.input.value.trim() }), true);
  }

  #holds(line, needle) {
    if (!line) return false;
    const seats = line.seat ? [this.page.nameOf(line.seat)] : [];
    const texts = [line.words, line.type, ...seats];
    return (
      texts.some((text) => String(text).toLowerCase().includes(needle)) ||
      (line.rules ?? []).some((rule) => rule.toLowerCase() === needle)
    );
  }
}
