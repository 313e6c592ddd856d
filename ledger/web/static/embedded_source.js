// Where a game page in one file has its data from: the file itself. The twin of source.js.

const CHAPTER = 64;

async function unpack(element) {
  const bytes = Uint8Array.from(atob(element.textContent), (sign) => sign.charCodeAt(0));
  const packed = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(packed).json();
}

/** The data of one game, through somebody's eyes: `as` is empty for the first that there are. */
export class EmbeddedSource {
  constructor(data) {
    this.data = data;
    this.id = data.game;
    this.as = "";
    this.live = false;
  }

  /** Unpack what an element of the page holds. */
  static async open(element) {
    return new EmbeddedSource(await unpack(element));
  }

  get #eyes() {
    return Math.max(this.data.views.indexOf(this.as), 0);
  }

  /** What is known of the whole game. */
  async contents() {
    return this.data.contents[this.#eyes];
  }

  /** 64 lines of the log with their scenes, the last ones if `n` is 0; only those behind `after`. */
  async chapter(number, after = 0) {
    const eyes = this.#eyes;
    const n = number || this.data.chapters.length;
    const { game, version, viewer, lang } = this.data.contents[eyes];
    const [starts, ...rows] = this.data.chapters[n - 1] ?? [[]];
    if (!starts[eyes]) throw new RangeError(`there is no chapter ${n}`);
    const lines = rows.map((row) => row[eyes]).filter(Boolean);
    const first = CHAPTER * (n - 1) + 1;
    const last = first + lines.length - 1;
    const partly = first <= after && after <= last;
    return {
      ...{ game, version, viewer, lang, chapter: n, first, last },
      start: partly ? null : starts[eyes],
      lines: partly ? lines.slice(after - first + 1) : lines,
    };
  }

  /** The text of a rule. */
  async rule(id) {
    const found = this.data.rules[id];
    if (!found) throw new RangeError(`there is no rule ${id}`);
    return found;
  }

  /** A line as it stands in the log. */
  async raw(seq) {
    return this.data.events[this.#eyes][seq - 1];
  }

  /** The symbols that faces are made of. */
  async skin() {
    return this.data.skin;
  }

  /** Say what went wrong. */
  explain(error) {
    return error.message;
  }
}
