// The first page: the games of this browser, and the ways on.
import { problemText } from "./api.js";
import { make, show, sureButton } from "./dom.js";
import { gameOf, goTo, pasteForm, roleText } from "./join_game.js";
import { notice, seatSign, startPage } from "./page.js";
import { exchange, forget, heldPasses, onJoin, sit } from "./seats.js";
import { safe, t } from "./translations.js";

const MOST = 24; // games that are asked about; who has more opens them by their links
const main = startPage("Ledger");
const seats = make("section", { id: "seats", "aria-label": t("Your games") });

onJoin(() => join());
show(
  main,
  make(
    "section",
    { class: "hero" },
    make("h1", {}, t("Play, watch and replay board games")),
    make("p", { class: "lead" }, t("Every move is kept. Join with your link, or host a game for your table.")),
    make(
      "p",
      { class: "buttons" },
      make("a", { class: "button primary", href: "/host" }, t("Host a game")),
      make("a", { class: "button", href: "/api" }, t("API for programs")),
    ),
  ),
  seats,
  make(
    "section",
    { class: "card" },
    make("h2", {}, t("Join a game")),
    make("p", { class: "soft" }, t("Open the link you were given, or paste it here.")),
    pasteForm(go),
  ),
);
await join();

async function join() {
  try {
    const token = window.ledger.takeToken();
    if (token !== null) go(await exchange(token));
    else await showSeats();
  } catch (error) {
    show(seats, notice(problemText(error)));
  }
}

// Go where a token leads.
function go(facts) {
  if (facts.game !== null) {
    goTo(facts);
  } else if (facts.role === "host" || facts.role === "admin") {
    sit("host", facts);
    location.assign("/host");
  } else {
    showSeats();
  }
}

async function showSeats() {
  const held = (await heldPasses()).filter((facts) => facts.game !== null);
  const cards = await Promise.all(held.slice(0, MOST).map(card));
  show(seats, cards.length > 0 && [make("h2", {}, t("Your games")), make("ul", { class: "cards" }, cards)]);
}

async function card(facts) {
  const id = facts.game;
  const game = await gameOf(facts); // it may be damaged, or gone; its seat can still be left
  const { names } = game;
  const open = () => sit(id, facts);
  const drop = async () => {
    await forget(id, facts.id);
    await showSeats();
  };
  return make(
    "li",
    { class: "card game-card" },
    make(
      "a",
      { class: "cover", href: `/games/${id}`, onclick: open },
      make("span", { class: "card-title" }, game.title),
      make("span", { class: "soft" }, seatSign(facts.seat ?? 0), roleText(facts, names, game.status === "over")),
      make("span", { class: "soft small" }, safe(names.join(" · "))),
    ),
    make(
      "div",
      { class: "row spread" },
      status(game, facts),
      sureButton(t("Forget"), t("Forget? You need the link to come back"), drop, { class: "button quiet small" }),
    ),
  );
}

function status(game, facts) {
  const chip = (text, looks = "") => make("span", { class: `chip ${looks}` }, text);
  if (!game.status) return chip(t("Unreachable"));
  if (game.status === "over") return chip(t("Over"));
  if (game.status !== "running") return chip(t("Stopped"), "bad");
  if (game.answering.includes(facts.seat)) return chip(t("Your turn"), "glow");
  return chip(t("{name} to move", { name: game.answering.map((seat) => game.names[seat - 1]).join(", ") }));
}
