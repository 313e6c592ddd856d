// What every page has: its head, its language, light or dark, and a voice for screen readers.
import { draw, make, show } from "./dom.js";
import { remember } from "./memory.js";
import { chooseLanguage, language, languages, t } from "./words.js";

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
  const change = (event) => chooseLanguage(event.target.value);
  return make("select", { class: "quiet", "aria-label": t("Language"), on: { change } }, options);
}

function schemeButton() {
  const dark = () => document.documentElement.dataset.scheme === "dark";
  const made = button("", turn, { class: "icon-button" });
  function label() {
    const text = dark() ? t("Light colours") : t("Dark colours");
    show(made, icon(dark() ? "sun" : "moon"));
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

const ICONS = {
  cross: "M6 6l12 12M18 6L6 18",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  sun: "M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M19 5l-1.4 1.4M6.4 17.6L5 19",
};

// Return a small drawing for a button, which says the same in words.
export function icon(name) {
  return draw("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: ICONS[name] }));
}

// Tell a screen reader something.
export function say(text) {
  document.getElementById("say").textContent = text;
}

// Return a box that says what went wrong, or what is to be known.
export function notice(text, kind = "bad") {
  return make("p", { class: `notice ${kind}`, role: kind === "bad" ? "alert" : null }, text);
}

// Return a button; `more` are further properties.
export function button(label, click, more = {}) {
  return make("button", { type: "button", class: "button", on: { click }, ...more }, label);
}

// Return the sign of a seat: its number in its colour; 0 is a spectator.
export function seatSign(seat) {
  const text = seat > 0 ? String(seat) : "";
  return make("span", { class: `seat-sign seat-${seat}`, "aria-hidden": "true" }, text);
}
