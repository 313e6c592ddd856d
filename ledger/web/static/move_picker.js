// Playing by picking pieces. The service says what can be picked next; this page shows it, asks again
// after each pick, and sends the move. It knows no rule of any game.

import { newKey, problemText } from "./api.js";
import { button, draw, form, make, show } from "./dom.js";
import { PANELS, distance, keyOf, kindsAt, markOf, middle, reachable, rectOf, targets, wide } from "./pick_targets.js";
import { language, t } from "./translations.js";

const TYPING_PAUSE = 150;
const RETRY = 3000;
const SHOWN_COMPLETIONS = 12;
const REFUSED = [400, 422]; // however often one asks

/** The move that is chosen, with what it does: the same text may cost more by now. */
const meaning = ({ move, words }) => (move ? `${move}\n${words[0] ?? ""}` : "");

const capital = (text) => text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
const sentence = (text) => `${capital(text)}${/[.!?…]$/.test(text) ? "" : "."}`;

const knob = (text, onclick, looks = "button quiet", more = {}) => button(text, onclick, { class: looks, ...more });

/** The seat of whoever looks on, as a player: pieces that light up, and a bar for all the rest. */
export class MovePicker {
  /** `bar`: where the bar goes; `drawing`: the board; `showRule` shows the text of a rule; `heardOf`
   * is told how long the log is, whenever the service says so. */
  constructor(bar, drawing, source, { seat, nameOf, showRule, heardOf }) {
    Object.assign(this, { bar, drawing, source, seat, nameOf, showRule, heardOf });
    Object.assign(this, { version: 0, here: false, picks: [], answer: null, asking: 0, behind: false });
    this.overlay = draw("g", { class: "picks" });
    this.overlay.addEventListener("click", (event) => this.#click(event));
    this.overlay.addEventListener("keydown", (event) => this.#key(event));
    document.documentElement.classList.add("plays");
    this.#build();
    const look = () => this.#offerSight();
    document.addEventListener("scroll", look, { capture: true, passive: true });
    addEventListener("resize", look);
  }

  /** The board was drawn: at this version of the game if `here`, or somewhere in its past, perhaps as
   * we are `following` what happens.
   *
   * `move` is its last line that isn't a remark: until there is another one, picks stay as they are.
   * In another `turn` they are forgotten. */
  show({ version, here, move, turn, following }) {
    const { bar } = this;
    this.behind ||= move !== this.move;
    Object.assign(this, { here, move, turn });
    if (here) this.version = version;
    const inert = !here && !(following && document.activeElement === this.field); // who types goes on
    if (inert && !bar.inert) this.away = this.#hasFocus();
    bar.inert = inert;
    bar.classList.toggle("following", !here && following); // it stays while others move
    if (here) this.#tellQuestion(); // some of its words stand on the board
    this.#enable();
    if (!this.#catchUp()) this.#light();
    if (!here || !this.away) return;
    this.away = false;
    if (document.activeElement === document.body) bar.focus({ preventScroll: true });
  }

  // --- asking ---------------------------------------------------------------------------------

  /** The game has gone on: ask anew, with the picks if there are any; return whether that is done.
   *
   * Nothing is asked while a move is being sent, and picks wait for the board that they are on. */
  #catchUp() {
    if (!this.behind || this.sending || (this.picks.length && !this.here)) return false;
    this.behind = false;
    if (this.doubtful) this.#clearField();
    if (!this.form.hidden) this.#complete();
    if (this.doubtful) this.#lose();
    else if (!this.picks.length) this.#restart();
    else if (this.#findAgain()) {
      this.key = newKey();
      this.unsure = true;
      this.#render();
      this.#ask();
    } else this.#lose();
    return true;
  }

  /** Find what was picked on the new board; return whether all of it is there and means the same. */
  #findAgain() {
    if (this.picks[0].turn !== this.turn) return false;
    const pieces = this.#reachable();
    const taken = new Set();
    const found = this.picks.map((one) => {
      if (!one.key) return one; // in words, which mean what they say
      const able = pieces.filter((piece) => keyOf(piece) === one.key && !taken.has(piece.id));
      const piece = able.find(({ id }) => id === one.id) ?? able[0];
      if (!piece || kindsAt(one.key, pieces) !== one.what) return null;
      taken.add(piece.id);
      return { ...one, id: piece.id, told: piece.said };
    });
    if (found.includes(null)) return false;
    this.picks = found;
    return true;
  }

  #restart() {
    this.#forget();
    this.#choose([]);
  }

  /** What was picked no longer is what it was: choose anew, and say why, if one is still asked. */
  #lose() {
    this.news = t("The game has moved on: please pick again.");
    this.#restart();
  }

  #forget() {
    Object.assign(this, { picks: [], answer: null, unsure: false, doubtful: false });
    this.#render();
  }

  async #ask() {
    const asked = ++this.asking;
    const { picks } = this;
    this.bar.setAttribute("aria-busy", "true");
    try {
      const answer = await (this.unsure ? this.#askAgain(picks) : this.#choices(picks));
      if (asked !== this.asking || answer?.version < this.move) return; // the board comes next
      if (!answer) {
        this.#lose();
        return;
      }
      Object.assign(this, { answer, answered: picks, chosen: meaning(answer), unsure: false });
      this.heardOf(answer.version);
      this.#render();
      if (this.#saysNo()) this.#send({ command: answer.decline });
      if (this.news && answer.question?.seat === this.seat) this.#refuse(this.news, null, true);
      this.news = "";
      if (picks.length && !this.#inSight()) this.#bringIntoSight();
    } catch (error) {
      if (asked === this.asking) this.#notThese(error, asked);
    } finally {
      if (asked === this.asking) this.bar.removeAttribute("aria-busy");
    }
  }

  #choices(picks) {
    return this.source.choices(picks.map(({ pick }) => pick));
  }

  /** Ask for picks from before the game went on, each if it is still offered; null: they are no longer
   * the same move, or the beginning of one. */
  async #askAgain(picks) {
    const { chosen } = this;
    let answer = await this.#choices([]);
    for (const [n, { pick, key }] of picks.entries()) {
      const { lit, settled, buttons } = answer;
      const spots = [...lit, ...settled];
      if (key ? !spots.some((spot) => keyOf(spot) === key) : !buttons.some((one) => one.pick === pick)) return null;
      answer = await this.#choices(picks.slice(0, n + 1));
    }
    return !chosen || meaning(answer) === chosen ? answer : null;
  }

  /** Picks that don't go are taken back, the last one first; if the game has gone on since, all. */
  #notThese(error, asked) {
    const { picks, unsure } = this;
    const refused = picks.length && REFUSED.includes(error.status);
    if (refused && unsure) return this.#lose();
    this.#failed(error);
    const again = () => {
      if (asked !== this.asking) return;
      this.#refuse();
      this.#ask();
    };
    if (refused) this.#choose(picks.slice(0, -1), false);
    else setTimeout(again, RETRY);
  }

  #pick(pick, told, piece = {}) {
    this.news = "";
    this.#choose([...this.picks, { pick, told, turn: this.turn, ...piece }]);
  }

  /** Choose anew from some of the picks. */
  #choose(picks, silent = true) {
    Object.assign(this, { picks, chosen: "", key: newKey(), doubtful: false });
    if (silent) this.#refuse();
    if (this.answer?.command) this.status.textContent = ""; // it is another move by now
    this.#enable();
    this.#ask();
  }

  #back() {
    this.#choose(this.picks.slice(0, -1));
  }

  async #send(what) {
    if (this.sending || (what.command && this.answered !== this.picks)) return;
    const { version } = this;
    this.sending = true;
    this.#refuse();
    this.#enable();
    try {
      this.heardOf((await this.source.send(what, version, this.key)).version);
      this.#clearField();
      this.#forget();
      this.status.textContent = t("Played.");
    } catch (error) {
      this.doubtful = !error.status || error.status >= 500; // perhaps it was played: not once more by a new key
      this.#failed(error);
    }
    this.sending = false;
    this.#enable();
    if (version !== this.version) this.#catchUp(); // else the board comes next
  }

  /** Decline this question, and any like it as long as the turn goes on. */
  #sayNo() {
    const { answer, turn } = this;
    this.refusing = { turn, ask: answer.question.ask };
    this.#send({ command: answer.decline });
  }

  /** Whether the open question is one that is declined for the rest of the turn. */
  #saysNo() {
    const { answer, refusing, turn } = this;
    return Boolean(answer.decline) && refusing?.turn === turn && refusing.ask === answer.question.ask;
  }

  async #undo() {
    const { version } = this;
    this.#refuse();
    try {
      this.heardOf((await this.source.undo(version, newKey())).version);
    } catch (error) {
      this.#failed(error);
      if (version !== this.version) this.#catchUp(); // else the board comes next
    }
  }

  #clearField() {
    this.field.value = "";
    this.completions.replaceChildren();
  }

  // --- saying ---------------------------------------------------------------------------------

  #failed(error) {
    if (error.status !== 412) {
      this.#refuse(problemText(error), error.rule);
      return;
    }
    Object.assign(this, { answer: null, behind: true, news: t("The game has moved on: look again.") });
    this.#render();
    this.#refuse(this.news);
  }

  /** Say why something can't be done, or not yet, with the rule; say nothing if there is nothing. */
  #refuse(text = "", rule = null, unfinished = false) {
    const { refusal } = this;
    refusal.className = unfinished ? "unfinished" : "refusal";
    refusal.setAttribute("role", unfinished ? "status" : "alert");
    show(refusal, text, rule && [" ", knob(rule, () => this.showRule(rule), "rule")]);
    refusal.hidden = !text;
  }

  // --- the bar --------------------------------------------------------------------------------

  #build() {
    this.status = make("p", { class: "ask", role: "status" });
    this.doing = make("p", { class: "doing" });
    this.refusal = make("p", { class: "refusal", hidden: true });
    this.choices = make("div", { class: "options" });
    this.acts = {
      confirm: knob(t("Confirm"), () => this.#send({ command: this.answer.command }), "button confirm"),
      pay: knob(t("Pay for me"), () => this.#choose(this.picks.filter((_, i) => !this.answer.paid.includes(i)))),
      back: knob(t("Undo tap"), () => this.#back()),
      over: knob(t("Start over"), () => this.#choose([])),
      undo: knob(t("Undo move"), () => this.#undo()),
      no: knob(t("Say no for the rest of this turn"), () => this.#sayNo()),
      type: knob(t("Type"), () => this.#toggleTyping()),
      sight: knob(t("Show me"), () => this.#bringIntoSight(), "button quiet", { title: t("Show what can be picked"), hidden: true }),
    };
    this.field = make("input", {
      type: "text",
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
      maxlength: 2000,
      "aria-label": t("Type a move"),
      oninput: () => this.#typed(),
    });
    this.completions = make("div", { class: "completions" });
    const send = () => {
      if (this.field.value.trim()) this.#send({ move: this.field.value });
    };
    this.form = form(
      { class: "typing", hidden: true },
      send,
      this.field,
      make("button", { class: "button" }, t("Play it")),
      this.completions,
    );
    this.bar.classList.add("play");
    this.bar.setAttribute("aria-label", t("Your move"));
    this.bar.tabIndex = -1; // it keeps the place of who uses keys while others move
    const acts = make("div", { class: "acts" }, ...Object.values(this.acts));
    this.bar.replaceChildren(this.status, this.doing, this.refusal, this.choices, acts, this.form);
    this.bar.addEventListener("keydown", (event) => this.#barKey(event));
    this.#enable();
  }

  #render() {
    const { answer } = this;
    const focused = this.#hasFocus();
    this.choices.replaceChildren(...(answer?.buttons ?? []).map((button) => this.#button(button)));
    this.doing.textContent = answer?.command && answer.left > 1 ? t("You can still choose more.") : "";
    this.doing.hidden = !this.doing.textContent;
    this.acts.confirm.textContent = (answer?.command && answer.label) || t("Confirm");
    this.#tellQuestion();
    if (answer?.refused) this.#refuse(answer.refused.detail, answer.refused.rule, answer.refused.unfinished);
    this.#enable();
    this.#light();
    if (focused) this.#focus();
  }

  #tellQuestion() {
    if (!this.answer || this.answered !== this.picks) return;
    const text = this.#question();
    if (text !== this.status.textContent) this.status.textContent = text;
  }

  /** What the player is asked, or what the move does that is chosen. */
  #question() {
    const { answer, picks } = this;
    if (!answer.question) return t("The game is over.");
    const panel = this.drawing.scene?.panels.find(({ seat }) => seat === answer.question.seat);
    if (answer.question.seat !== this.seat) {
      const asks = panel?.note || answer.asks;
      return t("Waiting for {name}: {asks}", { name: this.nameOf(answer.question.seat), asks });
    }
    if (answer.command) return answer.words.map(sentence).join(" ");
    if (picks.length) {
      const chosen = picks.map(({ told }) => told).join(" · ");
      if (answer.buttons.some(({ pick }) => pick.startsWith("verb:"))) return t("{chosen}: choose what to do", { chosen });
      return t("{chosen}: choose what goes with it", { chosen });
    }
    return answer.decline ? sentence(answer.prompt) : t("Your turn: {prompt}", { prompt: answer.prompt });
  }

  #button({ pick, text }) {
    const act = () => this.#pick(pick, text);
    return knob(capital(text), act, "button option", { "data-pick": pick });
  }

  #enable() {
    const { answer, picks, acts, sending, unsure, behind } = this;
    const mine = answer?.question?.seat === this.seat;
    this.bar.dataset.turn = mine ? "mine" : !answer ? "" : answer.question ? "theirs" : "over";
    acts.confirm.hidden = !mine;
    acts.confirm.disabled = !answer?.command || this.answered !== picks || sending || unsure || behind;
    acts.pay.hidden = !answer?.paid.length || !answer.payments.some(({ proposed }) => proposed);
    acts.back.hidden = acts.over.hidden = !picks.length;
    acts.type.hidden = !mine;
    acts.undo.hidden = picks.length > 0 || !answer?.undo;
    acts.no.hidden = picks.length > 0 || !answer?.decline;
    acts.no.disabled = sending || behind;
    if (answer && !mine) this.form.hidden = true;
  }

  #toggleTyping() {
    this.form.hidden = !this.form.hidden;
    if (this.form.hidden) return;
    this.field.focus();
    this.#complete();
  }

  #typed() {
    clearTimeout(this.pausing);
    Object.assign(this, { key: newKey(), doubtful: false });
    this.pausing = setTimeout(() => this.#complete(), TYPING_PAUSE);
  }

  async #complete() {
    const text = this.field.value;
    try {
      const { completions } = await this.source.complete(text);
      if (text !== this.field.value) return;
      const take = ({ text: more, begun }) => {
        this.field.value = `${text.slice(0, text.length - begun.length)}${more} `;
        this.field.focus();
        this.#typed();
      };
      this.completions.replaceChildren(
        ...completions.slice(0, SHOWN_COMPLETIONS).map((found) => knob(found.text, () => take(found))),
      );
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Keys that mean something else on the rest of the page. */
  #barKey(event) {
    if (event.key === "Escape" && this.picks.length) this.#back();
    else if (!event.key.startsWith("Arrow")) return;
    event.stopPropagation();
  }

  // --- the board ------------------------------------------------------------------------------

  /** Show what can be picked and what was; nothing stands in the picture if there is nothing. */
  #light() {
    const { answer, drawing, picks, overlay } = this;
    const held = overlay.contains(document.activeElement) && document.activeElement.dataset.piece;
    this.lit = [];
    overlay.replaceChildren();
    if (!this.here || !answer || !drawing.scene) {
      overlay.remove();
      this.#clearHeads();
      this.#offerSight();
      return;
    }
    const pieces = this.#reachable();
    const chosen = new Set(picks.map(({ id }) => id).filter(Boolean));
    const marks = pieces.filter(({ id }) => chosen.has(id)).map((piece) => ["chosen", piece]);
    const taken = new Set(chosen);
    for (const [looks, spots] of [["chosen", answer.settled], ["proposed", answer.proposed]]) {
      for (const spot of spots) {
        const piece = pieces.find((one) => keyOf(one) === keyOf(spot) && !taken.has(one.id));
        if (!piece) continue;
        taken.add(piece.id);
        marks.push([looks, piece]);
      }
    }
    this.lit = targets(pieces, answer.lit, chosen);
    this.#clearHeads();
    const focus = this.lit.find(({ id }) => id === this.last) ?? this.lit[0];
    overlay.append(...marks.map(([looks, piece]) => markOf(looks, piece)));
    for (const piece of this.lit) {
      const looks = { class: "lit", role: "button", "data-piece": piece.id, "aria-label": piece.said };
      const tabindex = piece === focus ? "0" : "-1";
      const shapes = [rectOf("hit", wide(piece.box)), markOf("halo", piece), markOf("edge", piece)];
      overlay.append(draw("g", { ...looks, tabindex }, ...shapes));
    }
    if (overlay.childNodes.length) drawing.svg.append(overlay);
    else overlay.remove();
    const again = this.lit.find(({ id }) => id === held);
    if (again) this.#focusPiece(again);
    this.#offerSight();
  }

  /** Where a panel can be picked, its head doesn't unfold it. */
  #clearHeads() {
    const lit = new Set(this.lit.map(({ id }) => id));
    for (const head of this.drawing.svg.parentElement.querySelectorAll(".heads button")) {
      head.hidden = lit.has(`${PANELS}-${head.dataset.seat}`);
    }
  }

  #reachable() {
    const { scene, spots, layout } = this.drawing;
    return reachable(scene, spots, this.seat, layout);
  }

  /** Whether any piece that can be picked is between the head of the page and the bar; none need be. */
  #inSight() {
    const { bottom: from } = document.getElementById("head").getBoundingClientRect();
    const { top: to } = this.bar.getBoundingClientRect();
    const spots = [...this.overlay.querySelectorAll(".hit")].map((one) => one.getBoundingClientRect());
    return !spots.length || spots.some(({ top, height }) => top + height / 2 > from && top + height / 2 < to);
  }

  /** Lead to what can be picked, if it is out of sight: who reads something else isn't disturbed. */
  #offerSight() {
    this.looking ||= requestAnimationFrame(() => {
      this.looking = 0;
      this.acts.sight.hidden = this.#inSight();
    });
  }

  #bringIntoSight() {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.overlay.querySelector(".lit")?.scrollIntoView({ block: "center", behavior: still ? "instant" : "smooth" });
  }

  #take(piece) {
    this.last = piece.id;
    const { id, said } = piece;
    const key = keyOf(piece);
    const what = kindsAt(key, this.#reachable());
    this.#pick(`piece:${key}`, said, { id, key, what });
  }

  /** A finger means the nearest piece, however large the targets are. */
  #click(event) {
    const box = this.drawing.svg.getBoundingClientRect();
    const scale = this.drawing.layout.width / box.width;
    const at = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
    let best = null;
    for (const piece of this.lit) {
      if (distance(wide(piece.box), at) > 0) continue;
      const far = distance(piece.box, at);
      if (!best || far <= best.far) best = { piece, far }; // of two, the one that lies above
    }
    if (best) this.#take(best.piece);
  }

  #key(event) {
    const { lit } = this;
    const at = lit.findIndex(({ id }) => id === event.target.dataset.piece);
    if (at < 0) return;
    if (event.key === "Enter" || event.key === " ") this.#take(lit[at]);
    else if (event.key === "Escape" && this.picks.length) this.#back();
    else {
      const to = this.#neighbour(event.key, lit[at]);
      if (!to) return;
      this.#focusPiece(to);
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Left and right pass through all pieces as one reads, up and down go to the nearest there. */
  #neighbour(key, from) {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[key];
    const [x, y] = middle(from.box);
    if (way) {
      const read = (a, b) => a.box.y - b.box.y || a.box.x - b.box.x;
      const order = [...this.lit].sort(read);
      return order[(order.indexOf(from) + way + order.length) % order.length];
    }
    const down = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (!down) return null;
    const cost = ({ box }) => (middle(box)[1] - y) * down + 2 * Math.abs(middle(box)[0] - x);
    const there = this.lit.filter(({ box }) => (middle(box)[1] - y) * down > 1);
    return there.sort((a, b) => cost(a) - cost(b))[0] ?? from;
  }

  #focusPiece(piece) {
    for (const one of this.overlay.querySelectorAll(".lit")) {
      const mine = one.dataset.piece === piece.id;
      one.setAttribute("tabindex", mine ? "0" : "-1");
      if (mine) one.focus();
    }
    this.last = piece.id;
  }

  #hasFocus() {
    const { activeElement } = document;
    const inside = this.overlay.contains(activeElement) || this.bar.contains(activeElement);
    return inside && activeElement !== this.field;
  }

  /** Go on where the next step is, for who uses keys. */
  #focus() {
    const { answer } = this;
    const done = answer?.command && answer.left === 1;
    const next =
      (!done && (this.overlay.querySelector(".lit[tabindex='0']") ?? this.choices.querySelector("button"))) ||
      [this.acts.confirm, this.acts.back].find((button) => !button.hidden && !button.disabled) ||
      this.bar;
    next.focus({ preventScroll: !next.closest("svg") });
  }
}
