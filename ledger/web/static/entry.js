// The way into a game: who are you here?
import { get, problemText } from "./api.js";
import { make, show } from "./dom.js";
import { notice, seatSign } from "./page.js";
import { exchange, heldPasses, onJoin, seatOf, sit, tokenIn } from "./seats.js";
import { n, t } from "./words.js";

// Return what this tab may do in a game, after asking its reader if need be.
export async function enter(game, main, early) {
  onJoin(async () => {
    try {
      await seatOf(game);
      location.reload();
    } catch (error) {
      show(main, notice(problemText(error)), pasteForm(game, () => location.reload()));
    }
  });
  let trouble = null;
  try {
    const facts = await seatOf(game, { game, early });
    if (facts !== null) return facts;
  } catch (error) {
    if (!error.ended) throw error;
    trouble = error;
  }
  return new Promise((done) => choose(game, main, trouble, done));
}

async function choose(game, main, trouble, done) {
  const held = await heldPasses(game);
  const names = held.length ? await seatNames(game, held[0]) : [];
  const take = (facts) => {
    show(main);
    done(sit(game, facts));
  };
  const seats = held.map((facts) =>
    make(
      "li",
      {},
      make(
        "button",
        { type: "button", class: "choice", data: { pass: facts.id }, on: { click: () => take(facts) } },
        seatSign(facts.seat ?? 0),
        make("span", { class: "choice-name" }, roleText(facts, names)),
      ),
    ),
  );
  show(
    main,
    make(
      "section",
      { class: "narrow card", id: "entry" },
      make("h1", {}, held.length ? t("Who are you here?") : t("You need a link")),
      trouble && notice(problemText(trouble)),
      held.length
        ? make("p", { class: "soft" }, n("This browser has {n} place in this game.", "This browser has {n} places in this game.", held.length))
        : make("p", { class: "soft" }, t("Games are private. Open the link that you were given, or paste it here.")),
      held.length ? make("ul", { class: "choices" }, seats) : pasteForm(game, take),
    ),
  );
}

async function seatNames(game, facts) {
  try {
    const found = await get(`/games/${encodeURIComponent(game)}`, { as: facts.id });
    return found.seats.map((seat) => seat.name);
  } catch {
    return [];
  }
}

// Say in words what a token may do; `names` are those of the players.
export function roleText(facts, names = []) {
  if (facts.role === "seat") {
    const name = names[facts.seat - 1];
    return name ? t("Play as {name}", { name }) : t("Play as seat {seat}", { seat: facts.seat });
  }
  const known = {
    spectator: t("Watch"),
    referee: t("Referee: see and decide everything"),
    host: t("Host: see and decide everything"),
    admin: t("Admin: see and decide everything"),
  };
  return known[facts.role] ?? facts.role;
}

// Return a form for a link that somebody was sent.
export function pasteForm(place, done) {
  const field = make("input", {
    type: "password",
    id: "link",
    autocomplete: "off",
    spellcheck: "false",
    required: true,
    placeholder: "…#join=…",
  });
  const wrong = make("div", { "aria-live": "polite" });
  const submit = async (event) => {
    event.preventDefault();
    const token = tokenIn(field.value);
    field.value = "";
    try {
      const facts = await exchange(token ?? "");
      done(place === null ? facts : sit(place, facts));
    } catch (error) {
      show(wrong, notice(problemText(error)));
    }
  };
  return make(
    "form",
    { class: "paste", on: { submit } },
    make("label", { for: "link" }, t("Link or token")),
    make("div", { class: "row" }, field, make("button", { class: "button primary" }, t("Go"))),
    wrong,
  );
}
