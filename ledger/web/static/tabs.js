// What stands beside the board: one part at a time, on a narrow screen as a sheet that comes up.

import { button, make } from "./dom.js";
import { t } from "./translations.js";

/** Tabs over some parts: `{ name: [label, element, …] }`. */
export class Tabs {
  constructor(side, bar, parts, opened) {
    this.opened = opened;
    this.open = "";
    this.tabs = {};
    this.list = make("div", {
      class: "tabs",
      role: "tablist",
      "aria-label": t("Beside the board"),
      onkeydown: (event) => this.#key(event),
    });
    for (const [name, [label, ...inside]] of Object.entries(parts)) {
      const ids = { id: `tab-${name}`, "aria-controls": `part-${name}` };
      const onclick = () => this.show(this.narrow && this.open === name ? "" : name);
      const tab = button(label, onclick, { role: "tab", class: false, ...ids });
      const looks = { id: `part-${name}`, role: "tabpanel", "aria-labelledby": `tab-${name}` };
      const part = make("div", { ...looks, class: "part", hidden: true }, ...inside);
      this.tabs[name] = { tab, part };
      this.list.append(tab);
      side.append(part);
    }
    const wide = matchMedia("(min-width: 62rem)");
    const settle = () => {
      this.narrow = !wide.matches;
      if (wide.matches) side.prepend(this.list);
      else bar.append(this.list);
      this.show(wide.matches ? this.open || Object.keys(parts)[0] : "");
    };
    wide.addEventListener("change", settle);
    settle();
  }

  /** Open a part; none with "". */
  show(name) {
    this.open = name;
    const reached = name || Object.keys(this.tabs)[0];
    for (const [key, { tab, part }] of Object.entries(this.tabs)) {
      part.hidden = key !== name;
      tab.setAttribute("aria-selected", String(key === name));
      tab.tabIndex = key === reached ? 0 : -1;
    }
    this.opened(name);
  }

  #key(event) {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!way) return;
    const names = Object.keys(this.tabs);
    const at = names.findIndex((name) => this.tabs[name].tab === document.activeElement);
    const name = names[(at + way + names.length) % names.length];
    this.show(name);
    this.tabs[name].tab.focus();
    event.preventDefault();
  }
}
