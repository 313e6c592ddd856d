// The page of one game, with data from a service.

import { endAsking, problemText } from "./api.js";
import { make, show, sureButton } from "./dom.js";
import { enter, goTo, roleText } from "./join_game.js";
import { GamePage } from "./game_page.js";
import { notice, showsGame, startPage } from "./page.js";
import { MovePicker } from "./move_picker.js";
import { leave, sit } from "./seats.js";
import { Source } from "./source.js";
import { t } from "./translations.js";

const id = decodeURIComponent(location.pathname.split("/")[2]);
const main = startPage(t("Game"));
const parts = [...main.children];
const source = new Source(id);

let facts = null;
let game = null;
let letIn;
const entered = new Promise((done) => (letIn = done));

/** Let a host give out the links of a game. */
function handOut(begun) {
  sit("host", facts);
  location.assign(`/host?game=${begun}`);
}

function build() {
  const reload = () => location.reload();
  const away = () => {
    endAsking(); // more of the game may be on its way
    leave(id, facts.id).then(reload, reload);
  };
  const meaning = t("Leave? You need your link to come back");
  const leaving = sureButton(t("Leave this seat"), meaning, away, { class: "button quiet", id: "leave" });
  game = new GamePage(source, (...known) => roleText(facts, ...known), leaving);
}

try {
  facts = await enter(id, main, (how) => {
    source.begin(how, entered);
    build(); // while the answers are on their way
  });
  letIn();
  if (!game || !main.contains(parts[0])) {
    // something had to be asked first
    for (const part of parts) part.replaceChildren();
    main.replaceChildren(...parts);
    build();
  }
  startPage(t("Game"), ...game.headTools);
  if (facts.role === "seat") {
    const picker = new MovePicker(document.getElementById("play"), game.stage.drawing, source, {
      seat: facts.seat,
      nameOf: (seat) => game.nameOf(seat),
      showRule: (rule) => game.showRules([rule]),
      heardOf: (version) => game.heardOf(version),
    });
    game.stage.drawn = () => {
      const { chapters, pos, tail } = game;
      const { last, lastMove } = chapters;
      const here = !source.as && pos === last;
      picker.show({ version: last, here, move: lastMove, turn: chapters.line(lastMove)?.turn, following: tail });
    };
  }
  if (facts.role !== "seat" && facts.role !== "spectator") {
    game.branch = async (at) => {
      const { id: begun } = await source.branch(at);
      if (facts.role === "referee") return goTo({ ...facts, game: begun });
      handOut(begun);
    };
    if (facts.role !== "referee") game.rematch = async () => handOut((await source.again()).id);
  }
  await game.start();
} catch (error) {
  showsGame(false);
  const home = make("a", { class: "button", href: "/" }, t("Your games"));
  show(main, make("div", { class: "narrow" }, notice(problemText(error)), make("p", { class: "buttons" }, home)));
}
