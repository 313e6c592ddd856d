// The page of one game in one file, with its data inside.

import { make, show } from "./dom.js";
import { EmbeddedSource } from "./embedded_source.js";
import { GamePage } from "./game_page.js";
import { notice, showsGame, startPage } from "./page.js";
import { t } from "./translations.js";

const main = startPage(t("Game"));

// there is no home to go to
const freeBrand = () => document.querySelector("#head .brand").removeAttribute("href");

freeBrand();
try {
  const game = new GamePage(await EmbeddedSource.open(document.getElementById("data")));
  startPage(t("Game"), ...game.headTools);
  freeBrand();
  await game.start();
} catch (error) {
  showsGame(false);
  show(main, make("div", { class: "narrow" }, notice(error.message)));
}
