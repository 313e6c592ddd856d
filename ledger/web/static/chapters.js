// The log in chapters of 64 lines: each has a scene to begin with and a step for every line.

const CHAPTER = 64;
const KEPT = 48;
const POOL = 20000;

/** The chapter in which a line stands. */
export const chapterOf = (seq) => Math.floor((seq - 1) / CHAPTER) + 1;

/** Chapters that were read, as many as fit; `arrived` is called when there is another one. */
export class Chapters {
  constructor(source, arrived, failed) {
    Object.assign(this, { source, arrived, failed });
    this.reset();
  }

  /** Forget everything: other eyes, or another language. */
  reset() {
    this.last = 0;
    this.kept = new Map();
    this.asked = new Map();
    this.queue = [];
    this.pool = new Map();
    this.backs = new Map();
  }

  /** A line, if its chapter has been read. */
  line(seq) {
    const chapter = this.kept.get(chapterOf(seq));
    return chapter?.lines[seq - chapter.first];
  }

  /** The scene after a line, if its chapter has been read. */
  scene(seq) {
    const chapter = this.kept.get(chapterOf(seq));
    const at = chapter ? seq - chapter.first : 0;
    if (!chapter?.lines[at]) return null;
    if (chapter.near.at > at) chapter.near = { at: 0, scene: chapter.start };
    const { near } = chapter;
    if (near.at < at) {
      const scene = { ...near.scene, pieces: new Map(near.scene.pieces) };
      for (const { step } of chapter.lines.slice(near.at + 1, at + 1)) takeStep(scene, step);
      chapter.near = { at, scene };
    }
    return chapter.near.scene;
  }

  /** The last line that isn't a remark, as far as we know. */
  get lastMove() {
    let seq = this.last;
    while (this.line(seq)?.note) seq--;
    return seq;
  }

  /** Whether a line was taken back, as far as we know. */
  takenBack(seq) {
    let end = Infinity;
    for (const [at, to] of [...this.backs].sort((a, b) => b[0] - a[0])) {
      if (at <= seq || end < seq) break;
      if (at <= end) end = to; // else it was taken back itself: its move was redone
    }
    return end < seq;
  }

  /** Ask for the chapters of some lines, the first one first; earlier wishes are forgotten. */
  want(...seqs) {
    const wished = seqs.filter((seq) => seq >= 1 && (!this.last || seq <= this.last));
    this.queue = [...new Set(wished.map(chapterOf))].filter((n) => !this.#has(n));
    this.#pump();
  }

  /** Read a chapter, 0 for the last one; of all only so many are kept. */
  async load(n) {
    if (!this.#has(n)) {
      if (!this.asked.has(n)) this.asked.set(n, this.#read(n));
      await this.asked.get(n);
    }
    const found = this.kept.get(n);
    this.kept.delete(n);
    if (found) this.kept.set(n, found); // the latest one is the last
  }

  /** There are new lines: read those of the last chapter, if it is here. */
  async grow(version) {
    const n = chapterOf(this.last);
    const chapter = this.kept.get(n);
    const { pool } = this;
    if (chapter) {
      const last = () => chapter.first + chapter.lines.length - 1;
      const found = await this.source.chapter(n, last());
      if (pool !== this.pool) return;
      const known = last(); // more than before, if it was read in the meantime
      const fresh = found.lines.filter((line) => line.seq > known);
      chapter.lines.push(...fresh.map((line) => this.#line(line)));
      version = Math.max(version, found.version);
    }
    this.last = Math.max(this.last, version);
  }

  /** Whether a chapter is here, as far as the game goes by now. */
  #has(n) {
    const chapter = this.kept.get(n);
    return chapter && chapter.first + chapter.lines.length > Math.min(n * CHAPTER, this.last);
  }

  #pump() {
    while (this.queue.length && this.asked.size < 2) {
      const n = this.queue.shift();
      if (this.#has(n) || this.asked.has(n)) continue;
      this.load(n).then(
        this.arrived,
        this.failed,
      ).then(() => this.#pump());
    }
  }

  async #read(n) {
    const { pool, asked } = this;
    try {
      const found = await this.source.chapter(n);
      if (pool !== this.pool) return; // other eyes by now
      this.last = Math.max(this.last, found.version);
      this.game = found.game;
      this.viewer = found.viewer ?? null;
      const { start } = found;
      const scene = {
        caption: start.caption,
        regions: this.#same(start.regions),
        faces: this.#same(start.faces),
        panels: this.#same(start.panels),
        pieces: new Map(start.pieces.map((piece) => [piece.id, this.#same(piece)])),
      };
      const lines = found.lines.map((line) => this.#line(line));
      const near = { at: 0, scene };
      this.kept.set(found.chapter, { first: found.first, start: scene, near, lines });
      for (const old of [...this.kept.keys()].slice(0, -KEPT)) this.kept.delete(old);
    } finally {
      asked.delete(n);
    }
  }

  #line(line) {
    if (line.back) this.backs.set(line.seq, line.to ?? 0);
    const { step } = line;
    if (step?.put) step.put = step.put.map((piece) => this.#same(piece));
    if (step?.panels) step.panels = this.#same(step.panels);
    if (step?.regions) step.regions = this.#same(step.regions);
    return line;
  }

  /** The first of all things that say the same, so that a drawing sees that nothing changed. */
  #same(thing) {
    const key = JSON.stringify(thing);
    const known = this.pool.get(key);
    if (known) return known;
    if (this.pool.size > POOL) this.pool.clear();
    this.pool.set(key, thing);
    return thing;
  }
}

function takeStep(scene, step) {
  if (!step) return;
  for (const id of step.gone ?? []) scene.pieces.delete(id);
  for (const piece of step.put ?? []) scene.pieces.set(piece.id, piece);
  if (step.faces && Object.keys(step.faces).length) scene.faces = { ...scene.faces, ...step.faces };
  if (step.panels?.length) scene.panels = step.panels;
  if (step.regions?.length) scene.regions = step.regions;
  if (step.caption) scene.caption = step.caption;
}
