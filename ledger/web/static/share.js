// A link to a position, and a picture of it.

import { button, copied, draw, make } from "./dom.js";
import { t } from "./translations.js";

const SCALE = 2;

/** The board as an SVG file that refers to nothing outside. */
function pictureOf(stage) {
  const { svg, skin } = stage;
  const styles = getComputedStyle(document.documentElement);
  const sheets = [...document.styleSheets].map(({ cssRules }) => [...cssRules]);
  const rules = sheets
    .find((found) => found.some(({ selectorText }) => selectorText === ".scene"))
    .map((rule) => rule.cssText)
    .filter((rule) => !rule.startsWith(":root"))
    .join(" ")
    .replace(/var\((--[a-z]+)\)/g, (_, name) => styles.getPropertyValue(name).trim());
  const copy = svg.cloneNode(true);
  const size = { width: svg.getAttribute("width"), height: svg.getAttribute("height") };
  const paper = styles.getPropertyValue("--paper").trim();
  copy.prepend(
    draw("style", {}, rules),
    skin.firstChild.cloneNode(true),
    draw("rect", { fill: paper, ...size }),
  );
  return new XMLSerializer().serializeToString(copy);
}

/** An SVG picture as PNG. */
async function pngOf(picture) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`;
  await image.decode();
  const canvas = make("canvas", { width: image.width * SCALE, height: image.height * SCALE });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** Let the browser save a file. */
function saveFile(name, blob) {
  const url = URL.createObjectURL(blob);
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** A button that saves a picture of the position. */
function pictureButton(page) {
  const name = `${page.source.id}-${page.pos}.png`;
  return button(t("Save a picture"), async () => saveFile(name, await pngOf(pictureOf(page.stage))));
}

/** What the dialog shows on a page that is a file: a link to it would lead nobody anywhere. */
function shareFile(page) {
  return [
    make("p", {}, t("This page is a single file: send it only to people who may see everything in it.")),
    make("p", { class: "choices" }, pictureButton(page)),
  ];
}

/** What the dialog for sharing shows. */
export function shareForm(page) {
  if (location.protocol === "file:") return shareFile(page);
  const here = new URL(location.href);
  here.hash = page.hash();
  const link = make("input", { readonly: true, value: here.href, "aria-label": t("Link to this position") });
  return [
    make("p", {}, link),
    make(
      "p",
      { class: "choices" },
      button(t("Copy the link"), async () => {
        const done = await copied(link);
        page.tell(done ? t("The link is copied.") : t("Copy the link by hand, please."));
      }),
      pictureButton(page),
    ),
    make("p", { class: "dim small" }, t("People who open the link see what their own seat may see.")),
  ];
}
