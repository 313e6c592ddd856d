// Elements without markup: a text is always a text.
const SVG = "http://www.w3.org/2000/svg";

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, act] of Object.entries(value)) element.addEventListener(event, act);
    } else if (typeof value === "function") {
      element.addEventListener(name.slice(2), value);
    } else if (name === "data") {
      Object.assign(element.dataset, value);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
  return element;
}

// Make an element: `make("button", { class: "button", onclick: go }, "Go")`.
export function make(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

// The same for a drawing.
export function draw(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

// Put something in the place of all that was in an element.
export function show(element, ...children) {
  element.replaceChildren();
  return fill(element, {}, children);
}
