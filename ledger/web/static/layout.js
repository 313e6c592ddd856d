// Where everything goes at some width: the twin of layout.py, in whole numbers throughout.

export const EDGE = 8;
const GAP = 10;
const TITLE = 18;
const HEAD = 34;
export const NARROW = 700;
const COLUMNS = 860;
const PANEL = 370;
const LARGEST = 1300;

const div = (a, b) => Math.floor(a / b);
const gapOf = (region) => region.gap ?? 4;
const roomOf = (region) => region.room ?? 1;

/** Give every region a box: {width, height, rects: Map, panels: Map}. */
export function layOut(regions, width, own = 0, unfolded = new Set()) {
  const rects = new Map();
  const panels = new Map();
  const main = regions.filter((r) => r.area === "main");
  const side = regions.filter((r) => r.area === "side");
  const inner = width - 2 * EDGE;
  const [board] = main;
  const tall = board?.kind === "board" && board.h * 10 > board.w * 7;
  const high = tall && board.w < board.h;
  const owners = [...new Set(regions.map((r) => r.owner).filter(Boolean))].sort((a, b) => a - b);
  const seats = [...owners.filter((s) => s >= own), ...owners.filter((s) => s < own)];
  const folded = (s) => width < NARROW && own > 0 && s !== own && !unfolded.has(s);
  const mine = (s) => regions.filter((r) => r.owner === s && (r.brief || !folded(s)));
  let columns, ends, right;
  if (tall && width >= (high ? NARROW : COLUMNS)) {
    right = own;
    const left = div(inner * (high && width >= COLUMNS ? 47 : 56), 100);
    const [x, w] = [EDGE + left + GAP, inner - left - GAP];
    columns = [[EDGE, left], [x, w]];
    ends = [flow(rects, main, EDGE, EDGE, left, LARGEST), flow(rects, side, x, EDGE, w, 1000)];
  } else {
    const top = flow(rects, main, EDGE, EDGE, inner, largestOf(main, inner, width));
    const lines = Math.ceil(seats.length / Math.max(1, div(inner + GAP, PANEL + GAP))) || 1;
    const per = Math.ceil(seats.length / lines) || 1;
    const w = div(inner - GAP * (per - 1), per);
    const beside = per > 1 && board && side[0] && (own || seats.length % per === 1);
    const low = flow(rects, side, EDGE, top, beside ? inner - w - GAP : inner, 1000);
    columns = Array.from({ length: per }, (_, n) => [EDGE + n * (w + GAP), w]);
    ends = columns.map((_, n) => (beside && n === per - 1 ? top : low));
  }
  for (const seat of seats) {
    const n = seat === right ? 1 : ends.indexOf(Math.min(...ends));
    const [[x, w], y] = [columns[n], ends[n]];
    const low = flow(rects, mine(seat), x + EDGE, y + HEAD, w - 2 * EDGE, 1000);
    panels.set(seat, { x, y, w, h: low - y, scale: 1000 });
    ends[n] = low + GAP;
  }
  return { width, height: Math.max(...ends) + EDGE - GAP, rects, panels };
}

function largestOf(main, space, width) {
  const boards = main.filter((r) => r.kind === "board").map((r) => r.w);
  if (width < NARROW || boards.length < 2) return LARGEST;
  const all = boards.reduce((sum, w) => sum + w, 0);
  return Math.min(LARGEST, div((space - GAP * (boards.length - 1)) * 1000, all));
}

function flow(rects, regions, x, y, space, largest) {
  let line = [];
  let used = 0;
  for (const region of regions) {
    let size = sizeOf(region, space, largest, region.cols);
    if (line.length && (region.breaks || used + GAP + size.w > space)) {
      y = layLine(rects, line, x, y, space - used);
      line = [];
      used = 0;
      // it was to be narrow to stand beside something
      if (!region.breaks) size = sizeOf(region, space, largest);
    }
    used += size.w + (line.length ? GAP : 0);
    line.push({ region, ...size });
  }
  return line.length ? layLine(rects, line, x, y, space - used) : y;
}

function layLine(rects, line, x, y, spare) {
  const top = y + (line.some(({ region }) => region.title) ? TITLE : 0);
  const low = Math.max(...line.map(({ h }) => h));
  const rows = line.filter(({ region }) => region.kind === "row").length;
  if (!rows && line[0].region.area === "main") x += div(spare, 2);
  line.forEach(({ region, w, h, scale }) => {
    const wide = region.kind === "row" ? w + div(spare, rows) : w;
    const y = region.area === "main" ? top + div(low - h, 2) : top;
    rects.set(region.id, { x, y, w: wide, h, scale });
    x += wide + GAP;
  });
  return top + low + GAP;
}

function sizeOf(region, space, largest, most) {
  const { w, h, kind } = region;
  const gap = gapOf(region);
  if (kind === "board") {
    const scale = Math.min(largest, div(space * 1000, w));
    return { w: div(w * scale, 1000), h: div(h * scale, 1000), scale };
  }
  if (kind === "pile") return { w: Math.min(w, space), h, scale: 1000 };
  if (kind === "row") {
    return { w: Math.min(roomOf(region) * (w + gap) - gap, space), h, scale: 1000 };
  }
  const cols = Math.min(columns(region, space), most || roomOf(region));
  const rows = Math.ceil(roomOf(region) / cols);
  return { w: cols * (w + gap) - gap, h: rows * (h + gap) - gap, scale: 1000 };
}

function columns(region, space) {
  return Math.max(1, div(space + gapOf(region), region.w + gapOf(region)));
}

/** Where each piece lies: Map of id to {x, y, scale}; those in folded panels are left out. */
export function spots(scene, layout) {
  const regions = new Map(scene.regions.map((r) => [r.id, r]));
  const counts = new Map();
  for (const piece of scene.pieces.values()) {
    if (!piece.region) continue;
    counts.set(piece.region, Math.max(counts.get(piece.region) ?? 0, (piece.i ?? 0) + 1));
  }
  const found = new Map();
  const find = (id) => {
    if (found.has(id)) return found.get(id);
    const piece = scene.pieces.get(id);
    let spot;
    if (piece.on) {
      const under = find(piece.on);
      if (under) {
        const slots = scene.faces[scene.pieces.get(piece.on).face].slots ?? [];
        const [x, y] = slots.length
          ? slots[(piece.i ?? 0) % slots.length]
          : [piece.x ?? 0, piece.y ?? 0];
        const s = under.scale;
        spot = { x: under.x + div(x * s, 1000), y: under.y + div(y * s, 1000), scale: s };
      }
    } else if (layout.rects.has(piece.region)) {
      const box = layout.rects.get(piece.region);
      spot = inRegion(regions.get(piece.region), box, piece, counts.get(piece.region));
    }
    if (spot) found.set(id, spot);
    return spot;
  };
  for (const id of scene.pieces.keys()) find(id);
  return found;
}

function inRegion(region, box, piece, count) {
  const { w, h, kind } = region;
  const gap = gapOf(region);
  const s = box.scale;
  const i = piece.i ?? 0;
  if (kind === "board") {
    return {
      x: box.x + div((piece.x ?? 0) * s, 1000),
      y: box.y + div((piece.y ?? 0) * s, 1000),
      scale: s,
    };
  }
  if (kind === "pile") return { x: box.x, y: box.y, scale: s };
  if (kind === "row") return { x: box.x + i * pitch(w, gap, box.w, count), y: box.y, scale: s };
  const cols = columns(region, box.w);
  const down = pitch(h, gap, box.h, Math.ceil(count / cols));
  return { x: box.x + (i % cols) * (w + gap), y: box.y + div(i, cols) * down, scale: s };
}

function pitch(size, gap, space, count) {
  return count < 2 ? size + gap : Math.min(size + gap, div(Math.max(space - size, 0), count - 1));
}

/** The pieces from the lowest to the highest. */
export function drawingOrder(scene) {
  const rank = new Map(scene.regions.map((r, n) => [r.id, n]));
  const depth = new Map();
  const where = new Map();
  const look = (id) => {
    if (depth.has(id)) return;
    const { on, region } = scene.pieces.get(id);
    if (on) {
      look(on);
      depth.set(id, depth.get(on) + 1);
      where.set(id, where.get(on));
    } else {
      depth.set(id, 0);
      where.set(id, rank.get(region));
    }
  };
  for (const id of scene.pieces.keys()) look(id);
  return [...scene.pieces.values()].sort(
    (a, b) =>
      (a.layer ?? 0) - (b.layer ?? 0) ||
      depth.get(a.id) - depth.get(b.id) ||
      where.get(a.id) - where.get(b.id) ||
      (a.i ?? 0) - (b.i ?? 0) ||
      (a.id < b.id ? -1 : 1),
  );
}
