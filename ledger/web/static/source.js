// Where a game page has its data from: a service. A page in one file has a twin of this class.

import { ask, problemText } from "./api.js";
import { readMessages } from "./messages.js";
import { language } from "./words.js";

const PATIENCE = 40000;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 10000;

/** The data of one game, through somebody's eyes: `as` is empty for those of the token. */
export class Source {
  constructor(id) {
    this.id = id;
    this.as = "";
    this.live = true;
  }

  /** What is known of the whole game: turns, marks, curves, who may look; a part of a long one. */
  contents(after = 0) {
    return this.#get("/contents", { lang: language, after: after || "" });
  }

  /** 64 lines of the log with their scenes; only those behind line `after`. */
  chapter(n, after = 0) {
    return this.#get(`/chapters/${n}`, { lang: language, after: after || "" });
  }

  /** The text of a rule. */
  rule(id) {
    return this.#get(`/rules/${encodeURIComponent(id)}`, { lang: language });
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

  /** Add a remark at the end of the log. */
  note(text) {
    return ask("POST", this.#path("/notes"), { body: { text } });
  }

  /** Say what went wrong. */
  explain(error) {
    return problemText(error);
  }

  /** Hear of new lines: `news(last line)`; `state` is told "live", "cut" and "over".
   *
   * Return how to stop it. */
  follow(news, state, after) {
    const stopped = new AbortController();
    this.#listen(news, state, after, stopped.signal);
    return () => stopped.abort();
  }

  async #listen(news, state, after, stopped) {
    let wait = FIRST_WAIT;
    let over = false;
    while (!over && !stopped.aborted) {
      const once = new AbortController();
      const stop = () => once.abort();
      stopped.addEventListener("abort", stop);
      let timer = setTimeout(stop, PATIENCE);
      try {
        const headers = { Accept: "text/event-stream" };
        const path = this.#path("/stream", { after });
        const answer = await ask("GET", path, { headers, signal: once.signal, raw: true });
        state("live");
        wait = FIRST_WAIT;
        for await (const message of readMessages(answer.body)) {
          clearTimeout(timer);
          timer = setTimeout(stop, PATIENCE);
          if (message.kind === "group") news((after = Number(message.id)));
          if (message.kind === "end") over = true;
          if (message.kind === "failed") break;
        }
      } catch (error) {
        over = error.status >= 400 && error.status < 500 && error.status !== 429;
      }
      clearTimeout(timer);
      stopped.removeEventListener("abort", stop);
      if (over || stopped.aborted) break;
      state("cut");
      await new Promise((done) => setTimeout(done, wait * (0.75 + Math.random() / 2)));
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
    if (over) state("over");
  }

  #path(path, query = {}) {
    const known = Object.entries({ ...query, as: this.as }).filter(([, value]) => value !== "");
    return `/games/${encodeURIComponent(this.id)}${path}?${new URLSearchParams(known)}`;
  }

  #get(path, query) {
    return ask("GET", this.#path(path, query));
  }
}
