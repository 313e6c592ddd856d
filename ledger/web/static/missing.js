// The page for an address where nothing is.
import { make, show } from "./dom.js";
import { startPage } from "./page.js";
import { t } from "./translations.js";

show(
  startPage(t("Nothing here")),
  make(
    "section",
    { class: "narrow card" },
    make("h1", {}, t("There is nothing at this address")),
    make("p", { class: "soft" }, t("Perhaps the link was cut off when it was copied.")),
    make("p", { class: "buttons" }, make("a", { class: "button primary", href: "/" }, t("Your games"))),
  ),
);
