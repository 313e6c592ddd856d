// The board: a scene laid out for the room there is.

import { button, draw, make } from "./dom.js";
import { Drawing } from "./drawing.js";
import { layOut, NARROW } from "./layout.js";
import { t } from "./translations.js";

const HEAD_HEIGHT = 34;

/** A board that fills the width of its element. */
export class Stage {
  constructor(host) {
    this.host = host;
    host.setAttribute("role", "region");
    host.setAttribute("aria-label", t("Board"));
    host.tabIndex = 0;
    this.svg = draw("svg", { class: "scene", role: "group" });
    this.skin = draw("svg", { class: "skin", width: 0, height: 0, "aria-hidden": "true" });
    this.heads = make("div", { class: "heads" });
    this.frame = make("div", { class: "frame" }, this.svg, this.heads);
    host.replaceChildren(this.skin, this.frame);
    this.drawing = new Drawing(this.svg);
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    Object.assign(this, { unfolded: new Set(), own: 0, width: 0, made: {} });
    this.drawn = () => {}; // for whoever puts something above the board
    new ResizeObserver(([entry]) => this.#resized(entry.contentRect.width)).observe(host);
  }

  /** Take the symbols of a skin. */
  dress(skin) {
    const found = new DOMParser().parseFromString(skin, "image/svg+xml").documentElement;
    this.skin.replaceChildren(draw("defs", {}, ...found.childNodes));
  }

  /** Begin anew: other eyes see other things. */
  reset(own) {
    this.own = own;
    this.made = {};
    this.shown = null;
    this.drawing.reset();
  }

  /** Show a scene; `glide` lets the pieces move there. */
  show(scene, moved, glide = false) {
    this.shown = { scene, moved };
    this.width ||= this.host.clientWidth;
    if (!this.width) return; // hidden
    const layout = this.layout(scene);
    this.drawing.show(scene, layout, moved, !glide || this.still.matches);
    this.svg.setAttribute("aria-label", scene.caption);
    this.drawn();
  }

  /** Where everything goes; worked out again only when something has changed. */
  layout({ regions, panels }) {
    const { made, width, own } = this;
    const open = [...this.unfolded].join();
    if (made.regions !== regions || made.width !== width || made.open !== open) {
      const layout = layOut(regions, width, own, this.unfolded);
      this.made = { regions, width, open, layout };
      this.#heads(layout, panels);
    }
    return this.made.layout;
  }

  /** Buttons on the heads of folded panels, for those who tap and for those who use keys. */
  #heads(layout, panels) {
    const focused = this.heads.contains(document.activeElement) && document.activeElement.dataset.seat;
    this.heads.replaceChildren();
    if (layout.width >= NARROW || !this.own) return;
    for (const { seat, name } of panels) {
      const box = layout.panels.get(seat);
      if (!box || seat === this.own) continue;
      const open = this.unfolded.has(seat);
      const label = open ? t("Hide what is in front of {name}", { name }) : t("Show everything in front of {name}", { name });
      const head = button("", () => this.#toggle(seat), {
        class: false,
        "data-seat": seat,
        "aria-expanded": String(open),
        "aria-label": label,
      });
      Object.assign(head.style, {
        left: `${box.x}px`,
        top: `${box.y}px`,
        width: `${box.w}px`,
        height: `${Math.min(box.h, HEAD_HEIGHT + 10)}px`,
      });
      this.heads.append(head);
      if (focused === String(seat)) head.focus();
    }
  }

  #toggle(seat) {
    if (!this.unfolded.delete(seat)) this.unfolded.add(seat);
    this.#again();
  }

  #resized(width) {
    if (Math.floor(width) === this.width) return;
    this.width = Math.floor(width);
    this.#again();
  }

  #again() {
    if (this.shown) this.show(this.shown.scene, this.shown.moved);
  }
}
