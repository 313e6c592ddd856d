// The page of one game.
import { get, problemText } from "./api.js";
import { enter, roleText } from "./entry.js";
import { make, show } from "./dom.js";
import { notice, say, seatSign, startPage } from "./page.js";
import { leave } from "./seats.js";
import { t } from "./words.js";

const id = location.pathname.split("/")[2];
const main = startPage(t("Game"));
const parts = [...main.children];

try {
  const facts = await enter(id, main);
  main.replaceChildren(...parts);
  const game = await get(`/games/${id}`);
  const names = game.seats.map((seat) => seat.name);
  document.title = `${game.title} · Ledger`;
  show(
    document.getElementById("board"),
    make("h1", {}, game.title),
    make("p", { class: "soft" }, roleText(facts, names)),
    make(
      "ol",
      { class: "players" },
      names.map((name, index) => make("li", {}, seatSign(index + 1), name)),
    ),
    make(
      "button",
      {
        type: "button",
        class: "button quiet",
        id: "leave",
        on: { click: () => leave(id, facts.id).then(() => location.reload()) },
      },
      t("Leave this seat"),
    ),
  );
  say(game.title);
} catch (error) {
  show(main, make("div", { class: "narrow" }, notice(problemText(error))));
}
