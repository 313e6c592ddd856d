// Which piece of a scene is which of the next one. Copies are all the same at the table too, so any
// pairing of them is true; this one moves as few as it can.

/** Map of ids in the new scene to ids in the old one. */
export function pairs(before, after) {
  const out = new Map();
  const free = Object.create(null);
  for (const [id, piece] of before.pieces) {
    const now = after.pieces.get(id);
    if (now && now.same === piece.same) out.set(id, id);
    else if (piece.same) (free[piece.same] ??= []).push(piece);
  }
  const left = [];
  for (const [id, piece] of after.pieces) {
    if (out.has(id)) continue;
    const old = piece.same && take(free[piece.same], piece);
    if (old) out.set(id, old.id);
    else left.push(piece);
  }
  const paired = new Set(out.values());
  const covered = [...before.pieces.values()].filter((p) => !paired.has(p.id));
  for (const piece of left) {
    // turned over where it lies, or on its way: a covered piece became an open one, or the reverse
    const n = covered.findIndex((p) => p.i === piece.i && p.region === piece.region && piece.region);
    if (n >= 0) out.set(piece.id, covered.splice(n, 1)[0].id);
  }
  return out;
}

function take(copies, piece) {
  if (!copies?.length) return null;
  const near = copies.findIndex((p) => p.region === piece.region && p.on === piece.on);
  return copies.splice(Math.max(near, 0), 1)[0];
}
