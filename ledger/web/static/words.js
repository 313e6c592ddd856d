// What pages say. English is the key; `t("Seat {seat}", { seat: 2 })` gives it in the reader's
// language, `n("{n} seat", "{n} seats", 3)` in the right number.
import { recall, remember } from "./memory.js";

const page = document.documentElement;
const built = document.getElementById("words"); // a page in one file has its words inside
const wanted = recall("language") ?? page.lang;
const catalogue = built ? JSON.parse(built.textContent) : await load(wanted);
const plurals = new Intl.PluralRules(catalogue.language);

page.lang = catalogue.language;

export const language = catalogue.language;
export const languages = catalogue.languages;

async function load(lang) {
  const known = /^[a-z]{2}$/.test(lang) ? lang : "en";
  for (const name of [known, "en"]) {
    try {
      const answer = await fetch(`/static/words/${name}.json`);
      if (answer.ok) return await answer.json();
    } catch {
      // the page works in English, too
    }
  }
  return { language: "en", languages: { en: "English" }, words: {} };
}

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (gap, name) => (name in values ? String(values[name]) : gap));
}

// Return a text in the reader's language, with its gaps filled.
export function t(text, values = {}) {
  const found = catalogue.words[text];
  return fill(typeof found === "string" ? found : text, values);
}

// Return a text that depends on a number, which fills the gap {n}.
export function n(one, many, count, values = {}) {
  const forms = catalogue.words[one];
  const english = count === 1 ? one : many;
  const found = forms && (forms[plurals.select(count)] ?? forms.many ?? forms.other);
  return fill(found ?? english, { n: count, ...values });
}

// Speak another language from now on.
export function chooseLanguage(lang) {
  remember("language", lang);
  location.reload();
}
