// What every page has: its head, its language, light or dark, and a voice for screen readers.
import { button, icon, make, show } from "./dom.js";
import { remember } from "./browser_storage.js";
import { chooseLanguage, language, languages, t } from "./translations.js";

const LANGUAGES = Object.keys(languages).length; // a page in one file has one

// Draw the head of a page and return where the rest goes.
export function startPage(title, ...more) {
  document.title = title === "Ledger" ? title : `${title} · Ledger`;
  show(
    document.getElementById("head"),
    make("a", { class: "brand", href: "/" }, make("span", { class: "mark", "aria-hidden": "true" }), "Ledger"),
    make("div", { class: "head-more" }, more),
    make("div", { class: "head-tools" }, LANGUAGES > 1 ? languageMenu() : [], schemeButton()),
  );
  return document.getElementById("main");
}

function languageMenu() {
  const options = Object.entries(languages).map(([code, name]) =>
    make("option", { value: code, lang: code, selected: code === language }, name),
  );
  const onchange = (event) => chooseLanguage(event.target.value);
  return make("select", { class: "quiet", "aria-label": t("Language"), onchange }, options);
}

function schemeButton() {
  const dark = () => document.documentElement.dataset.scheme === "dark";
  const made = button("", turn, { class: "icon-button" });
  function label() {
    const text = dark() ? t("Light colours") : t("Dark colours");
    show(made, icon(dark() ? "sun" : "moon", "icon"));
    made.setAttribute("aria-label", text);
    made.title = text;
  }
  function turn() {
    const wanted = dark() ? "light" : "dark";
    const usual = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    remember("scheme", wanted === usual ? null : wanted);
    window.ledger.showScheme();
    label();
  }
  new MutationObserver(label).observe(document.documentElement, { attributeFilter: ["data-scheme"] });
  label();
  return made;
}

// Say whether the page shows a game: the style sheet asks for a class, as `:has` would be looked up
// again for the whole page with each piece that moves.
export function showsGame(yes) {
  for (const id of ["body", "#main"]) document.querySelector(id).classList.toggle("game", yes);
}

// Tell a screen reader something.
export function say(text) {
  document.getElementById("say").textContent = text;
}

// Return a box that says what went wrong, or what is to be known.
export function notice(text, kind = "bad") {
  return make("p", { class: `notice ${kind}`, role: kind === "bad" ? "alert" : null }, text);
}

// Return the sign of a seat: its number in its colour; 0 is a spectator.
export function seatSign(seat) {
  const text = seat > 0 ? String(seat) : "";
  return make("span", { class: `seat-sign seat-${seat}`, "aria-hidden": "true" }, text);
}
