// What is to be known about a game: how it ended, when it was played, notes, and writing them.

import { button, form, icon, make, show } from "./dom.js";
import { when } from "./log.js";
import { t } from "./translations.js";

const NOTES = 200;
const NO_NOTES = ["score", "round"];

/** The part of a game page that tells about the game. */
export class About {
  /** `role` says who one is among players with these names, in a game that is over or not; `leave` is a button, if one can. */
  constructor(page, role, leave) {
    Object.assign(this, { page, role });
    this.bell = false;
    this.facts = make("div");
    this.form = this.#form();
    this.bellPlace = make("span");
    this.who = make("span", { class: "soft" });
    const foot = make("p", { class: "choices" }, this.bellPlace, this.who, leave);
    this.element = make("div", { class: "info" }, this.facts, this.form, foot);
  }

  /** Show what is known by now; what is the same stays as it is, and so does a note on its way. */
  tell(contents) {
    const { title, place, started, option_words: options, names, viewer, over } = contents;
    const { source } = this.page;
    const notes = contents.marks.filter(({ kind }) => !NO_NOTES.includes(kind)).slice(-NOTES);
    const told = JSON.stringify([title, place, started, options, names, notes, contents.summary]);
    this.form.hidden = !source.live || viewer === 0 || source.as || contents.status !== "running";
    this.who.textContent = this.role(names, over);
    this.#showBell(viewer > 0 && !over && source.live);
    if (told === this.told) return;
    this.told = told;
    const facts = [
      [t("Game"), title],
      [t("Place"), place],
      [t("Started"), when(started)],
      ...Object.entries(options ?? {}).map(([key, value]) => [key, { true: t("yes"), false: t("no") }[value] ?? value]),
    ];
    show(
      this.facts,
      make("h2", { class: "unseen" }, t("Game")),
      contents.summary && make("p", {}, button(t("The result"), () => this.page.go(this.page.chapters.last))),
      make(
        "dl",
        { class: "facts" },
        facts.filter(([, value]) => value).map(([key, value]) => [make("dt", {}, key), make("dd", {}, value)]),
      ),
      notes.length ? this.#notes(notes) : "",
    );
  }

  /** Let somebody write a note; false if they may not. */
  write() {
    if (!this.form.hidden) this.form.firstChild.focus();
    return !this.form.hidden;
  }

  #notes(notes) {
    const rows = notes.map(({ seq, text }) => {
      const inside = [make("b", {}, `${seq} `), text];
      return make("li", {}, button(inside, () => this.page.go(seq), { class: false }));
    });
    return make("section", {}, make("h3", {}, t("Notes and marks")), make("ul", { class: "notes" }, rows));
  }

  #form() {
    const { page } = this;
    const label = t("Note for everybody");
    const field = make("textarea", { rows: 2, maxlength: 4000, "aria-label": label, placeholder: label });
    const write = make("button", { class: "button" }, t("Save the note"));
    const note = async () => {
      const text = field.value;
      if (!text.trim() || write.disabled) return;
      write.disabled = true;
      await page.try(async () => {
        await page.source.note(text);
        if (field.value === text) field.value = "";
        page.tell(t("The note is saved."));
      });
      write.disabled = false;
    };
    return form({ class: "note-form", hidden: true }, note, field, write);
  }

  /** Offer to tell whose turn it is, or say why browsers don't let us. */
  #showBell(wanted) {
    if (!wanted || this.bell) this.bellPlace.replaceChildren();
    else if (!isSecureContext) this.bellPlace.textContent = t("Browsers allow notifications only over HTTPS.");
    else if (window.Notification && !this.bellPlace.firstChild) {
      const ask = async () => {
        this.bell = (await Notification.requestPermission()) === "granted";
        if (this.bell) this.bellPlace.replaceChildren();
        else this.page.tell(t("Your browser doesn't allow it."), true);
      };
      this.bellPlace.append(button([icon("bell"), t("Tell me when it's my turn")], ask));
    }
  }
}
