// The end of a game: who won by how much, where the points came from, and what decided it.

import { button, make, seatChip, show, tableOf } from "./dom.js";
import { t } from "./translations.js";

const signed = (n) => (n < 0 ? `−${-n}` : `+${n}`);

/** What is shown above the board at the end of a game. */
export class ResultCard {
  constructor(page) {
    this.page = page;
    this.element = make("section", { class: "result-card", hidden: true, "aria-label": t("The result") });
  }

  /** Take what is known of a game by now. */
  tell(contents) {
    const { result, summary, names, tones } = contents;
    const told = JSON.stringify([result, summary, names, tones]);
    if (!result || !summary || told === this.told) return;
    this.told = told;
    const { ranking, finished } = result;
    show(
      this.element,
      make("h2", {}, finished ? this.#winners(contents) : t("The game was broken off")),
      make("p", { class: "soft" }, summary.words),
      finished && ranking.length > 0 && this.#places(contents),
      summary.tied.length > 0 && make("p", { class: "tie" }, `${t("The tie in numbers")}: `, this.#tied(contents)),
      summary.sources.length > 0 && this.#sources(contents),
      summary.moments.length > 0 && this.#moments(contents),
      this.#acts(),
    );
  }

  /** Show it where the game is over, at its end. */
  place(pos) {
    const { result, summary } = this.page.contents ?? {};
    this.element.hidden = !result || !summary || pos < summary.seq;
  }

  #winners({ result, names }) {
    const { winners, sides } = result;
    if (sides.length === 1) return winners.length ? t("Everybody wins") : t("Everybody loses");
    if (!winners.length) return t("Nobody wins");
    const who = winners.map((seat) => names[seat - 1]);
    if (who.length === 1) return t("{name} wins", { name: who[0] });
    return t("{names} win together", { names: who.join(", ") });
  }

  #places({ result, names }) {
    const rows = result.ranking.flat().map((seat) => {
      const place = result.places[seat - 1];
      return make(
        "li",
        { class: result.winners.includes(seat) && "first" },
        make("span", { class: "place" }, place && `${place}.`),
        seatChip(seat, this.page.toneOf(seat)),
        make("span", { class: "who" }, names[seat - 1]),
        make("b", { class: "points" }, String(result.scores[seat - 1] ?? "?")),
      );
    });
    return make("ol", { class: "podium" }, rows);
  }

  #tied({ summary, names }) {
    return summary.tied.map(({ seat, number }) => `${names[seat - 1]} ${number}`).join(" · ");
  }

  #sources({ summary, names }) {
    const rows = summary.sources.map(({ what, points }) => [what, ...points.map((n) => make("td", {}, String(n)))]);
    const heads = [t("Points"), ...names.map((name) => make("span", { title: name }, name))];
    return make("div", { class: "sources", role: "region", tabindex: 0, "aria-label": t("Points") }, tableOf("holdings", heads, rows));
  }

  #moments({ summary, names }) {
    const rows = summary.moments.map(({ seq, turn, seat, gain, leads }) => {
      const inside = [
        make("span", { class: "soft" }, t("turn {n}", { n: turn })),
        seatChip(seat, this.page.toneOf(seat)),
        `${names[seat - 1]} ${signed(gain)}`,
        leads && make("span", { class: "soft" }, t("takes the lead")),
      ];
      return make("li", {}, button(inside, () => this.page.go(seq), { class: "moment" }));
    });
    return [make("h3", {}, t("Key moments")), make("ul", { class: "moments" }, rows)];
  }

  #acts() {
    const { page } = this;
    const again = button(t("Replay from the start"), () => page.replay(), { class: "button primary" });
    const curve = button(t("Chart"), () => page.tabs.show("scores"), { class: "button quiet" });
    const share = button(t("Share"), () => page.share(), { class: "button quiet" });
    const { rematch } = page; // for those who may
    const more = rematch && button(t("Rematch"), () => page.try(rematch), { class: "button quiet" });
    return make("p", { class: "choices" }, again, curve, share, more);
  }
}
