// Where a game page has its data from: a service. A page in one file has a twin of this class.

import { follow, get, hasEnded, newKey, post, problemText } from "./api.js";
import { language } from "./translations.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10000;
const LOOK = 5000;
const BEAT = 17000; // the service says something every 15 seconds
const SILENCE = 3 * BEAT;
const WAKING = ["visibilitychange", "online", "pageshow"];

/** The data of one game, through somebody's eyes: `as` is empty for those of the token. */
export class Source {
  constructor(id) {
    this.id = id;
    this.as = "";
    this.live = true;
  }

  /** What is known of the whole game: turns, marks, curves, who may look; a part of a long one. */
  contents(after = 0) {
    return this.#get("/contents", { after });
  }

  /** Ask for the end of the log while it is still found out who may see it: `how` is for `ask`. */
  begin(how, entered) {
    this.entered = entered;
    this.begun = get(this.#path(`/chapters/0?lang=${language}`), how);
    this.begun.catch(() => {}); // whoever needs it is told
  }

  /** 64 lines of the log with their scenes, the last ones if `n` is 0; only those behind `after`. */
  chapter(n, after = 0) {
    const { begun, entered } = this;
    this.begun = null;
    const read = () => this.#get(`/chapters/${n}`, { after });
    return begun && !n ? begun.catch(() => entered.then(read)) : read();
  }

  /** The text of a rule. */
  rule(id) {
    return this.#get(`/rules/${encodeURIComponent(id)}`);
  }

  /** A line as it stands in the log. */
  async raw(seq) {
    return (await this.#get("/events", { from: seq, limit: 1 })).events[0];
  }

  /** The symbols that faces are made of. */
  async skin(game) {
    const answer = await fetch(`/static/skins/${encodeURIComponent(game)}.svg`);
    return answer.ok ? answer.text() : "";
  }

  /** Add a remark at the end of the log; tried again after a failure, it is still written once. */
  async note(text) {
    if (this.noting?.text !== text) this.noting = { text, key: newKey() };
    await this.#post("/notes", this.noting);
    this.noting = null;
  }

  /** What can come after these picks; the answer says at which version. */
  choices(picks) {
    return this.#get("/choices", {}, picks.map((pick) => ["pick", pick]));
  }

  /** What may follow in a typed move. */
  complete(text) {
    return this.#get("/completions", { text });
  }

  /** Play `{ command }` or `{ move }`; the same key again changes nothing. */
  send(what, version, key) {
    return this.#post("/commands", { ...what, version, key });
  }

  /** Start a game that goes on from a line; return what is known of it. */
  branch(at) {
    return this.#post("/branches", { at, key: newKey() });
  }

  /** Start a game of the same people, with the same options and box; return what is known of it. */
  async again() {
    const [{ game, seats, options, place }, { data }] = await Promise.all([this.#get(""), this.raw(1)]);
    const people = seats.map(({ name, bot }) => (bot ? { name, bot } : { name }));
    this.next ??= newKey();
    return post("/games", { game, seats: people, options, place, box: data.box_data ?? undefined, key: this.next });
  }

  /** Take the last move back. */
  undo(version, key) {
    return this.#post("/undo", { version, key });
  }

  /** Say what went wrong. */
  explain(error) {
    return problemText(error);
  }

  /** Hear of new lines: `news(last line)`; `state` is told "live", "cut" and "over".
   *
   * `after` gives the last line that is known. A stream that says nothing for long, not even that it
   * is there, is dead: then another one is opened. Return how to stop it. */
  follow(news, state, after) {
    let wait = FIRST_WAIT;
    let timer;
    let stream;
    let stopped = false;
    let heard = Date.now();
    const later = (act) => {
      timer = setTimeout(act, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    };
    // a stream tells nobody why it ended: perhaps we may see no more, and need not try again
    const again = () => get("/whoami").then(open, () => later(again));
    const open = () => {
      if (stopped || hasEnded()) return;
      heard = Date.now();
      stream = follow(this.#path("/stream"), { after: after(), beats: true, ...(this.as && { as: this.as }) });
      stream.addEventListener("open", () => {
        wait = FIRST_WAIT;
        heard = Date.now();
        state("live");
      });
      stream.addEventListener("beat", () => (heard = Date.now()));
      stream.addEventListener("group", ({ lastEventId }) => {
        heard = Date.now();
        news(Number(lastEventId));
      });
      stream.addEventListener("end", () => {
        stop();
        state("over");
      });
      stream.addEventListener("error", cut);
    };
    const cut = () => {
      stream.close();
      state("cut");
      clearTimeout(timer);
      later(again);
    };
    const look = (silence) => {
      if (stream?.readyState < EventSource.CLOSED && Date.now() - heard > silence) cut();
    };
    const watch = setInterval(look, LOOK, SILENCE);
    const awake = () => document.hidden || look(BEAT); // who slept may have missed much
    const stop = () => {
      stopped = true;
      clearTimeout(timer);
      clearInterval(watch);
      for (const name of WAKING) removeEventListener(name, awake);
      stream?.close();
    };
    open();
    for (const name of WAKING) addEventListener(name, awake);
    return stop;
  }

  #path(path) {
    return `/games/${encodeURIComponent(this.id)}${path}`;
  }

  #get(path, query, more = []) {
    const known = Object.entries({ lang: language, ...query, as: this.as }).filter(([, value]) => value);
    return get(`${this.#path(path)}?${new URLSearchParams([...known, ...more])}`);
  }

  #post(path, body) {
    return post(this.#path(path), body);
  }
}
