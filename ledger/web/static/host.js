// Host a game: choose it, seat people and bots, and hand out the links.
import { get, newKey, post, problemText } from "./api.js";
import { button, copied, draw, form, icon, make, show, sureButton } from "./dom.js";
import { elsewhere, pasteForm } from "./join_game.js";
import { notice, say, seatSign, startPage } from "./page.js";
import { forget, heldPasses, onJoin, seatOf, sit } from "./seats.js";
import { language, n, safe, t } from "./translations.js";

const DAYS = 30;
const main = startPage(t("Host a game"));
const wish = { kind: null, seats: [], options: {}, place: "", key: newKey(), sent: "" };
let kinds = [];
let facts = null;

async function begin() {
  try {
    await take((await seatOf("host")) ?? (await heldPasses()).filter(mayHost).pop());
  } catch (error) {
    if (!error.ended) return show(main, make("div", { class: "narrow" }, notice(problemText(error))));
    askForToken(problemText(error));
  }
}

const mayHost = (known) => known.role === "host" || known.role === "admin";

async function take(known) {
  if (!known) return askForToken();
  if (!mayHost(known)) return elsewhere(known, main, t("This link is for a game, not for hosting"));
  facts = sit("host", known);
  const started = new URLSearchParams(location.search).get("game");
  if (started) {
    history.replaceState(null, "", location.pathname); // once is enough
    return showLinks(await get(`/games/${encodeURIComponent(started)}?lang=${language}`));
  }
  await again();
}

function askForToken(trouble = null) {
  show(
    main,
    make(
      "section",
      { class: "narrow card" },
      make("h1", {}, t("Host a game")),
      make("p", { class: "soft" }, t("You need a host's token for this. The people who run this server can make one with:")),
      make("p", {}, make("code", { class: "block" }, "ledger token new --role host")),
      trouble && notice(trouble),
      pasteForm(take),
    ),
  );
}

// --- the form ------------------------------------------------------------------------------------

function choose(kind) {
  wish.kind = kind;
  wish.options = { ...kind.options };
  const few = kind.players[0];
  while (wish.seats.length < few) wish.seats.push({ name: "", bot: null });
  wish.seats.length = Math.min(wish.seats.length, kind.players.at(-1));
  for (const seat of wish.seats) if (!kind.bots.includes(seat.bot)) seat.bot = null;
  showForm();
}

function showForm() {
  const kind = wish.kind;
  const wrong = make("div", { id: "wrong", "aria-live": "assertive" });
  show(
    main,
    form(
      { class: "host", autocomplete: "off" },
      () => start(wrong),
      make("h1", {}, t("Host a game")),
      make("fieldset", { class: "kinds" }, make("legend", {}, t("Game")), kinds.map(kindChoice)),
      make("fieldset", { class: "card", id: "seat-list" }, make("legend", {}, t("Players")), seatRows()),
      Object.keys(kind.option_types).length
        ? make(
            "fieldset",
            { class: "card" },
            make("legend", {}, t("Options")),
            Object.entries(kind.option_types).map(([name, type]) => option(name, type)),
          )
        : null,
      make(
        "div",
        { class: "card" },
        make("label", { for: "place" }, t("Place")),
        make("input", {
          id: "place",
          maxlength: 200,
          value: wish.place,
          placeholder: t("Where you play (optional)"),
          oninput: (event) => (wish.place = event.target.value),
        }),
      ),
      wrong,
      make(
        "div",
        { class: "row spread" },
        make("button", { class: "button primary large", id: "start" }, t("Start the game")),
        sureButton(t("Forget my host's token"), t("Forget? You need the token to host again"), signOut, { class: "button quiet" }),
      ),
    ),
  );
}

function kindChoice(kind) {
  const [few, many] = [kind.players[0], kind.players.at(-1)];
  const span = few === many ? String(few) : `${few}–${many}`;
  return make(
    "label",
    { class: "kind" },
    make("input", {
      type: "radio",
      name: "kind",
      value: kind.name,
      checked: kind === wish.kind,
      onchange: () => (choose(kind), document.querySelector(`[value="${CSS.escape(kind.name)}"]`).focus()),
    }),
    make("span", { class: "kind-title" }, kind.title),
    make("span", { class: "soft small" }, t("{span} players", { span })),
  );
}

function seatRows() {
  const kind = wish.kind;
  const few = kind.players[0];
  const rows = wish.seats.map((seat, index) => {
    const number = index + 1;
    const name = make("input", {
      id: `name-${number}`,
      "aria-label": t("Name of seat {seat}", { seat: number }),
      maxlength: 200,
      value: seat.name,
      placeholder: seat.bot === null ? t("Name") : botName(seat.bot, index),
      oninput: (event) => (seat.name = event.target.value),
    });
    const onchange = (event) => {
      seat.bot = event.target.value || null;
      redraw();
    };
    const who = make(
      "select",
      { "aria-label": t("Who plays seat {seat}", { seat: number }), onchange },
      make("option", { value: "" }, t("Person")),
      kind.bots.map((bot) => make("option", { value: bot, selected: bot === seat.bot }, t("Bot: {bot}", { bot }))),
    );
    const drop = () => {
      wish.seats.splice(index, 1);
      redraw();
    };
    const remove = button(icon("close", "icon"), drop, {
      class: "icon-button",
      "aria-label": t("Remove seat {seat}", { seat: number }),
      disabled: wish.seats.length <= few,
    });
    return make("li", { class: "seat-row" }, seatSign(number), name, who, remove);
  });
  const add = () => {
    wish.seats.push({ name: "", bot: null });
    redraw();
    document.getElementById(`name-${wish.seats.length}`).focus();
  };
  const full = { disabled: wish.seats.length >= kind.players.at(-1) };
  return [make("ol", { class: "seat-rows" }, rows), button(t("Add a seat"), add, full)];
}

function redraw() {
  show(document.getElementById("seat-list"), make("legend", {}, t("Players")), seatRows());
}

const botName = (bot, index) => t("Bot {seat}", { seat: index + 1, bot });

function option(name, type) {
  const id = `option-${name}`;
  const value = wish.options[name];
  const { label } = type;
  if (type.type === "boolean") {
    const input = make("input", {
      type: "checkbox",
      id,
      checked: value === true,
      onchange: (event) => (wish.options[name] = event.target.checked),
    });
    return make("label", { class: "switch", for: id }, input, make("span", {}, label));
  }
  const set = (event) => {
    wish.options[name] = type.type === "integer" ? Number(event.target.value) : event.target.value;
  };
  const input = type.choices.length
    ? make(
        "select",
        { id, onchange: set },
        type.choices.map((choice, i) =>
          make("option", { value: choice, selected: choice === value }, type.labels[i]),
        ),
      )
    : make("input", { id, type: type.type === "integer" ? "number" : "text", value: value ?? "", oninput: set });
  return make("div", { class: "field" }, make("label", { for: id }, label), input);
}

// --- the game ------------------------------------------------------------------------------------

function asked() {
  const usual = wish.kind.options;
  const changed = Object.entries(wish.options).filter(([name, value]) => value !== usual[name]);
  const seats = wish.seats.map((seat, index) => {
    const name = seat.name.trim() || (seat.bot === null ? t("Player {seat}", { seat: index + 1 }) : botName(seat.bot, index));
    return seat.bot === null ? { name } : { name, bot: seat.bot };
  });
  const place = wish.place.trim() || undefined; // which isn't sent
  return { game: wish.kind.name, seats, options: Object.fromEntries(changed), place };
}

async function start(wrong) {
  const go = document.getElementById("start");
  go.disabled = true;
  try {
    const wanted = JSON.stringify(asked());
    if (wish.sent !== wanted) Object.assign(wish, { sent: wanted, key: newKey() });
    const game = await post("/games", { ...asked(), key: wish.key });
    await showLinks({ ...game, title: wish.kind.title });
  } catch (error) {
    if (error.kind === "conflict") wish.key = newKey();
    go.disabled = false;
    show(wrong, notice(problemText(error)));
  }
}

async function link({ id: game }, { seat, name }) {
  const who = seat ? { role: "seat", seat } : { role: "spectator" };
  const { token } = await post("/tokens", { ...who, game, days: DAYS });
  const url = `${location.origin}/games/${game}#join=${token}`;
  return { seat, name, url, code: await post("/qr", { text: url }) };
}

// Make a link for everybody in a game, and show them.
async function showLinks(game) {
  const people = game.seats.map(({ name, bot }, index) => ({ seat: index + 1, name, bot }));
  const links = await Promise.all([...people.filter(({ bot }) => !bot), { seat: 0 }].map((one) => link(game, one)));
  const local = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  const bots = people.filter(({ bot }) => bot).map(({ name }) => name);
  const ready = t("{title} is ready", { title: game.title });
  show(
    main,
    make("h1", {}, ready),
    make(
      "p",
      { class: "lead" },
      t("Give each player their own link: anyone who has it can play that seat. The links are shown only now; keep this page open until everybody has joined."),
    ),
    local ? notice(t("These links work on this computer only: you opened the page at {host}.", { host: location.host }), "warn") : null,
    bots.length ? make("p", { class: "soft" }, t("The server plays for {names}.", { names: bots.join(", ") })) : null,
    make("ul", { class: "cards links" }, links.map((one) => linkCard(game, one))),
    make("p", { class: "soft" }, n("The links work for {n} day.", "The links work for {n} days.", DAYS)),
    button(t("Host another game"), again),
  );
  say(ready);
  scrollTo(0, 0);
}

function linkCard(game, one) {
  const title = one.seat ? safe(one.name) : t("For spectators");
  const field = make("input", {
    class: "link",
    readonly: true,
    value: one.url,
    "aria-label": t("Link for {name}", { name: title }),
    onfocus: () => field.select(),
  });
  const copy = button(t("Copy"), async () => {
    copy.textContent = (await copied(field)) ? t("Copied") : t("Press Ctrl-C");
    say(copy.textContent);
    setTimeout(() => (copy.textContent = t("Copy")), 2000);
  }, { class: "button primary" });
  const give = () => navigator.share({ title: game.title, url: one.url }).catch(() => {});
  const share = navigator.share ? button(t("Share"), give) : null;
  return make(
    "li",
    { class: "card link-card" },
    make("h2", {}, seatSign(one.seat), title),
    qr(one.code, t("QR code for {name}", { name: title })),
    field,
    make(
      "div",
      { class: "row" },
      copy,
      share,
      make("a", { class: "button", href: one.url, target: "_blank", rel: "noopener noreferrer" }, t("Open")),
    ),
  );
}

function qr(code, label) {
  return draw(
    "svg",
    { class: "qr", viewBox: `0 0 ${code.size} ${code.size}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
    draw("rect", { width: code.size, height: code.size, fill: "#fff" }),
    draw("path", { d: code.path, fill: "#000" }),
  );
}

async function again() {
  wish.key = newKey();
  if (!kinds.length) kinds = (await get(`/kinds?lang=${language}`)).games;
  choose(wish.kind ?? kinds[0]);
}

async function signOut() {
  await forget("host", facts.id);
  askForToken();
}

onJoin(begin);
await begin();
