// Small parts of game pages.

import { make as makeHtml } from "./dom.js";
import { make } from "./drawing.js";

/** An HTML element; `onclick` and the like become listeners, false and null are left out. */
export const el = makeHtml;

const GLYPHS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back2: "M12 5l-8 7 8 7zM21 5l-8 7 8 7z",
  back: "M16 5l-9 7 9 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M7 5v14M17 5v14",
  next: "M8 5l9 7-9 7z",
  next2: "M12 5l8 7-8 7zM3 5l8 7-8 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  share: "M12 15V4M8 8l4-4 4 4M5 13v6h14v-6",
  close: "M6 6l12 12M18 6L6 18",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.5",
  up: "M5 15l7-7 7 7",
  down: "M5 9l7 7 7-7",
  bell: "M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21h4",
};

/** A small picture for a button; screen readers pass over it. */
export function glyph(name) {
  const looks = { class: "glyph", viewBox: "0 0 24 24", "aria-hidden": "true" };
  return make("svg", looks, make("path", { d: GLYPHS[name] }));
}

/** A button with a picture; `label` is its name. */
export function iconButton(name, label, onclick, more = {}) {
  const looks = { type: "button", class: "tool", "aria-label": label, title: label };
  return el("button", { ...looks, onclick, ...more }, glyph(name));
}

/** A table: the heads of its columns, and rows of cells, the first of each being its head. */
export function tableOf(looks, heads, rows) {
  const head = (scope) => (inside) => el("th", { scope }, ...[inside].flat());
  return el(
    "table",
    { class: looks },
    el("thead", {}, el("tr", {}, ...heads.map(head("col")))),
    el("tbody", {}, ...rows.map(([first, ...cells]) => el("tr", {}, head("row")(first), ...cells))),
  );
}

/** The place of a seat everywhere but on the board: its number on its colour. */
export function seatChip(seat, tone) {
  const chip = el("span", { class: "seat-dot", "aria-hidden": "true" }, String(seat));
  if (tone) chip.style.setProperty("--tone", tone);
  return chip;
}
