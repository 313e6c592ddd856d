// The page of a game, live and past in one: it knows where we are, and everybody else asks it.

import { Book, chapterOf } from "./book.js";
import { Curves, rowAt } from "./curves.js";
import { el, glyph, iconButton } from "./elements.js";
import { keyHelp, meaning } from "./keys.js";
import { changeTable, EventCard, LogList } from "./log.js";
import { Search } from "./search.js";
import { shareForm } from "./share.js";
import { Stage } from "./stage.js";
import { Timeline } from "./timeline.js";
import { language, t } from "./words.js";

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 32];
const REST_PAUSE = 120;
const SAY_PAUSE = 500;
const HASH_PAUSE = 300;
const DIGITS_PAUSE = 3000;
const COUNT_PAUSE = 800;
const SCORE = "score";
const ZOOMS = ["", "only-board", "only-ledger"];

/** A game page over a source of data, in the elements `board`, `timeline` and `log`. */
export class GamePage {
  /** `extras` stand at the end of what is told about the game. */
  constructor(source, extras = []) {
    this.source = source;
    this.extras = extras;
    this.pos = 0;
    this.needle = "";
    this.digits = "";
    this.speed = 2;
    this.playing = false;
    this.state = "";
    this.tail = true;
    this.marks = new Set();
    this.allMarks = [];
    this.contents = null;
    this.how = "jump";
    this.timers = {};
    this.book = new Book(source, () => this.#arrived(), (error) => this.tell(source.explain(error), true));
    this.#build();
  }

  /** Show the game; resolves when there is a board. */
  async start() {
    const asked = /^#e(\d{1,12})$/.exec(location.hash);
    const first = asked ? chapterOf(Math.max(Number(asked[1]), 1)) : 1;
    try {
      await this.book.load(first);
    } catch (error) {
      if (first === 1) throw error;
      await this.book.load(1); // there may be no such line
    }
    const { book } = this;
    this.stage.reset(book.viewer || 0);
    const skin = this.source.skin(book.game).then((text) => text && this.stage.dress(text));
    if (asked) this.go(Number(asked[1]), "jump");
    else if (!location.hash) this.go(book.last, "jump");
    else this.#queue();
    this.#count();
    if (this.source.live) this.#follow();
    addEventListener("hashchange", () => this.#obey());
    addEventListener("keydown", (event) => this.#press(event));
    await skin;
  }

  // --- where ----------------------------------------------------------------------------------

  /** Go to a line; `how` is step, play, drag, drop or jump. */
  go(seq, how = "jump") {
    const { book } = this;
    const to = Math.min(Math.max(Math.round(seq) || 1, 1), book.last || 1);
    this.how = how === "step" && Math.abs(to - this.pos) !== 1 ? "jump" : how;
    this.tail = to === book.last && how !== "drag";
    if (how !== "play" && how !== "live") this.#pause();
    this.pos = to;
    this.#queue();
  }

  /** The part of the address that leads here. */
  hash() {
    const turn = this.#turn();
    return turn && turn[4] === this.pos && turn[0] > 0 ? `#t${turn[0]}` : `#e${this.pos}`;
  }

  get line() {
    return this.book.line(this.pos);
  }

  #turn() {
    const turns = this.contents?.turns ?? [];
    return turns[rowAt(turns, this.pos, 3)];
  }

  #queue() {
    if (this.queued) return;
    this.queued = true;
    requestAnimationFrame(() => {
      this.queued = false;
      this.#frame();
    });
  }

  /** Draw the newest position, and nothing of those that were passed in between. */
  #frame() {
    const { book, pos, stage, how } = this;
    if (!pos) {
      this.#obey();
      if (!this.pos) return;
    }
    this.timeline.tell(book.last, this.contents?.turns ?? this.timeline.turns, this.allMarks);
    this.timeline.place(this.pos);
    const scene = book.scene(this.pos);
    const ahead = this.pos >= (this.shown ?? 0) ? 64 : -64;
    book.want(this.pos, this.pos + ahead, this.pos - ahead);
    if (scene) {
      const near = Math.abs(this.pos - (this.shown ?? this.pos)) === 1;
      const glides = near && (how === "step" || how === "live" || (how === "play" && this.speed <= 4));
      this.scene = scene;
      this.shown = this.pos;
      stage.show(scene, book.moved(this.pos), glides);
    }
    this.#place();
    this.#later("rest", how === "drag" || (how === "play" && this.speed > 8) ? REST_PAUSE : 0, () => this.#rest());
  }

  #place() {
    const { line, pos, book } = this;
    this.where.textContent = `${pos} / ${book.last}`;
    this.now.textContent = line ? line.words : t("loading…");
    this.turnText.textContent = line ? t("turn {n}", { n: line.turn }) : "";
    this.host.classList.toggle("at-end", pos === book.last);
  }

  /** What is too dear for every frame of a drag. */
  #rest() {
    const { line, pos } = this;
    if (this.pos !== this.shown) return;
    this.caption.textContent = this.scene.caption;
    if (this.open === "log") {
      this.log.place(pos);
      this.card.show(line);
    } else if (this.open === "scores") {
      this.curves.place(pos);
    }
    const told = line ? t("turn {n}: {words}", { n: line.turn, words: line.words }) : String(pos);
    this.timeline.speak(told);
    const quiet = this.playing ? 1500 : SAY_PAUSE;
    this.#later("say", quiet, () => this.say(told));
    this.#later("hash", HASH_PAUSE, () => this.#keepAddress());
    this.#turnTold();
  }

  #keepAddress() {
    const hash = this.tail && this.book.last === this.pos && this.state === "live" ? "" : this.hash();
    if (location.hash !== hash) {
      history.replaceState(history.state, "", location.pathname + location.search + hash);
    }
  }

  /** Do something after a pause, once, however often it is asked for in the meantime. */
  #later(name, pause, act) {
    const { timers } = this;
    if (pause === 0) {
      clearTimeout(timers[name]);
      timers[name] = 0;
      act();
    } else if (name === "rest" || name === "say") {
      timers[name] ||= setTimeout(() => this.#due(name), pause);
    } else {
      clearTimeout(timers[name]);
      timers[name] = setTimeout(() => this.#due(name), pause);
    }
    timers[`${name}-act`] = act;
  }

  #due(name) {
    this.timers[name] = 0;
    this.timers[`${name}-act`]();
  }

  #obey() {
    const { hash } = location;
    const found = /^#(?:e(\d{1,12})|t(\d{1,12}))$/.exec(hash);
    if (found?.[1]) this.go(Number(found[1]));
    else if (found && this.contents) {
      const turn = this.contents.turns.findLast((row) => row[0] === Number(found[2]));
      if (turn) this.go(turn[4]);
      else {
        this.tell(t("there is no turn {n}", { n: found[2] }), true);
        if (!this.pos) this.go(this.book.last);
      }
    } else if (!this.pos && !found) this.go(this.book.last);
  }

  // --- data that comes ------------------------------------------------------------------------

  #arrived() {
    if (this.shown !== this.pos || !this.scene) this.#queue();
    if (this.open === "log") this.log.missing();
  }

  /** Ask for chapters that the ledger shows. */
  wantChapters(numbers) {
    this.book.want(this.pos, ...numbers.map((n) => n * 64 - 63));
  }

  async #count() {
    const { source, book } = this;
    const eyes = source.as;
    const run = (this.counting = (this.counting ?? 0) + 1);
    try {
      let all = null;
      let after = 0;
      do {
        const part = await source.contents(after);
        if (eyes !== source.as || run !== this.counting) return;
        all = all ? joined(all, part) : part;
        after = part.next ?? 0;
      } while (after);
      book.last = Math.max(book.last, all.version);
      this.contents = { ...all, resources: withScore(all), curves: { ...all.curves } };
      if (all.scores?.length) this.contents.curves[SCORE] = all.scores;
      this.#told();
    } catch (error) {
      this.tell(source.explain(error), true);
    }
  }

  #told() {
    const { contents } = this;
    this.curves.tell(contents);
    this.#markAll();
    this.#head();
    this.#info();
    this.log.refresh();
    this.#queue();
  }

  #markAll() {
    const own = [...this.marks].map((seq) => ({ seq, kind: "mark", text: "" }));
    this.allMarks = [...(this.contents?.marks ?? []), ...own];
  }

  #follow() {
    let latest = 0;
    let busy = false;
    const news = async (last) => {
      latest = Math.max(latest, last);
      if (busy) return;
      busy = true;
      try {
        while (latest > this.book.last) {
          const before = this.book.last;
          await this.book.grow(latest);
          this.#grown(before);
        }
      } catch (error) {
        this.tell(this.source.explain(error), true);
      }
      busy = false;
    };
    this.stopFollowing?.();
    this.stopFollowing = this.source.follow(news, (state) => this.#line(state), this.book.last);
  }

  #grown(before) {
    const { book } = this;
    if (book.last === before) return;
    this.log.refresh();
    if (this.tail) {
      if (book.last - before > 12) this.go(book.last, "live");
      else this.#catchUp();
    } else this.#queue();
    this.#later("count", COUNT_PAUSE, () => this.#count());
  }

  /** Show a move that comes in event by event, so that one sees what happened. */
  #catchUp() {
    clearTimeout(this.catching);
    if (!this.tail && this.pos !== this.catchPos) return;
    if (this.pos >= this.book.last) return;
    this.go(this.pos + 1, "live");
    this.catchPos = this.pos;
    this.tail = true;
    if (this.pos < this.book.last) this.catching = setTimeout(() => this.#catchUp(), 350);
  }

  #line(state) {
    const before = this.state;
    this.state = state;
    this.host.dataset.line = state;
    this.badge.textContent = { live: t("live"), cut: t("connection lost"), over: "" }[state];
    if (state === "cut" && before !== "cut") {
      this.tell(t("The connection is lost; it is being tried again."), true);
    } else if (state === "live" && before === "cut") {
      this.tell(t("The connection is back."));
    } else if (state === "over" && before) this.#count();
  }

  // --- looking through other eyes -------------------------------------------------------------

  /** See the game as somebody else sees it. */
  async look(as) {
    const { source, book } = this;
    if (as === source.as) return;
    source.as = as;
    const keep = this.pos;
    book.reset();
    this.contents = null;
    this.scene = null;
    this.shown = null;
    await book.load(chapterOf(Math.min(keep, book.last || keep)));
    this.stage.reset(book.viewer || 0);
    this.pos = Math.min(keep, book.last);
    this.log.refresh();
    this.#queue();
    this.#count();
    if (source.live && this.state !== "over") this.#follow();
    this.tell(this.eyes.selectedOptions[0]?.textContent ?? "");
  }

  // --- names ----------------------------------------------------------------------------------

  /** The name of a seat. */
  nameOf(seat) {
    const panel = this.scene?.panels.find((p) => p.seat === seat);
    return this.contents?.names[seat - 1] ?? panel?.name ?? t("seat {seat}", { seat });
  }

  /** The colour of a seat. */
  toneOf(seat) {
    const panel = this.scene?.panels.find((p) => p.seat === seat);
    return panel?.tone ?? this.contents?.tones[seat - 1] ?? "";
  }

  /** The name of something that is counted. */
  labelOf(key) {
    return this.contents?.resources.find((resource) => resource.key === key)?.name ?? key;
  }

  // --- saying ---------------------------------------------------------------------------------

  /** Say something to screen readers alone. */
  say(text) {
    document.getElementById("say").textContent = text;
  }

  /** Say something to everybody, for a while. */
  tell(text, bad = false) {
    this.toast.textContent = text;
    this.toast.classList.toggle("bad", bad);
    this.toast.classList.add("shown");
    this.say(text);
    this.#later("toast", 5000, () => this.toast.classList.remove("shown"));
  }

  #turnTold() {
    const { book, contents } = this;
    const mine = book.viewer || 0;
    const title = contents?.title ?? "Ledger";
    const end = book.scene(book.last);
    if (!end) return;
    const asked = mine > 0 && end.panels.some((p) => p.seat === mine && p.active);
    document.title = asked ? `● ${t("Your turn")} · ${title}` : `${title} · Ledger`;
    if (asked && !this.asked && this.state === "live") {
      this.tell(t("It's your turn."));
      if (document.hidden && this.bell && Notification.permission === "granted") {
        new Notification(t("It's your turn."), { body: end.caption, tag: this.source.id });
      }
    }
    this.asked = asked;
  }

  // --- building -------------------------------------------------------------------------------

  #build() {
    this.host = document.getElementById("main");
    this.host.classList.add("game");
    this.stage = new Stage(document.getElementById("board"));
    this.caption = el("p", { class: "caption" });
    this.stage.host.prepend(this.caption);
    this.#name(this.stage.host, t("Board"));
    this.toast = el("p", { class: "toast" });
    this.#buildBar(document.getElementById("timeline"));
    this.#buildSide(document.getElementById("log"));
    this.dialog = el("dialog", { class: "sheet-dialog", "aria-labelledby": "dialog-title" });
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
    this.host.append(this.toast, this.dialog);
    this.eyes = el("select", {
      class: "quiet",
      "aria-label": t("Through whose eyes"),
      hidden: true,
      onchange: () => this.look(this.eyes.value),
    });
    this.title = el("h1", { class: "game-title" }, t("Game"));
    this.headTools = [
      this.title,
      this.eyes,
      iconButton("share", t("Share this position"), () => this.#act("save")),
      iconButton("help", t("Keys and help"), () => this.#act("help")),
    ];
  }

  /** A part of the page that can be scrolled, also with keys. */
  #name(part, label) {
    part.setAttribute("role", "region");
    part.setAttribute("aria-label", label);
    part.tabIndex = 0;
  }

  #buildBar(bar) {
    const step = (name, label, action, way, more = "") =>
      iconButton(name, label, () => this.#act(action, way), { class: `tool ${more}` });
    this.playButton = step("play", t("Play"), "play", 1, "main");
    this.badge = el("span", { class: "badge", role: "status" });
    this.where = el("span", { class: "count" });
    this.turnText = el("b", {});
    this.now = el("span", { class: "words" });
    this.speedButton = el(
      "button",
      { type: "button", class: "tool speed", title: t("Speed"), onclick: () => this.#act("speed", 0) },
    );
    this.#showSpeed();
    bar.append(el("p", { class: "now" }, this.turnText, this.now, this.badge, this.where));
    this.timeline = new Timeline(bar, (seq, how) => this.go(seq, how));
    new ResizeObserver(([entry]) => {
      const height = Math.floor(entry.borderBoxSize[0].blockSize);
      document.documentElement.style.setProperty("--bar", `${height}px`);
    }).observe(bar);
    bar.append(
      el(
        "div",
        { class: "controls" },
        step("first", t("First line"), "first", 1, "wide"),
        step("back2", t("Turn back"), "turn", -1),
        step("back", t("Previous event"), "step", -1, "big"),
        this.playButton,
        step("next", t("Next event"), "step", 1, "big"),
        step("next2", t("Next turn"), "turn", 1),
        step("last", t("To the end"), "last", 1, "end"),
        this.speedButton,
      ),
    );
  }

  #buildSide(side) {
    this.log = new LogList(this);
    this.card = new EventCard(this);
    this.search = new Search(this);
    this.curves = new Curves(this);
    this.infoPart = el("div", { class: "info" });
    const parts = {
      log: [t("Ledger"), this.card.element, this.search.element, this.log.element],
      scores: [t("Scores"), this.curves.element],
      info: [t("Game"), this.infoPart],
    };
    this.tabs = {};
    const list = el("div", { class: "tabs", role: "tablist", "aria-label": t("Beside the board") });
    side.append(list);
    for (const [name, [label, ...inside]] of Object.entries(parts)) {
      const tab = el(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-${name}`,
          "aria-controls": `part-${name}`,
          onclick: () => this.#openTab(name, true),
        },
        label,
      );
      const looks = { id: `part-${name}`, role: "tabpanel", "aria-labelledby": `tab-${name}`, class: "part" };
      const part = el("div", { ...looks, hidden: true }, ...inside);
      this.tabs[name] = { tab, part };
      list.append(tab);
      side.append(part);
    }
    list.addEventListener("keydown", (event) => this.#tabKey(event));
    const wide = matchMedia("(min-width: 62rem)");
    const settle = () => {
      this.narrow = !wide.matches;
      if (wide.matches) side.prepend(list);
      else document.getElementById("timeline").append(list);
      this.#openTab(wide.matches ? this.open || "log" : "");
    };
    wide.addEventListener("change", settle);
    settle();
  }

  #openTab(name, byHand = false) {
    const open = byHand && this.narrow && this.open === name ? "" : name;
    this.open = open;
    for (const [key, { tab, part }] of Object.entries(this.tabs)) {
      part.hidden = key !== open;
      tab.setAttribute("aria-selected", String(key === open));
      tab.tabIndex = key === (open || "log") ? 0 : -1;
    }
    this.host.classList.toggle("sheet-open", Boolean(open));
    if (this.pos) this.#queue();
  }

  #tabKey(event) {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!way) return;
    const names = Object.keys(this.tabs);
    const at = names.findIndex((name) => this.tabs[name].tab === document.activeElement);
    const name = names[(at + way + names.length) % names.length];
    this.#openTab(name);
    this.tabs[name].tab.focus();
    event.preventDefault();
  }

  #head() {
    const { contents, source } = this;
    this.title.textContent = contents.title;
    const viewers = contents.viewers ?? [];
    const names = { full: t("Everything open"), 0: t("As a spectator") };
    const mine = source.as || (contents.viewer === null ? "full" : String(contents.viewer));
    this.eyes.hidden = viewers.length < 2;
    this.eyes.replaceChildren(
      ...viewers.map(({ as, name }) =>
        el("option", { value: as, selected: as === mine }, names[as] ?? t("As {name}", { name })),
      ),
    );
  }

  #info() {
    const { contents } = this;
    const notes = contents.marks.filter(({ kind }) => !["score", "round"].includes(kind));
    const go = (seq) => () => this.go(seq, "jump");
    const facts = [
      [t("Game"), contents.title],
      [t("Place"), contents.place],
      [t("Begun"), contents.started && new Date(contents.started).toLocaleString(language)],
      ...Object.entries(contents.options ?? {}).map(([key, value]) => [key, String(value)]),
    ].filter(([, value]) => value);
    const may = this.source.live && contents.viewer !== 0 && !this.source.as;
    const text = el("textarea", { rows: 2, maxlength: 4000, "aria-label": t("Note for everybody") });
    this.noteField = may ? text : null;
    const send = async (event) => {
      event.preventDefault();
      if (!text.value.trim()) return;
      try {
        await this.source.note(text.value);
        text.value = "";
        this.tell(t("The note is written."));
      } catch (error) {
        this.tell(this.source.explain(error), true);
      }
    };
    this.infoPart.replaceChildren(
      el("h2", { class: "unseen" }, t("Game")),
      resultList(contents),
      el("dl", { class: "facts" }, ...facts.flatMap(([key, value]) => [el("dt", {}, key), el("dd", {}, value)])),
      notes.length ? el("h3", {}, t("Notes and marks")) : "",
      el(
        "ul",
        { class: "notes" },
        ...notes.slice(-200).map(({ seq, text: told }) =>
          el(
            "li",
            {},
            el("button", { type: "button", onclick: go(seq) }, el("b", {}, `${seq} `), told),
          ),
        ),
      ),
      may
        ? el(
            "form",
            { class: "note-form", onsubmit: send },
            text,
            el("button", { class: "button" }, t("Write the note")),
          )
        : "",
      el("p", { class: "choices" }, this.#bellButton(contents), ...this.extras),
    );
  }

  #bellButton(contents) {
    if (!(contents.viewer > 0) || contents.over || !this.source.live) return null;
    if (typeof Notification === "undefined" || this.bell) return null;
    const ask = async () => {
      this.bell = (await Notification.requestPermission()) === "granted";
      this.tell(this.bell ? t("You will be told.") : t("Your browser doesn't allow it."));
      if (this.bell) this.#info();
    };
    const label = t("Tell me when it's my turn");
    return el("button", { type: "button", class: "button", onclick: ask }, glyph("bell"), label);
  }

  // --- playing --------------------------------------------------------------------------------

  #play() {
    if (!this.playing && this.pos === this.book.last && this.state !== "live") this.go(1, "play");
    this.playing = !this.playing;
    this.#showPlay();
    clearTimeout(this.ticking);
    if (this.playing) this.#tick();
  }

  #pause() {
    if (!this.playing) return;
    this.playing = false;
    clearTimeout(this.ticking);
    this.#showPlay();
  }

  #tick() {
    this.ticking = setTimeout(() => {
      if (!this.playing) return;
      if (this.shown === this.pos) {
        if (this.pos === this.book.last && this.state !== "live") {
          this.#pause();
          return;
        }
        this.go(this.pos + 1, "play");
      }
      this.#tick();
    }, 1000 / this.speed);
  }

  #showPlay() {
    const label = this.playing ? t("Pause") : t("Play");
    this.playButton.replaceChildren(glyph(this.playing ? "pause" : "play"));
    this.playButton.setAttribute("aria-label", label);
    this.playButton.title = label;
  }

  #showSpeed() {
    this.speedButton.textContent = `${this.speed}×`;
    this.speedButton.setAttribute("aria-label", t("Speed: {n} events a second", { n: this.speed }));
  }

  // --- keys -----------------------------------------------------------------------------------

  #press(event) {
    const found = meaning(event);
    if (!found) return;
    const [action, way, key] = found;
    event.preventDefault();
    const { digits } = this;
    this.digits = "";
    this.#act(action, way, key, digits);
  }

  #act(action, way = 1, key = "", digits = "") {
    const acts = {
      step: () => this.go(this.pos + way, "step"),
      turn: () => this.#jump(this.#turnStop(way), way, t("turn")),
      round: () => this.#jump(this.#roundStop(way), way, t("round")),
      first: () => this.go(1),
      last: () => this.go(this.book.last),
      last_or_line: () => this.#goTo(digits || String(this.book.last)),
      tenth: () => {
        this.digits = (digits + key).slice(-9);
        this.#later("digits", DIGITS_PAUSE, () => (this.digits = ""));
        this.go((this.book.last * Number(key)) / 10);
      },
      goto: () => this.#askPlace(),
      play: () => this.#play(),
      speed: () => this.#changeSpeed(way),
      search: () => this.#openTab("log") ?? this.search.focus(),
      search_again: () => this.search.again(way),
      decision: () => this.#seek(way, t("decision of this player"), this.#decides()),
      scoring: () => this.#jump(this.#markStop(way, ["score"]), way, t("scoring")),
      same_type: () => {
        const { type } = this.line ?? {};
        this.#seek(way, t("event of this type"), (line) => line.type === type);
      },
      mark: () => this.#toggleMark(),
      next_mark: () => this.#jump(this.#markStop(way, ["mark", "note"], true), way, t("mark or note")),
      viewer: () => this.#nextEyes(way),
      changes: () => this.showChanges(),
      rule: () => this.showRules(this.line?.rules ?? []),
      raw: () => this.#showRaw(),
      scroll_list: () => (this.open === "log" ? this.log.scroll(way) : this.#openTab("log")),
      scroll_board: () => (this.narrow ? window : this.stage.host).scrollBy({ top: 60 * way }),
      zoom: () => this.#zoom(),
      note: () => this.#openTab("info") ?? this.#writeNote(),
      save: () => this.show(t("Share this position"), shareForm(this)),
      help: () => this.show(t("Keys"), [el("div", { class: "help" }, ...keyHelp())]),
      quit: () => this.#close(),
    };
    acts[action]();
  }

  #jump(seq, way, what) {
    if (seq) this.go(seq, "jump");
    else {
      const values = { what };
      const told = way > 0 ? t("there is no later {what}", values) : t("there is no earlier {what}", values);
      this.tell(this.contents ? told : t("still reading"));
    }
  }

  #turnStop(way) {
    const turns = this.contents?.turns ?? [];
    const at = rowAt(turns, this.pos, 3);
    if (at < 0) return 0;
    if (way > 0) return this.pos < turns[at][4] ? turns[at][4] : (turns[at + 1]?.[4] ?? 0);
    return at > 0 ? turns[at - 1][4] : this.pos > 1 ? 1 : 0;
  }

  #roundStop(way) {
    const ends = [];
    for (const turn of this.contents?.turns ?? []) {
      if (ends.length && ends.at(-1).round === turn[1]) ends.at(-1).last = turn[4];
      else ends.push({ round: turn[1], last: turn[4] });
    }
    const lasts = ends.map(({ last }) => last);
    if (way > 0) return lasts.find((last) => last > this.pos) ?? 0;
    return lasts.findLast((last) => last < this.pos) ?? (this.pos > 1 ? 1 : 0);
  }

  #markStop(way, kinds, around = false) {
    const wanted = this.allMarks.filter(({ kind }) => kinds.includes(kind)).map(({ seq }) => seq);
    const stops = [...new Set(wanted)].sort((a, b) => a - b);
    const found = way > 0 ? stops.find((seq) => seq > this.pos) : stops.findLast((seq) => seq < this.pos);
    return found ?? (around ? (way > 0 ? stops[0] : stops.at(-1)) : 0) ?? 0;
  }

  #decides() {
    const seat = this.book.viewer || this.line?.seat || 0;
    return (line) => {
      const before = this.book.line(line.seq - 1);
      return Boolean(line.seat) && (!seat || line.seat === seat) && !before?.more;
    };
  }

  async #seek(way, what, holds) {
    const run = (this.seeking = (this.seeking ?? 0) + 1);
    for (let seq = this.pos + way; seq >= 1 && seq <= this.book.last; seq += way) {
      if (!this.book.line(seq)) await this.book.load(chapterOf(seq));
      if (seq > 1 && !this.book.line(seq - 1)) await this.book.load(chapterOf(seq - 1));
      if (run !== this.seeking) return;
      const line = this.book.line(seq);
      if (line && holds(line)) {
        this.go(seq, "jump");
        return;
      }
    }
    this.#jump(0, way, what);
  }

  #goTo(text) {
    const found = /^(?:(\d{1,11})|t(\d{1,11})|(\d{1,11})%)$/i.exec(text.trim());
    const { last } = this.book;
    if (!found) this.tell(t("type a line (120), a turn (t12) or a part (50%)"), true);
    else if (found[2]) {
      const turn = this.contents?.turns.findLast((row) => row[0] === Number(found[2]));
      if (turn) this.go(turn[4]);
      else this.tell(t("there is no turn {n}", { n: found[2] }), true);
    } else if (found[3]) this.go((last * Math.min(Number(found[3]), 100)) / 100);
    else if (Number(found[1]) > last) {
      this.tell(t("there is no line {n}: this log has 1 to {last}", { n: found[1], last }), true);
    } else this.go(Number(found[1]));
  }

  #askPlace() {
    const input = el("input", { type: "text", autocomplete: "off", "aria-label": t("Line, turn or part") });
    const go = (event) => {
      event.preventDefault();
      this.dialog.close();
      this.#goTo(input.value);
    };
    const hint = el("p", { class: "dim small" }, t("a line (120), a turn (t12) or a part (50%)"));
    const button = el("button", { class: "button primary" }, t("Go"));
    this.show(t("Go to"), [el("form", { class: "row", onsubmit: go }, input, button), hint]);
    input.focus();
  }

  #changeSpeed(way) {
    const at = SPEEDS.indexOf(this.speed);
    const next = way ? at + way : (at + 1) % SPEEDS.length;
    this.speed = SPEEDS[Math.min(Math.max(next, 0), SPEEDS.length - 1)];
    this.#showSpeed();
    if (way) this.tell(t("{n} events a second", { n: this.speed }));
  }

  #toggleMark() {
    const { pos, marks } = this;
    if (!marks.delete(pos)) marks.add(pos);
    this.tell(marks.has(pos) ? t("line {n} marked", { n: pos }) : t("line {n} is no longer marked", { n: pos }));
    this.#markAll();
    this.#queue();
  }

  #nextEyes(way) {
    const { options } = this.eyes;
    if (options.length < 2) {
      this.tell(t("there are no other eyes to look through"));
      return;
    }
    this.eyes.selectedIndex = (this.eyes.selectedIndex + way + options.length) % options.length;
    this.look(this.eyes.value);
  }

  #zoom() {
    const at = ZOOMS.findIndex((name) => name && this.host.classList.contains(name));
    const next = ZOOMS[(Math.max(at, 0) + 1) % ZOOMS.length];
    for (const name of ZOOMS.filter(Boolean)) this.host.classList.toggle(name, name === next);
    if (next === "only-ledger" && this.narrow) this.#openTab("log");
  }

  #writeNote() {
    if (this.noteField) this.noteField.focus();
    else this.tell(t("you can't write notes here"));
  }

  #close() {
    if (this.dialog.open) this.dialog.close();
    else if (ZOOMS.some((name) => name && this.host.classList.contains(name))) {
      this.host.classList.remove(...ZOOMS.filter(Boolean));
    } else if (this.search.stop()) this.focusBoard();
    else if (this.narrow && this.open) this.#openTab("");
  }

  /** Give the keys back to the page. */
  focusBoard() {
    this.timeline.track.focus({ preventScroll: true });
  }

  // --- dialogs --------------------------------------------------------------------------------

  /** Show something above the page. */
  show(title, inside) {
    const close = iconButton("close", t("Close"), () => this.dialog.close());
    const head = el("header", {}, el("h2", { id: "dialog-title" }, title), close);
    this.dialog.replaceChildren(head, el("div", { class: "inside" }, ...inside));
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** Show the rules with these ids. */
  async showRules(ids) {
    if (!ids.length) {
      this.tell(t("no rule is named behind this event"));
      return;
    }
    try {
      const rules = await Promise.all(ids.map((id) => this.source.rule(id)));
      const parts = rules.flatMap(({ id, title, section, text }) => [
        el("h3", {}, el("code", {}, id), ` ${title ?? ""}`),
        section ? el("p", { class: "dim small" }, section) : "",
        ...text.split(/\n\n+/).map((part) => el("p", {}, part)),
      ]);
      this.show(ids.length > 1 ? t("The rules behind this event") : t("The rule behind this event"), parts);
    } catch (error) {
      this.tell(this.source.explain(error), true);
    }
  }

  async #showRaw() {
    try {
      const raw = await this.source.raw(this.pos);
      const text = el("pre", { tabindex: 0 }, JSON.stringify(raw, null, 2));
      this.show(t("Line {n} as it is in the log", { n: this.pos }), [text]);
    } catch (error) {
      this.tell(this.source.explain(error), true);
    }
  }

  /** What changed since the end of the last turn. */
  showChanges() {
    const turn = this.#turn();
    const first = turn?.[3] ?? this.pos;
    const sums = new Map();
    for (let seq = first; seq <= this.pos; seq++) {
      for (const [seat, key, by, now] of this.book.line(seq)?.changes ?? []) {
        const known = sums.get(`${seat} ${key}`) ?? [seat, key, 0, 0];
        sums.set(`${seat} ${key}`, [seat, key, known[2] + by, now]);
      }
    }
    const rows = [...sums.values()].filter(([, , by]) => by).sort((a, b) => a[0] - b[0]);
    const inside = rows.length ? changeTable(this, rows) : el("p", {}, t("nothing"));
    this.show(t("What changed since the last turn"), [inside]);
  }
}

function joined(all, part) {
  const turns = all.turns.filter((turn) => turn[3] !== part.turns[0]?.[3]);
  const curves = { ...all.curves };
  for (const [key, rows] of Object.entries(part.curves)) curves[key] = [...(curves[key] ?? []), ...rows];
  return {
    ...part,
    curves,
    turns: [...turns, ...part.turns],
    marks: [...all.marks, ...part.marks],
    scores: [...(all.scores ?? []), ...(part.scores ?? [])],
  };
}

/** Scores are the first of all that is counted; they say what points say. */
function withScore({ resources, scores }) {
  if (!scores?.length) return resources;
  const rest = resources.filter(({ key }) => key !== "points");
  return [{ key: SCORE, name: t("Score"), public: true }, ...rest];
}

function resultList({ result, names }) {
  if (!result?.ranking?.length) return "";
  let place = 1;
  const rows = result.ranking.flatMap((seats) => {
    const here = place;
    place += seats.length;
    return seats.map((seat) =>
      el("li", {}, el("b", {}, `${here}. `), names[seat - 1], " ", el("span", {}, String(result.scores[seat - 1] ?? ""))),
    );
  });
  return el("div", {}, el("p", { class: "dim small" }, result.reason), el("ol", { class: "result" }, ...rows));
}
