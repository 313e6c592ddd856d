// The pieces of a scene that can be picked: where they are, how they are marked, which one a finger means.

import { draw } from "./dom.js";
import { drawingOrder } from "./layout.js";

const TARGET = 36; // what a finger can hit, in pixels

/** The rectangle of a piece in the picture, turned or not. */
function boxOf(piece, face, spot) {
  const w = (face.w * spot.scale) / 1000;
  const h = (face.h * spot.scale) / 1000;
  if ((piece.turned ?? 0) % 180 !== 90) return { x: spot.x, y: spot.y, w, h };
  return { x: spot.x + (w - h) / 2, y: spot.y + (h - w) / 2, w: h, h: w };
}

/** A rectangle at least as large as a finger. */
export function wide({ x, y, w, h }) {
  const more = (size) => Math.max(0, (TARGET - size) / 2);
  return { x: x - more(w), y: y - more(h), w: Math.max(w, TARGET), h: Math.max(h, TARGET) };
}

export const middle = ({ x, y, w, h }) => [x + w / 2, y + h / 2];
const outside = (at, from, size) => Math.max(from - at, 0, at - from - size);
export const distance = ({ x, y, w, h }, [px, py]) => Math.hypot(outside(px, x, w), outside(py, y, h));
export const rectOf = (name, { x, y, w, h }, rx = 6) => draw("rect", { class: name, x, y, width: w, height: h, rx });

/** A mark around a piece; on a board it is round, and small enough for neighbours of six corners.
 *
 * A piece that is askew, like a die, is marked along its edges. */
export function markOf(name, { box, board, turned }) {
  if (turned % 90) {
    const made = rectOf(name, box, Math.min(box.w, box.h) / 5);
    made.setAttribute("transform", `rotate(${turned} ${middle(box).join(" ")})`);
    return made;
  }
  if (!board) return rectOf(name, box);
  const { x, y, w, h } = box;
  const r = Math.min(w, h) / 2;
  const by = r / 10;
  return rectOf(name, { x: x + by, y: y + by, w: w - 2 * by, h: h - 2 * by }, r - by);
}

export const PANELS = "panel"; // the region of the players' panels
const PANEL_HEAD = 36;

/** The heads of the players' panels, which are picked as players. */
function panels(scene, layout) {
  return scene.panels.flatMap(({ seat, name }) => {
    const box = layout.panels.get(seat);
    if (!box) return [];
    const head = { ...box, h: Math.min(box.h, PANEL_HEAD) };
    const value = String(seat);
    return [{ id: `${PANELS}-${value}`, value, what: PANELS, region: PANELS, turned: 0, box: head, said: name }];
  });
}

/** What a seat can reach, from the lowest to the highest: the panels, and everybody's and its own pieces. */
export function reachable(scene, spots, seat, layout) {
  const regions = new Map(scene.regions.map((region) => [region.id, region]));
  const found = panels(scene, layout);
  for (const piece of drawingOrder(scene)) {
    const spot = spots.get(piece.id);
    if (!piece.value || !spot) continue;
    let base = piece;
    while (base.on && scene.pieces.has(base.on)) base = scene.pieces.get(base.on);
    const region = regions.get(base.region);
    if (!region || ![0, seat].includes(region.owner ?? 0)) continue;
    const { id, value, face, same = id, turned = 0 } = piece;
    const box = boxOf(piece, scene.faces[face], spot);
    const said = piece.say || [region.title, value].filter(Boolean).join(" ");
    const what = `${same} ${face}`;
    found.push({ id, value, what, region: region.name, board: region.kind === "board", turned, box, said });
  }
  return found;
}

export const keyOf = ({ region, value }) => `${region}:${value}`;

/** The pieces to tap for what can be picked: of several in one spot, only the lowest. */
export function targets(pieces, lit, chosen) {
  const wanted = new Set(lit.map(keyOf));
  const fresh = new Set(pieces.filter(({ id }) => !chosen.has(id)).map(keyOf));
  const kept = [];
  for (const piece of pieces) {
    const key = keyOf(piece);
    if (!wanted.has(key) || (chosen.has(piece.id) && fresh.has(key))) continue;
    const covers = ({ box }) => distance(box, middle(piece.box)) === 0;
    if (!piece.board || !kept.some((other) => keyOf(other) === key && covers(other))) kept.push(piece);
  }
  return kept;
}

/** The kinds of pieces at the spot of a pick: another card may be there by now. */
export function kindsAt(key, pieces) {
  const there = pieces.filter((piece) => keyOf(piece) === key).map(({ what }) => what);
  return [...new Set(there)].sort().join();
}
