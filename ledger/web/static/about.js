// What is to be known about a game: how it ended, when it was played, notes, and writing them.

import { el, glyph } from "./elements.js";
import { when } from "./log.js";
import { t } from "./words.js";

const NOTES = 200;
const NO_NOTES = ["score", "round"];

/** The part of a game page that tells about the game. */
export class About {
  constructor(page, extras) {
    Object.assign(this, { page, extras });
    this.bell = false;
    this.element = el("div", { class: "info" });
  }

  /** Show what is known by now. */
  tell(contents) {
    const { source } = this.page;
    const facts = [
      [t("Game"), contents.title],
      [t("Place"), contents.place],
      [t("Begun"), when(contents.started)],
      ...Object.entries(contents.options ?? {}).map(([key, value]) => [key, String(value)]),
    ];
    const known = facts.filter(([, value]) => value);
    const writes = source.live && contents.viewer !== 0 && !source.as;
    this.element.replaceChildren(
      el("h2", { class: "unseen" }, t("Game")),
      resultList(contents),
      el("dl", { class: "facts" }, ...known.flatMap(([key, value]) => [el("dt", {}, key), el("dd", {}, value)])),
      this.#notes(contents.marks),
      writes ? this.#form() : "",
      el("p", { class: "choices" }, this.#bell(contents), ...this.extras),
    );
  }

  /** Let somebody write a note; false if they may not. */
  write() {
    const field = this.element.querySelector("textarea");
    field?.focus();
    return Boolean(field);
  }

  #notes(marks) {
    const notes = marks.filter(({ kind }) => !NO_NOTES.includes(kind)).slice(-NOTES);
    if (!notes.length) return "";
    const rows = notes.map(({ seq, text }) => {
      const onclick = () => this.page.go(seq);
      return el("li", {}, el("button", { type: "button", onclick }, el("b", {}, `${seq} `), text));
    });
    return el("section", {}, el("h3", {}, t("Notes and marks")), el("ul", { class: "notes" }, ...rows));
  }

  #form() {
    const { page } = this;
    const before = this.element.querySelector("textarea")?.value ?? "";
    const label = t("Note for everybody");
    const field = el("textarea", { rows: 2, maxlength: 4000, "aria-label": label, placeholder: label });
    field.value = before;
    const onsubmit = async (event) => {
      event.preventDefault();
      if (!field.value.trim()) return;
      try {
        await page.source.note(field.value);
        field.value = "";
        page.tell(t("The note is written."));
      } catch (error) {
        page.fail(error);
      }
    };
    const button = el("button", { class: "button" }, t("Write the note"));
    return el("form", { class: "note-form", onsubmit }, field, button);
  }

  #bell({ viewer, over }) {
    const able = viewer > 0 && !over && this.page.source.live && typeof Notification !== "undefined";
    if (!able || this.bell) return null;
    const onclick = async ({ target }) => {
      this.bell = (await Notification.requestPermission()) === "granted";
      if (this.bell) target.remove();
      else this.page.tell(t("Your browser doesn't allow it."), true);
    };
    const label = t("Tell me when it's my turn");
    return el("button", { type: "button", class: "button", onclick }, glyph("bell"), label);
  }
}

function resultList({ result, names }) {
  if (!result?.ranking?.length) return "";
  let place = 1;
  const rows = result.ranking.flatMap((seats) => {
    const reached = `${place}. `;
    place += seats.length;
    return seats.map((seat) => el("li", {}, el("b", {}, reached), `${names[seat - 1]} ${result.scores[seat - 1] ?? ""}`));
  });
  return el("ol", { class: "result" }, ...rows);
}
