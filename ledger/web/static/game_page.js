// The page of a game, live and past in one: it knows where we are, and everybody else asks it.

import { About } from "./about.js";
import { Chapters, chapterOf } from "./chapters.js";
import { readContents } from "./contents.js";
import { Curves } from "./curves.js";
import { button, form, icon, iconButton, make, show } from "./dom.js";
import { markStop, roundStop, turnAt, turnEnd, turnStop, typedPlace } from "./jumps.js";
import { help, meaning } from "./keys.js";
import { changeTable, EventCard, LogList } from "./log.js";
import { say, showsGame } from "./page.js";
import { Playback } from "./playback.js";
import { ResultCard } from "./result.js";
import { Search } from "./search.js";
import { shareForm } from "./share.js";
import { Stage } from "./stage.js";
import { Tabs } from "./tabs.js";
import { Timeline } from "./timeline.js";
import { language, t } from "./translations.js";

const REST_PAUSE = 120;
const SAY_PAUSE = 500;
const PLAYING_SAY_PAUSE = 1500;
const HASH_PAUSE = 300;
const COUNT_PAUSE = 800;
const DIGITS_PAUSE = 3000;
const TOLD = 4000;
const A_SIGN = 60; // milliseconds to read one
const CATCH_UP = 350;
const MANY_LINES = 12;
const READ_AGAIN = 1000;
const LONGEST_WAIT = 10000;
const ZOOMS = ["only-board", "only-ledger"];

/** A game page over a source of data, in the elements `board`, `timeline` and `log`. */
export class GamePage {
  /** `role` says who one is among players with these names; `leave` is a button, if one can. */
  constructor(source, role = () => "", leave = null) {
    Object.assign(this, { source, pos: 0, needle: "", digits: "", state: "", tail: true, how: "jump" });
    Object.assign(this, { marks: new Set(), allMarks: [], contents: null, runs: {}, timers: {} });
    this.chapters = new Chapters(source, () => this.#arrived(), (error) => this.fail(error));
    this.playback = new Playback(() => this.#playOn(), () => this.#showPlayback());
    this.wished = Number(/^#e(\d{1,12})$/.exec(location.hash)?.[1] ?? 0);
    this.first = this.chapters.load(this.wished && chapterOf(this.wished)); // on its way while we build
    this.first.catch(() => {}); // `start` says what went wrong
    this.#build(role, leave);
  }

  /** Show the game; resolves when there is a board. */
  async start() {
    const { chapters, source } = this;
    try {
      await this.first;
    } catch (error) {
      if (!this.wished) throw error;
      await chapters.load(0); // there is no such line
    }
    this.stage.reset(chapters.viewer || 0);
    this.heard = chapters.last;
    this.#obey();
    this.#frame(); // at once: nobody has seen anything yet
    addEventListener("hashchange", (event) => this.#obey(new URL(event.newURL).hash));
    addEventListener("keydown", (event) => this.#press(event));
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => this.#skip(), { capture: true });
    await this.try(async () => {
      const skin = await source.skin(chapters.game);
      if (skin) this.stage.dress(skin);
    });
    this.try(() => this.#count());
    if (source.live) this.#follow();
  }

  // --- where ----------------------------------------------------------------------------------

  get line() {
    return this.chapters.line(this.pos);
  }

  /** A line in words; where the log is sealed, how the game ended. */
  wordsOf({ type, words }) {
    return (type === "sealed" && this.contents?.summary?.words) || words;
  }

  get turns() {
    return this.contents?.turns ?? [];
  }

  /** Go to a line; `how` is step, play, live, drag, drop or jump. */
  go(seq, how = "jump") {
    const { last } = this.chapters;
    this.pos = Math.min(Math.max(Math.round(seq) || 1, 1), last || 1);
    this.how = how;
    this.tail = this.pos === last && how !== "drag";
    if (how !== "play" && how !== "live") this.playback.toggle(false);
    this.#queue();
  }

  /** The part of the address that leads here. */
  hash() {
    const turn = turnAt(this.turns, this.pos);
    return turn?.[0] > 0 && turn[4] === this.pos ? `#t${turn[0]}` : `#e${this.pos}`;
  }

  /** Go where the address says; to the end if it says nothing. */
  #obey(hash = location.hash) {
    const [, line, turn] = /^#(?:e(\d{1,12})|t(\d{1,12}))$/.exec(hash) ?? [];
    const found = turn ? turnEnd(this.turns, Number(turn)) : Number(line);
    if (turn && !found && (!this.contents || this.contents.next)) return; // not counted yet
    if (found) this.go(found);
    else if (!this.pos) this.go(this.chapters.last);
  }

  #queue() {
    if (this.queued || !this.pos) return;
    this.queued = true;
    const soon = document.hidden ? setTimeout : requestAnimationFrame; // no frame comes to who is hidden
    soon(() => {
      this.queued = false;
      this.#frame();
    });
  }

  /** Draw the newest position, and nothing of those that were passed in between. */
  #frame() {
    const { chapters, pos, line, how, playback, shown = pos } = this;
    this.timeline.tell(chapters.last, this.turns, this.allMarks);
    this.timeline.place(pos);
    this.where.textContent = `${pos} / ${chapters.last}`;
    this.now.textContent = line ? this.wordsOf(line) : t("loading…");
    this.turnText.textContent = line ? t("turn {n}", { n: line.turn }) : "";
    this.host.classList.toggle("at-end", pos === chapters.last);
    this.result.place(pos);
    const scene = chapters.scene(pos);
    if (scene) {
      const slow = how === "step" || how === "live" || (how === "play" && playback.speed <= 4);
      this.scene = scene;
      this.shown = pos;
      this.stage.show(scene, new Set(line.moved), slow && Math.abs(pos - shown) === 1);
    }
    const ahead = pos >= shown ? 64 : -64;
    chapters.want(pos, pos + ahead, pos - ahead);
    const fast = how === "drag" || !this.caption.textContent || (how === "play" && playback.speed > 8);
    if (fast) this.#once("rest", REST_PAUSE, () => this.#rest());
    else this.#rest();
  }

  /** What is too dear for every frame of a drag. */
  #rest() {
    const { line, pos, playback } = this;
    if (pos !== this.shown || !line) return;
    this.caption.textContent = this.scene.caption;
    if (this.tabs.open === "log") {
      this.log.place(pos);
      this.card.show(line);
    } else if (this.tabs.open === "scores") this.curves.place(pos);
    this.spoken = t("turn {n}: {words}", { n: line.turn, words: this.wordsOf(line) });
    this.timeline.speak(this.spoken);
    this.#once("say", playback.on ? PLAYING_SAY_PAUSE : SAY_PAUSE, () => say(this.spoken));
    this.#later("hash", HASH_PAUSE, () => this.#keepAddress());
    this.#whoseTurn();
  }

  #keepAddress() {
    const live = this.source.live && this.state !== "over";
    const follows = live && this.pos === this.chapters.last;
    const hash = follows ? "" : this.hash();
    if (location.hash === hash) return;
    history.replaceState(history.state, "", location.pathname + location.search + hash);
  }

  /** Do something after a pause; asked for again, it waits again. */
  #later(name, pause, act) {
    clearTimeout(this.timers[name]);
    this.timers[name] = setTimeout(act, pause);
  }

  /** Do something after a pause, and only once in the meantime. */
  #once(name, pause, act) {
    this.timers[name] ||= setTimeout(() => {
      this.timers[name] = 0;
      act();
    }, pause);
  }

  // --- data that comes ------------------------------------------------------------------------

  #arrived() {
    if (this.shown !== this.pos) this.#queue();
    if (this.tabs.open === "log") this.log.soon();
  }

  /** Ask for chapters that the ledger shows. */
  wantChapters(numbers) {
    this.chapters.want(this.pos, ...numbers.map((number) => number * 64 - 63));
  }

  /** Whether something that takes long is still what was asked for last. */
  #run(name) {
    const run = (this.runs[name] = (this.runs[name] ?? 0) + 1);
    return () => run === this.runs[name];
  }

  async #count() {
    const still = this.#run("count");
    for await (const found of readContents(this.source)) {
      if (!still()) return;
      if (found.next && this.contents?.next === null) continue; // more was known before
      this.chapters.last = Math.max(this.chapters.last, found.version);
      this.contents = found;
      this.curves.tell(found);
      this.about.tell(found);
      this.result.tell(found);
      this.#markAll();
      this.#head();
      this.log.refresh();
      if (this.pos) this.#queue();
      else this.#obey();
    }
  }

  #markAll() {
    const own = [...this.marks].map((seq) => ({ seq, kind: "mark", text: "" }));
    this.allMarks = [...(this.contents?.marks ?? []), ...own];
  }

  #follow() {
    const { chapters, source } = this;
    const still = this.#run("follow");
    let latest = 0;
    let busy = false;
    const news = async (last) => {
      latest = Math.max(latest, last);
      if (busy) return;
      busy = true;
      for (let wait = READ_AGAIN; still() && latest > chapters.last; ) {
        try {
          await chapters.grow(latest);
          if (still()) this.#grown();
          wait = READ_AGAIN;
        } catch (error) {
          if (wait === READ_AGAIN) this.fail(error);
          await new Promise((done) => setTimeout(done, wait)); // the stream says it only once
          wait = Math.min(wait * 2, LONGEST_WAIT);
        }
      }
      busy = false;
    };
    this.heardOf = news;
    this.stopFollowing?.();
    this.stopFollowing = source.follow(news, (state) => this.#connection(state), () => chapters.last);
  }

  /** Take in lines of which somebody else has heard; those who follow nothing do nothing. */
  heardOf() {}

  #grown() {
    const { last } = this.chapters;
    this.log.refresh();
    this.#tellBack();
    if (!this.tail) this.#queue();
    else if (last - this.pos > MANY_LINES) this.go(last, "live");
    else this.#catchUp();
    this.#later("count", COUNT_PAUSE, () => this.try(() => this.#count()));
  }

  /** Tell a player what others took back: the board alone wouldn't show it. */
  #tellBack() {
    const { chapters, heard } = this;
    this.heard = chapters.last;
    for (let seq = heard + 1; seq <= chapters.last; seq++) {
      if (chapters.line(seq)?.back) this.tell(t("A move was taken back."));
    }
  }

  /** Show what comes in event by event, so that one sees what happened; a tap or a key skips it. */
  #catchUp() {
    this.catching = this.tail && this.pos < this.chapters.last;
    if (!this.catching) return;
    this.go(this.pos + 1, "live");
    this.tail = true;
    this.#later("catch up", CATCH_UP, () => this.#catchUp());
  }

  /** Go to the end at once, if events are just being shown one by one. */
  #skip() {
    if (this.catching && this.tail && this.pos < this.chapters.last) this.go(this.chapters.last, "live");
  }

  #connection(state) {
    const before = this.state;
    this.state = state;
    this.host.dataset.line = state;
    this.badge.textContent = { live: t("live"), cut: t("connection lost"), over: "" }[state];
    if (state === before) return;
    this.#later("hash", HASH_PAUSE, () => this.#keepAddress());
    if (state === "cut") this.tell(t("The connection is lost. Trying again…"), true);
    else if (before === "cut" && state === "live") {
      this.tell(t("The connection is back."));
      this.#queue(); // what could not be read meanwhile
      this.#later("count", COUNT_PAUSE, () => this.try(() => this.#count()));
    } else if (before && state === "over") this.try(() => this.#count());
  }

  // --- whose eyes, and names ------------------------------------------------------------------

  /** See the game as somebody else sees it. */
  async look(as) {
    const { source, chapters } = this;
    const still = this.#run("look");
    source.as = as === this.ownEyes ? "" : as;
    chapters.reset();
    this.contents = null;
    this.shown = undefined;
    await this.try(() => chapters.load(chapterOf(this.pos)).catch(() => chapters.load(0))); // who sees fewer lines
    if (!still()) return;
    this.stage.reset(chapters.viewer || 0);
    this.log.refresh();
    if (chapters.last) this.go(this.pos);
    else this.#queue(); // it is read when the connection is back
    this.try(() => this.#count());
    if (source.live && this.state !== "over") this.#follow();
    this.tell(this.eyes.selectedOptions[0].textContent);
  }

  #head() {
    const { contents, source } = this;
    const { viewers, viewer } = contents;
    this.title.textContent = contents.title;
    const names = { full: t("Everything visible"), 0: t("As a spectator") };
    this.ownEyes ??= viewer === null ? "full" : String(viewer);
    const mine = source.as || this.ownEyes;
    this.eyes.hidden = viewers.length < 2;
    if (this.eyes.length !== viewers.length) {
      show(this.eyes, viewers.map(({ as, name }) => make("option", { value: as }, names[as] ?? t("As {name}", { name }))));
    }
    this.eyes.value = mine;
  }

  #panel(seat) {
    return this.scene?.panels.find((panel) => panel.seat === seat);
  }

  /** The name of a seat. */
  nameOf(seat) {
    return this.contents?.names[seat - 1] ?? this.#panel(seat)?.name ?? "";
  }

  /** The colour of a seat. */
  toneOf(seat) {
    return this.#panel(seat)?.tone ?? this.contents?.tones[seat - 1] ?? "";
  }

  /** The name of something that is counted. */
  labelOf(key) {
    return this.contents?.resources.find((resource) => resource.key === key)?.name ?? key;
  }

  // --- saying ---------------------------------------------------------------------------------

  /** Say something to everybody, for a while: in the place of the words of an event, or in a dialog. */
  tell(text, bad = false) {
    const { toast, dialog } = this;
    show(toast, text, icon("close"));
    toast.className = bad ? "toast bad" : "toast";
    toast.hidden = false;
    (dialog.open ? dialog : this.nowLine).append(toast);
    say(text);
    this.#later("toast", TOLD + text.length * A_SIGN, () => (toast.hidden = true));
  }

  /** Say what went wrong. */
  fail(error) {
    this.tell(this.source.explain(error), true);
  }

  /** Do something, and say what goes wrong. */
  async try(work) {
    try {
      await work();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Tell a player that it is their turn: in the title, and by a notification if that is wanted. */
  #whoseTurn() {
    const { chapters, contents } = this;
    const end = chapters.scene(chapters.last);
    if (!end) return;
    const mine = this.source.live && chapters.viewer > 0 && !this.source.as;
    const asked = mine && end.panels.some(({ seat, active }) => seat === chapters.viewer && active);
    const title = contents?.title ?? t("Game");
    document.title = asked ? `● ${t("Your turn")} · ${title}` : `${title} · Ledger`;
    if (asked && !this.asked && this.state === "live") {
      say(t("It's your turn.")); // those who see the page read the question
      if (document.hidden && this.about.bell) this.#notify(end.caption);
    }
    this.asked = asked;
  }

  #notify(body) {
    try {
      new Notification(t("It's your turn."), { body, tag: this.source.id });
    } catch {
      this.about.bell = false; // some phones allow it, but not to a page
    }
  }

  // --- building -------------------------------------------------------------------------------

  #build(role, leave) {
    const [board, bar, side] = ["board", "timeline", "log"].map((id) => document.getElementById(id));
    this.host = document.getElementById("main");
    showsGame(true);
    this.stage = new Stage(board);
    this.caption = make("p", { class: "caption" });
    this.result = new ResultCard(this);
    board.prepend(this.result.element, this.caption);
    this.#buildBar(bar);
    this.log = new LogList(this);
    this.card = new EventCard(this);
    this.search = new Search(this);
    this.curves = new Curves(this);
    this.about = new About(this, role, leave);
    const parts = {
      log: [t("Ledger"), this.card.element, this.search.element, this.log.element],
      scores: [t("Scores"), this.curves.element],
      info: [t("Game"), this.about.element],
    };
    this.tabs = new Tabs(side, bar, parts, (name) => {
      this.host.classList.toggle("sheet-open", Boolean(name));
      this.#queue();
    });
    this.toast = button("", () => (this.toast.hidden = true), { class: "toast", title: t("Close"), hidden: true });
    this.dialog = make("dialog", {
      class: "sheet-dialog",
      "aria-labelledby": "dialog-title",
      onclick: ({ target }) => target === this.dialog && this.dialog.close(),
      onclose: () => this.nowLine.append(this.toast),
    });
    this.nowLine.append(this.toast);
    this.host.append(this.dialog);
    const onchange = () => this.look(this.eyes.value);
    this.eyes = make("select", { class: "quiet", "aria-label": t("Point of view"), hidden: true, onchange });
    this.title = make("h1", { class: "game-title" }, t("Game"));
    this.headTools = [
      this.title,
      this.eyes,
      iconButton("share", t("Share this position"), () => this.#act("save")),
      iconButton("help", t("Keys and help"), () => this.#act("help")),
    ];
  }

  #buildBar(bar) {
    const step = (name, label, action, way, more = "") =>
      iconButton(name, label, () => this.#act(action, way), { class: `tool ${more}` });
    this.badge = make("span", { class: "badge", role: "status" });
    this.where = make("span", { class: "count" });
    this.turnText = make("b", {});
    this.now = make("span", { class: "words" });
    this.playButton = step("play", t("Play"), "play", 1, "main");
    this.speedButton = button("", () => this.playback.change(0), { class: "tool speed" });
    this.nowLine = make("p", { class: "now" }, this.turnText, this.now, this.badge, this.where);
    bar.append(this.nowLine);
    this.timeline = new Timeline(bar, (seq, how) => this.go(seq, how));
    bar.append(
      make(
        "div",
        { class: "controls" },
        step("first", t("First line"), "first", 1, "wide"),
        step("back2", t("Previous turn"), "turn", -1),
        step("back", t("Previous event"), "step", -1, "big"),
        this.playButton,
        step("next", t("Next event"), "step", 1, "big"),
        step("next2", t("Next turn"), "turn", 1),
        step("last", t("To the end"), "last", 1, "end"),
        this.speedButton,
      ),
    );
    new ResizeObserver(([entry]) => {
      const height = Math.floor(entry.borderBoxSize[0].blockSize);
      document.documentElement.style.setProperty("--bar", `${height}px`);
    }).observe(bar);
    this.#showPlayback();
  }

  // --- playing --------------------------------------------------------------------------------

  /** Play the whole game from its beginning. */
  replay() {
    this.go(1, "play");
    if (!this.playback.on) this.playback.toggle();
  }

  /** Show how to share this position. */
  share() {
    this.#act("save");
  }

  #play() {
    const over = this.pos === this.chapters.last && this.state !== "live";
    if (over && !this.playback.on) this.go(1, "play");
    this.playback.toggle();
  }

  #playOn() {
    if (this.shown !== this.pos) return true; // its chapter is on the way
    if (this.pos === this.chapters.last) return this.state === "live";
    this.go(this.pos + 1, "play");
    return true;
  }

  #showPlayback() {
    const { on, speed } = this.playback;
    this.playButton.replaceChildren(icon(on ? "pause" : "play"));
    this.playButton.setAttribute("aria-label", on ? t("Pause") : t("Play"));
    this.speedButton.textContent = `${speed}×`;
    this.speedButton.setAttribute("aria-label", t("Speed: {n} events a second", { n: speed }));
  }

  // --- keys -----------------------------------------------------------------------------------

  #press(event) {
    const found = meaning(event);
    if (!found) return;
    event.preventDefault();
    const { digits } = this;
    this.digits = "";
    this.#act(...found, digits);
  }

  #act(action, way = 1, key = "", digits = "") {
    const { pos, turns, allMarks } = this;
    const acts = {
      step: () => this.go(pos + way, "step"),
      turn: () => this.#jump(turnStop(turns, pos, way)),
      round: () => this.#jump(roundStop(turns, pos, way)),
      first: () => this.go(1),
      last: () => this.go(this.chapters.last),
      last_or_line: () => this.#goTo(digits || String(this.chapters.last)),
      tenth: () => {
        this.digits = (digits + key).slice(-9);
        this.#later("digits", DIGITS_PAUSE, () => (this.digits = ""));
        this.go((this.chapters.last * Number(key)) / 10);
      },
      goto: () => this.#askPlace(),
      play: () => this.#play(),
      speed: () => {
        this.playback.change(way);
        this.tell(t("{n} events a second", { n: this.playback.speed }));
      },
      search: () => {
        this.tabs.show("log");
        this.search.focus();
      },
      search_again: () => this.search.again(way),
      decision: () => this.try(() => this.#seek(way, this.#decides())),
      scoring: () => this.#jump(markStop(allMarks, ["score"], pos, way)),
      same_type: () => {
        const type = this.line?.type;
        this.try(() => this.#seek(way, (line) => line.type === type));
      },
      mark: () => this.#mark(),
      next_mark: () => this.#jump(markStop(allMarks, ["mark", "note"], pos, way, true)),
      viewer: () => this.#nextEyes(way),
      changes: () => this.showChanges(),
      curve: () => this.tabs.show("scores"),
      rule: () => this.showRules(this.line?.rules ?? []),
      raw: () => this.try(() => this.#showRaw()),
      scroll_list: () => (this.tabs.open === "log" ? this.log.scroll(way) : this.tabs.show("log")),
      scroll_board: () => (this.tabs.narrow ? window : this.stage.host).scrollBy({ top: 60 * way }),
      zoom: () => this.#zoom(),
      note: () => {
        this.tabs.show("info");
        if (!this.about.write()) this.tell(t("you can't write notes here"));
      },
      branch: () => this.#askBranch(),
      save: () => this.show(t("Share this position"), shareForm(this)),
      help: () => this.show(t("Help"), make("div", { class: "help" }, help())),
      quit: () => this.#close(),
    };
    acts[action]();
  }

  #jump(seq) {
    if (seq) this.go(seq);
    else this.tell(this.contents ? t("there are no more in this direction") : t("still reading"));
  }

  #decides() {
    const seat = this.chapters.viewer || this.line?.seat;
    return ({ seq, seat: by }) => by && (!seat || by === seat) && !this.chapters.line(seq - 1)?.more;
  }

  /** Go to the next line for which something holds, through as many chapters as it takes. */
  async #seek(way, holds) {
    const { chapters } = this;
    const still = this.#run("seek");
    for (let seq = this.pos + way; seq >= 1 && seq <= chapters.last; seq += way) {
      for (const near of [seq, Math.max(seq - 1, 1)]) {
        if (!chapters.line(near)) await chapters.load(chapterOf(near));
      }
      if (!still()) return;
      if (holds(chapters.line(seq))) return this.go(seq);
    }
    this.#jump(0);
  }

  #goTo(text) {
    const { last } = this.chapters;
    const found = typedPlace(text, this.turns, last);
    if (found) this.go(found);
    else this.tell(t("there is no {place}: the last line is {last}", { place: text.trim(), last }), true);
  }

  #askPlace() {
    const input = make("input", { type: "text", autocomplete: "off", "aria-label": t("Line, turn or percentage") });
    const obey = () => {
      this.dialog.close();
      this.#goTo(input.value);
    };
    const hint = make("p", { class: "dim small" }, t("a line (120), a turn (t12) or a percentage (50%)"));
    const go = make("button", { class: "button primary" }, t("Go"));
    this.show(t("Go to"), [form({ class: "row" }, obey, input, go), hint]);
    input.focus();
  }

  /** Offer a game that goes on from here; `branch` starts it, for who may. */
  #askBranch() {
    const { branch, pos: n } = this;
    if (!branch) {
      this.tell(t("only a host or a referee can branch a game"));
      return;
    }
    const start = button(t("Start the game"), () => this.try(() => branch(n)), { class: "button primary" });
    const text = t("A new game continues from line {n}. This one stays as it is.", { n });
    this.show(t("Branch the game"), [make("p", {}, text), start]);
  }

  #mark() {
    const { pos: n, marks } = this;
    if (!marks.delete(n)) marks.add(n);
    this.tell(marks.has(n) ? t("line {n} marked", { n }) : t("line {n} is no longer marked", { n }));
    this.#markAll();
    this.#queue();
  }

  #nextEyes(way) {
    const { options, selectedIndex } = this.eyes;
    if (options.length < 2) {
      this.tell(t("there is no other point of view here"));
      return;
    }
    this.eyes.selectedIndex = (selectedIndex + way + options.length) % options.length;
    this.look(this.eyes.value);
  }

  #zoom() {
    const { classList } = this.host;
    const next = ZOOMS[ZOOMS.findLastIndex((name) => classList.contains(name)) + 1];
    for (const name of ZOOMS) classList.toggle(name, name === next);
    if (next === "only-ledger" && this.tabs.narrow) this.tabs.show("log");
  }

  /** Close what was opened last. */
  #close() {
    const { classList } = this.host;
    if (this.dialog.open) this.dialog.close();
    else if (ZOOMS.some((name) => classList.contains(name))) classList.remove(...ZOOMS);
    else if (this.search.stop()) this.focusBoard();
    else if (this.tabs.narrow) this.tabs.show("");
  }

  /** Give the keys back to the page. */
  focusBoard() {
    this.timeline.track.focus({ preventScroll: true });
  }

  // --- dialogs --------------------------------------------------------------------------------

  /** Show something above the page. */
  show(title, inside) {
    const close = iconButton("close", t("Close"), () => this.dialog.close());
    const head = make("header", {}, make("h2", { id: "dialog-title" }, title), close);
    this.dialog.replaceChildren(head, make("div", { class: "inside" }, inside));
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** Show the rules with these ids. */
  async showRules(ids) {
    if (!ids.length) {
      this.tell(t("this event names no rule"));
      return;
    }
    await this.try(async () => {
      const rules = await Promise.all(ids.map((id) => this.source.rule(id)));
      const parts = rules.map(({ id, title, section, text, lang }) => [
        make("h3", {}, make("code", {}, id), ` ${title}`),
        make("p", { class: "dim small" }, [section, lang !== language && t("only in English")].filter(Boolean).join(" · ")),
        make("p", { lang }, text),
      ]);
      this.show(t("Rules behind this event"), parts);
    });
  }

  async #showRaw() {
    const { pos: n } = this;
    const text = JSON.stringify(await this.source.raw(n), null, 2);
    this.show(t("Line {n} as it is in the log", { n }), make("pre", { tabindex: 0 }, text));
  }

  /** Show what changed since the end of the last turn. */
  showChanges() {
    const sums = new Map();
    for (let seq = turnAt(this.turns, this.pos)?.[3] ?? this.pos; seq <= this.pos; seq++) {
      for (const [seat, key, by, now] of this.chapters.line(seq)?.changes ?? []) {
        const before = sums.get(`${seat} ${key}`)?.[2] ?? 0;
        sums.set(`${seat} ${key}`, [seat, key, before + by, now]);
      }
    }
    const rows = [...sums.values()].filter(([, , by]) => by).sort((a, b) => a[0] - b[0]);
    const inside = rows.length ? changeTable(this, rows) : make("p", {}, t("nothing"));
    this.show(t("Changes in this turn"), inside);
  }
}
