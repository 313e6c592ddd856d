// A scene as SVG elements: the twin of drawing.py. Elements are kept from scene to scene, so that
// pieces can glide; what stands in the document is always what drawing.py would write.

import { draw } from "./dom.js";
import { drawingOrder, spots } from "./layout.js";
import { fit, widthOf } from "./text_width.js";
import { pairs } from "./pairing.js";

const TITLE_SIZE = 12;
const NAME_SIZE = 16;
const NOTE_SIZE = 13;
const BOLD = 19;
const GLIDE = 320;

const decimal = (n) => `${Math.floor(n / 1000)}.${String(n % 1000).padStart(3, "0")}`;

const group = (name) => draw("g", { class: name });

/** A picture inside an <svg>; `show` brings it up to date. */
export class Drawing {
  constructor(svg) {
    this.svg = svg;
    this.reset();
  }

  /** Forget everything: another game, or other eyes. */
  reset() {
    this.faces = [];
    this.known = null;
    this.pieces = new Map();
    this.spots = new Map();
    this.glides = [];
    this.scene = null;
    this.layout = null;
    this.defs = draw("defs");
    this.panels = group("panels");
    this.regions = group("regions");
    this.layer = group("pieces");
    this.svg.replaceChildren(this.defs, this.panels, this.regions, this.layer);
  }

  /** Draw a scene; pieces glide to where they lie now unless `still`. What is the same object as
   * in the scene before is taken to look the same. */
  show(scene, layout, moved = new Set(), still = true) {
    const { svg } = this;
    const fresh = this.layout !== layout;
    if (fresh) {
      svg.setAttribute("viewBox", `0 0 ${layout.width} ${layout.height}`);
      svg.setAttribute("width", layout.width);
      svg.setAttribute("height", layout.height);
    }
    if (this.known !== scene.faces) this.#defs(scene.faces);
    if (fresh || this.scene?.panels !== scene.panels) {
      this.panels.replaceChildren(...scene.panels.flatMap((p) => panel(p, layout)));
    }
    if (fresh || this.scene?.regions !== scene.regions) {
      this.regions.replaceChildren(...scene.regions.flatMap((r) => ground(r, layout)));
    }
    for (const running of this.glides.splice(0)) running.cancel();
    const where = spots(scene, layout);
    const from = still ? new Map() : this.#from(scene, where);
    for (const [id, shown] of this.pieces) {
      if (where.has(id)) continue;
      shown.element.remove();
      this.pieces.delete(id);
    }
    let next = this.layer.firstChild;
    for (const piece of drawingOrder(scene)) {
      const spot = where.get(piece.id);
      if (!spot) continue;
      const face = scene.faces[piece.face];
      const { element } = this.#piece(piece, spot, face, moved.has(piece.id));
      if (next && element === next.nextSibling) next = element; // its turn comes later
      if (element === next) next = next.nextSibling;
      else this.layer.insertBefore(element, next);
      const start = from.get(piece.id);
      if (start) this.glides.push(glide(element, start, spot, turnOf(piece, face)));
    }
    Object.assign(this, { spots: where, scene, layout });
  }

  #defs(faces) {
    this.known = faces;
    const before = this.faces.length;
    const known = new Set(this.faces);
    const more = Object.keys(faces).filter((id) => !known.has(id));
    if (!more.length) return;
    this.faces = [...this.faces, ...more].sort();
    const made = new Set(more);
    let next = before ? this.defs.firstChild : null;
    for (const id of this.faces) {
      if (made.has(id)) this.defs.insertBefore(faceElement(id, faces[id]), next);
      else next = next.nextSibling;
    }
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
    let known = this.pieces.get(piece.id);
    if (known?.piece === piece && known.face === face && known.moved === moved) {
      const { x, y, scale } = known.spot;
      if (x === spot.x && y === spot.y && scale === spot.scale) return known;
    }
    if (!known) {
      const use = draw("use");
      known = { element: draw("g", {}, use), use, told: "" };
      this.pieces.set(piece.id, known);
    }
    const { element, use } = known;
    Object.assign(known, { piece, spot, face, moved });
    const place = `translate(${spot.x} ${spot.y}) scale(${decimal(spot.scale)})`;
    const looks = `piece${piece.faded ? " faded" : ""}${moved ? " moved" : ""}`;
    this.#set(known, element, "class", looks);
    this.#set(known, element, "id", `p-${piece.id}`);
    this.#set(known, element, "transform", place + turnOf(piece, face));
    this.#set(known, element, "role", piece.say ? "img" : "");
    this.#set(known, element, "aria-label", piece.say ?? "");
    this.#set(known, use, "href", `#f-${piece.face}`);
    const [x, y, size] = face.label ?? [0, 0, 0];
    const label = { class: "label", x, y, "font-size": size, fill: face.ink };
    const told = piece.text ? `${x} ${y} ${size} ${face.ink ?? ""} ${piece.text}` : "";
    if (told !== known.told) {
      known.told = told;
      known.label?.remove();
      known.label = told ? draw("text", label, piece.text) : null;
      if (told) element.append(known.label);
    }
    return known;
  }

  /** Set an attribute if it is another than before; none if it is empty. */
  #set(known, element, name, value) {
    if ((known[name] ?? "") === value) return;
    known[name] = value;
    if (value) element.setAttribute(name, value);
    else element.removeAttribute(name);
  }
}

/** How a piece is turned about its middle, as a part of its transform. */
function turnOf(piece, face) {
  if (!piece.turned) return "";
  return ` rotate(${piece.turned} ${Math.floor(face.w / 2)} ${Math.floor(face.h / 2)})`;
}

/** A face as a group that pieces refer to. */
export function faceElement(id, face) {
  return draw("g", { id: `f-${id}` }, ...(face.parts ?? []).map(part));
}

function part(p) {
  const x = p.x ?? 0;
  const y = p.y ?? 0;
  if (p.text) {
    const looks = { x, y, "font-size": p.size ?? 12, "text-anchor": p.anchor ?? "middle" };
    if (p.bold) looks["font-weight"] = "700";
    return draw("text", { ...looks, fill: p.colour }, p.text);
  }
  const turned = p.turned ? ` rotate(${p.turned})` : "";
  const transform = `translate(${x} ${y}) scale(${decimal(p.scale ?? 1000)})${turned}`;
  return draw("use", { href: `#s-${p.symbol}`, transform, color: p.colour });
}

const text = (name, x, y, inside) => draw("text", { class: name, x, y }, inside);

function panel(p, layout) {
  const box = layout.panels.get(p.seat);
  if (!box) return [];
  const name = fit(p.name, NAME_SIZE, Math.floor((box.w * 45) / 100));
  const points = p.points ?? "";
  const end = box.w - 26 - widthOf(points, BOLD);
  const note = fit(p.note ?? "", NOTE_SIZE, end - 50 - widthOf(name, BOLD));
  const looks = {
    class: `panel${p.active ? " active" : ""}`,
    id: `seat-${p.seat}`,
    color: p.tone,
    transform: `translate(${box.x} ${box.y})`,
  };
  return [
    draw(
      "g",
      looks,
      draw("rect", { class: "sheet", width: box.w, height: box.h, rx: 10 }),
      draw("circle", { class: "seat", cx: 20, cy: 18, r: 10 }),
      text("number", 20, 23, String(p.seat)),
      text("name", 38, 24, name),
      text("note", end, 23, note),
      text("points", box.w - 12, 24, points),
    ),
  ];
}

function ground(region, layout) {
  const box = layout.rects.get(region.id);
  if (!box) return [];
  const title = fit(region.title ?? "", TITLE_SIZE, box.w);
  const head = title ? [text("title", 0, -6, title)] : [];
  const scale = region.ground ? ` scale(${decimal(box.scale)})` : "";
  const under = [];
  if (!region.ground || region.kind !== "board") {
    under.push(draw("rect", { class: region.kind, width: box.w, height: box.h, rx: 6 }));
  }
  if (region.ground) under.push(draw("use", { href: `#f-${region.ground}` }));
  const transform = `translate(${box.x} ${box.y})${scale}`;
  return [draw("g", { id: `r-${region.id}`, transform }, ...under, ...head)];
}

function glide(element, start, end, turned) {
  const [angle, x, y] = turned ? turned.match(/-?\d+/g) : [0, 0, 0];
  const about = `translate(${x}px, ${y}px) rotate(${angle}deg) translate(${-x}px, ${-y}px)`;
  const place = (at) => `translate(${at.x}px, ${at.y}px) scale(${at.scale / 1000}) ${about}`;
  return element.animate([{ transform: place(start) }, { transform: place(end) }], {
    duration: GLIDE,
    easing: "ease-in-out",
  });
}
