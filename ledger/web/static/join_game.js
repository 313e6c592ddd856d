// The way into a game: who are you here?
import { get, onLoss, problemText } from "./api.js";
import { button, form, make, show } from "./dom.js";
import { notice, seatSign, showsGame, startPage } from "./page.js";
import { exchange, heldPasses, onJoin, seatOf, sit, tokenIn } from "./seats.js";
import { language, n, safe, t } from "./translations.js";

// Return what this tab may do in a game, after asking its reader if need be.
export async function enter(game, main, early) {
  // Take a seat, if it is one in this game; else say where it is, and go no further.
  const take = async (facts) => {
    const here = ({ id }) => id === facts.id;
    if ([null, game].includes(facts.game) || (await heldPasses(game)).some(here)) {
      onLoss(lost);
      return sit(game, facts);
    }
    await elsewhere(facts, main);
    return new Promise(() => {});
  };
  const change = async (facts) => {
    await take(facts);
    location.reload();
  };
  const lost = (error) => {
    startPage(t("Game"));
    return choose(game, main, error, change);
  };
  onJoin(async () => {
    try {
      await change(await seatOf(game));
    } catch (error) {
      show(main, notice(problemText(error)), pasteForm(change));
    }
  });
  let trouble = null;
  try {
    const facts = await seatOf(game, { game, early });
    if (facts !== null) return await take(facts);
  } catch (error) {
    if (!error.ended) throw error;
    trouble = error;
  }
  return new Promise((done) => choose(game, main, trouble, async (facts) => done(await take(facts))));
}

// Say that a link isn't for this page, but for which game it is, and lead there.
export async function elsewhere(facts, main, why = t("This link is for another game")) {
  const { title, names, status } = await gameOf(facts);
  showsGame(false);
  show(
    main,
    make(
      "section",
      { class: "narrow card", id: "elsewhere" },
      make("h1", {}, why),
      make("p", {}, [title, safe(names.join(" · "))].filter(Boolean).join(": ")),
      make("p", { class: "buttons" }, button(roleText(facts, names, status === "over"), () => goTo(facts), { class: "button primary" })),
    ),
  );
}

// What is known of the game of a token, with its players' names; little, if it can't be reached.
export async function gameOf({ game, id }) {
  try {
    const found = await get(`/games/${game}?lang=${language}`, { as: id });
    return { ...found, names: found.seats.map(({ name }) => name) };
  } catch {
    return { title: game, names: [], status: "" };
  }
}

// Go to the game of a token.
export function goTo(facts) {
  sit(facts.game, facts);
  location.assign(`/games/${facts.game}`);
}

async function choose(game, main, trouble, take) {
  showsGame(false);
  const held = await heldPasses(game);
  const { names, status } = held.length ? await gameOf({ game, id: held[0].id }) : {};
  const seats = held.map((facts) => {
    const inside = [seatSign(facts.seat ?? 0), roleText(facts, names, status === "over")];
    return make("li", {}, button(inside, () => take(facts), { class: "choice" }));
  });
  show(
    main,
    make(
      "section",
      { class: "narrow card", id: "entry" },
      make("h1", {}, held.length ? t("Who are you here?") : t("You need a link")),
      trouble && notice(problemText(trouble)),
      make(
        "p",
        { class: "soft" },
        held.length
          ? n("You have {n} seat in this game in this browser.", "You have {n} seats in this game in this browser.", held.length)
          : t("Games are private. Open the link you were given, or paste it here."),
      ),
      held.length ? make("ul", { class: "choices" }, seats) : pasteForm(take),
    ),
  );
}

// Say in words what a token may do; `names` are those of the players, `over`: the game has ended.
export function roleText(facts, names = [], over = false) {
  if (facts.role === "seat") {
    const name = names[facts.seat - 1];
    if (over) return name ? t("Replay as {name}", { name }) : t("Replay");
    return name ? t("Play as {name}", { name }) : t("Play as seat {seat}", { seat: facts.seat });
  }
  const known = {
    spectator: over ? t("Replay") : t("Watch"),
    referee: t("Referee: see and decide everything"),
    host: t("Host: see and decide everything"),
    admin: t("Admin: see and decide everything"),
  };
  return known[facts.role] ?? facts.role;
}

// Return a form for a link that somebody was sent; `done` is told what it may do.
export function pasteForm(done) {
  const field = make("input", {
    type: "text",
    autocapitalize: "none",
    id: "link",
    autocomplete: "off",
    spellcheck: "false",
    required: true,
    placeholder: "…#join=…",
  });
  const wrong = make("div", { "aria-live": "polite" });
  const take = async () => {
    const token = tokenIn(field.value);
    field.value = "";
    try {
      await done(await exchange(token ?? ""));
    } catch (error) {
      show(wrong, notice(problemText(error)));
    }
  };
  return form(
    { class: "paste" },
    take,
    make("label", { for: "link" }, t("Link or token")),
    make("div", { class: "row" }, field, make("button", { class: "button primary" }, t("Go"))),
    wrong,
  );
}
