// The page of one game, with data from a service.

import { problemText } from "./api.js";
import { make, show } from "./dom.js";
import { enter, roleText } from "./entry.js";
import { GamePage } from "./gamepage.js";
import { notice, startPage } from "./page.js";
import { Moves, Play } from "./play.js";
import { leave } from "./seats.js";
import { Source } from "./source.js";
import { t } from "./words.js";

const id = decodeURIComponent(location.pathname.split("/")[2]);
const main = startPage(t("Game"));
const parts = [...main.children];
const source = new Source(id);

try {
  const facts = await enter(id, main, (how) => source.begin(how));
  main.replaceChildren(...parts);
  const away = () => leave(id, facts.id).then(() => location.reload());
  const game = new GamePage(source, [
    make("span", { class: "soft" }, roleText(facts)),
    make("button", { type: "button", class: "button quiet", id: "leave", on: { click: away } }, t("Leave this seat")),
  ]);
  startPage(t("Game"), ...game.headTools);
  if (facts.role === "seat") {
    const play = new Play(document.getElementById("play"), game.stage.drawing, new Moves(id), {
      seat: facts.seat,
      nameOf: (seat) => game.nameOf(seat),
      showRule: (rule) => game.showRules([rule]),
    });
    const here = () => !game.source.as && game.pos === game.book.last;
    game.stage.drawn = () => play.show(game.book.last, here(), game.book.lastMove);
  }
  await game.start();
} catch (error) {
  main.classList.remove("game");
  const home = make("a", { class: "button", href: "/" }, t("Your games"));
  show(main, make("div", { class: "narrow" }, notice(problemText(error)), make("p", { class: "buttons" }, home)));
}
