// Elements without markup, where a text is always a text, and small parts of pages.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, children) {
  const nothing = [null, undefined, false];
  element.append(...children.flat(Infinity).filter((child) => !nothing.includes(child)));
  return element;
}

/** An HTML element; `onclick` and the like become listeners, and what is false or null is left out:
 * `make("button", { class: "button", onclick: go }, "Go")`. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value || value === 0 || value === "") element.setAttribute(name, value === true ? "" : value);
  }
  return fill(element, children);
}

/** An SVG element with attributes in this order, those that are empty left out, and children. */
export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== "" && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** Put something in the place of all that was in an element. */
export function show(element, ...children) {
  element.replaceChildren();
  return fill(element, children);
}

const ICONS = {
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
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  sun: "M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M19 5l-1.4 1.4M6.4 17.6L5 19",
};

/** A small picture for a button, which says the same in words; screen readers pass over it. */
export function icon(name, looks = "glyph") {
  return draw("svg", { class: looks, viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: ICONS[name] }));
}

/** A button; `more` are further properties. */
export function button(inside, onclick, more = {}) {
  return make("button", { type: "button", class: "button", onclick, ...more }, inside);
}

const SURE = 6000;

/** A button that acts at the second tap; after the first one it says what that will mean. */
export function sureButton(text, meaning, act, more = {}) {
  let timer;
  const calm = () => {
    clearTimeout(timer);
    timer = null;
    show(made, text);
  };
  const tapped = () => {
    if (timer) {
      calm();
      act();
      return;
    }
    show(made, meaning);
    timer = setTimeout(calm, SURE);
  };
  const made = button(text, tapped, { ...more, onblur: () => timer && calm() });
  return made;
}

/** A form that does something when it is sent. */
export function form(looks, act, ...inside) {
  const onsubmit = (event) => {
    event.preventDefault();
    act();
  };
  return make("form", { ...looks, onsubmit }, inside);
}

/** A button with a picture; `label` is its name. */
export function iconButton(name, label, onclick, more = {}) {
  return button(icon(name), onclick, { class: "tool", "aria-label": label, title: label, ...more });
}

/** Copy what stands in a field; false if the browser doesn't let us. */
export async function copied(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select(); // pages without https have no clipboard of their own
    return document.execCommand("copy");
  }
}

/** A table: the heads of its columns, and rows of cells, the first of each being its head. */
export function tableOf(looks, heads, rows) {
  const head = (scope) => (inside) => make("th", { scope }, inside);
  return make(
    "table",
    { class: looks },
    make("thead", {}, make("tr", {}, heads.map(head("col")))),
    make("tbody", {}, rows.map(([first, ...cells]) => make("tr", {}, head("row")(first), cells))),
  );
}

/** The place of a seat everywhere but on the board: its number on its colour. */
export function seatChip(seat, tone) {
  const chip = make("span", { class: "seat-dot", "aria-hidden": "true" }, String(seat));
  if (tone) chip.style.setProperty("--tone", tone);
  return chip;
}
