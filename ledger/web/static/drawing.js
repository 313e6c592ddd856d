// A scene as SVG elements: the twin of drawing.py. Elements are kept from scene to scene, so that
// pieces can glide; what stands in the document is always what drawing.py would write.

import { drawingOrder, spots } from "./layout.js";
import { fit } from "./lettering.js";
import { pairs } from "./pairing.js";

const SVG = "http://www.w3.org/2000/svg";
const TITLE_SIZE = 12;
const NAME_SIZE = 16;
const NOTE_SIZE = 13;
const GLIDE = 320;

const decimal = (n) => `${Math.floor(n / 1000)}.${String(n % 1000).padStart(3, "0")}`;

/** An SVG element with attributes in this order, and children. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== "" && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

const group = (name) => make("g", { class: name });

/** A picture inside an <svg>; `show` brings it up to date. */
export class Drawing {
  constructor(svg) {
    this.svg = svg;
    this.reset();
  }

  /** Forget everything: another game, or other eyes. */
  reset() {
    this.faces = new Set();
    this.pieces = new Map();
    this.spots = new Map();
    this.scene = null;
    this.defs = make("defs");
    this.panels = group("panels");
    this.regions = group("regions");
    this.layer = group("pieces");
    this.svg.replaceChildren(this.defs, this.panels, this.regions, this.layer);
  }

  /** Draw a scene; pieces glide to where they lie now unless `still`. */
  show(scene, layout, moved = new Set(), still = true) {
    const { svg } = this;
    svg.setAttribute("viewBox", `0 0 ${layout.width} ${layout.height}`);
    svg.setAttribute("width", layout.width);
    svg.setAttribute("height", layout.height);
    this.#defs(scene);
    this.panels.replaceChildren(...scene.panels.flatMap((p) => panel(p, layout)));
    if (this.layout !== layout || this.scene?.regions !== scene.regions) {
      this.regions.replaceChildren(...scene.regions.flatMap((r) => ground(r, layout)));
    }
    const where = spots(scene, layout);
    const from = still ? new Map() : this.#from(scene, where);
    const kept = new Map();
    let next = this.layer.firstChild;
    for (const piece of drawingOrder(scene)) {
      const spot = where.get(piece.id);
      if (!spot) continue;
      const shown = this.#piece(piece, spot, scene.faces[piece.face], moved.has(piece.id));
      kept.set(piece.id, shown);
      if (shown.element === next) next = next.nextSibling;
      else this.layer.insertBefore(shown.element, next);
      const start = from.get(piece.id);
      if (start) glide(shown.element, start, spot);
    }
    for (const [id, shown] of this.pieces) if (!kept.has(id)) shown.element.remove();
    Object.assign(this, { pieces: kept, spots: where, scene, layout });
  }

  #defs(scene) {
    const more = Object.keys(scene.faces).filter((id) => !this.faces.has(id));
    if (!more.length) return;
    for (const id of more) this.faces.add(id);
    const all = Object.keys(scene.faces).sort();
    this.defs.replaceChildren(...all.map((id) => faceElement(id, scene.faces[id])));
  }

  #from(scene, where) {
    const out = new Map();
    if (!this.scene) return out;
    for (const [id, old] of pairs(this.scene, scene)) {
      const start = this.spots.get(old);
      const end = where.get(id);
      if (start && end && (start.x !== end.x || start.y !== end.y)) out.set(id, start);
    }
    return out;
  }

  #piece(piece, spot, face, moved) {
    const known = this.pieces.get(piece.id);
    const key = JSON.stringify([piece, spot, moved]);
    if (known?.key === key) return known;
    const looks = `piece${piece.faded ? " faded" : ""}${moved ? " moved" : ""}`;
    let transform = `translate(${spot.x} ${spot.y}) scale(${decimal(spot.scale)})`;
    if (piece.turned) {
      transform += ` rotate(${piece.turned} ${Math.floor(face.w / 2)} ${Math.floor(face.h / 2)})`;
    }
    const children = [make("use", { href: `#f-${piece.face}` })];
    if (piece.text) {
      const [x, y, size] = face.label ?? [0, 0, 0];
      const label = { class: "label", x, y, "font-size": size, fill: face.ink };
      children.push(make("text", label, piece.text));
    }
    const element = known?.element ?? make("g");
    for (const name of [...element.getAttributeNames()]) element.removeAttribute(name);
    element.setAttribute("class", looks);
    element.setAttribute("id", `p-${piece.id}`);
    element.setAttribute("transform", transform);
    if (piece.say) {
      element.setAttribute("role", "img");
      element.setAttribute("aria-label", piece.say);
    }
    element.replaceChildren(...children);
    return { element, key };
  }
}

/** A face as a group that pieces refer to. */
export function faceElement(id, face) {
  return make("g", { id: `f-${id}` }, ...(face.parts ?? []).map(part));
}

function part(p) {
  const x = p.x ?? 0;
  const y = p.y ?? 0;
  if (p.text) {
    const looks = { x, y, "font-size": p.size ?? 12, "text-anchor": p.anchor ?? "middle" };
    if (p.bold) looks["font-weight"] = "700";
    return make("text", { ...looks, fill: p.colour }, p.text);
  }
  const turned = p.turned ? ` rotate(${p.turned})` : "";
  const transform = `translate(${x} ${y}) scale(${decimal(p.scale ?? 1000)})${turned}`;
  return make("use", { href: `#s-${p.symbol}`, transform, color: p.colour });
}

function panel(p, layout) {
  const box = layout.panels.get(p.seat);
  if (!box) return [];
  const name = fit(p.name, NAME_SIZE, Math.floor((box.w * 45) / 100));
  const note = fit(p.note ?? "", NOTE_SIZE, Math.floor((box.w * 30) / 100));
  const looks = {
    class: `panel${p.active ? " active" : ""}`,
    id: `seat-${p.seat}`,
    color: p.tone,
    transform: `translate(${box.x} ${box.y})`,
  };
  return [
    make(
      "g",
      looks,
      make("rect", { class: "sheet", width: box.w, height: box.h, rx: 10 }),
      make("circle", { class: "seat", cx: 20, cy: 18, r: 10 }),
      make("text", { class: "number", x: 20, y: 23 }, String(p.seat)),
      make("text", { class: "name", x: 38, y: 24 }, name),
      make("text", { class: "note", x: Math.floor((box.w * 62) / 100), y: 23 }, note),
      make("text", { class: "points", x: box.w - 12, y: 24 }, p.points ?? ""),
    ),
  ];
}

function ground(region, layout) {
  const box = layout.boxes.get(region.id);
  if (!box) return [];
  const title = fit(region.title ?? "", TITLE_SIZE, box.w);
  const head = title ? [make("text", { class: "title", x: 0, y: -6 }, title)] : [];
  const scale = region.ground ? ` scale(${decimal(box.scale)})` : "";
  const under = [];
  if (!region.ground || region.kind !== "board") {
    under.push(make("rect", { class: region.kind, width: box.w, height: box.h, rx: 6 }));
  }
  if (region.ground) under.push(make("use", { href: `#f-${region.ground}` }));
  const transform = `translate(${box.x} ${box.y})${scale}`;
  return [make("g", { id: `r-${region.id}`, transform }, ...under, ...head)];
}

function glide(element, start, end) {
  const place = ({ x, y, scale }) => `translate(${x}px, ${y}px) scale(${scale / 1000})`;
  element.animate([{ transform: place(start) }, { transform: place(end) }], {
    duration: GLIDE,
    easing: "ease-in-out",
  });
}
