// The first page: the games of this browser, and the ways on.
import { get, problemText } from "./api.js";
import { make, show } from "./dom.js";
import { pasteForm, roleText } from "./entry.js";
import { button, notice, seatSign, startPage } from "./page.js";
import { exchange, heldPasses, leave, onJoin, sit } from "./seats.js";
import { t } from "./words.js";

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
    make("p", { class: "soft" }, t("Open the link that you were given, or paste it here.")),
    pasteForm(null, go),
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
    sit(facts.game, facts);
    location.assign(`/games/${encodeURIComponent(facts.game)}`);
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
  if (cards.length) {
    show(seats, make("h2", {}, t("Your games")), make("ul", { class: "cards" }, cards));
  } else {
    show(seats);
  }
}

async function card(facts) {
  const id = facts.game;
  let game = null;
  try {
    game = await get(`/games/${encodeURIComponent(id)}`, { as: facts.id });
  } catch {
    // the game may be damaged, or gone; its seat can still be left
  }
  const names = game ? game.seats.map((seat) => seat.name) : [];
  const open = () => sit(id, facts);
  const forget = async () => {
    await leave(id, facts.id);
    await showSeats();
  };
  return make(
    "li",
    { class: "card game-card" },
    make(
      "a",
      { class: "cover", href: `/games/${encodeURIComponent(id)}`, on: { click: open } },
      make("span", { class: "card-title" }, game ? game.title : id),
      make("span", { class: "soft" }, seatSign(facts.seat ?? 0), roleText(facts, names)),
      names.length ? make("span", { class: "soft small" }, names.join(" · ")) : null,
    ),
    make(
      "div",
      { class: "row spread" },
      game ? status(game, facts) : make("span", { class: "chip" }, t("Unreachable")),
      button(t("Forget"), forget, { class: "button quiet small" }),
    ),
  );
}

function status(game, facts) {
  const asked = game.awaiting[0];
  if (game.status === "over") return make("span", { class: "chip" }, t("Over"));
  if (game.status !== "running") return make("span", { class: "chip bad" }, t("Stopped"));
  if (asked && asked.seat === facts.seat) return make("span", { class: "chip glow" }, t("Your turn"));
  const name = asked ? game.seats[asked.seat - 1].name : "";
  return make("span", { class: "chip" }, t("{name} to move", { name }));
}
