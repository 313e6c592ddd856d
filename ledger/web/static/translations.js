// What pages say. English is the key; `t("Seat {seat}", { seat: 2 })` gives it in the reader's
// language, `n("{n} seat", "{n} seats", 3)` in the right number.
const page = document.documentElement;
const built = document.getElementById("words"); // a page in one file has its words inside
const catalogue = built ? JSON.parse(built.textContent) : await load();
const plurals = new Intl.PluralRules(catalogue.language);

page.lang = catalogue.language;

export const language = catalogue.language;
export const languages = catalogue.languages;

async function load() {
  try {
    const answer = await fetch(`/static/words/${page.lang}.json`);
    if (answer.ok) return await answer.json();
  } catch {
    // the page works in English, too
  }
  return { language: "en", languages: { en: "English" }, words: {} };
}

/** Make what people wrote safe to show: what would be hidden or turn other text around is seen as
 * an escape, as with `safe` in Python. */
export function safe(text) {
  const escape = (sign) => `\\u${sign.codePointAt(0).toString(16).padStart(4, "0")}`;
  return String(text).replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escape);
}

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (gap, name) => (name in values ? safe(values[name]) : gap));
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

// Speak another language from now on: the server reads the cookie.
export function chooseLanguage(lang) {
  document.cookie = `ledger-language=${lang}; path=/; max-age=31536000; samesite=lax`;
  location.reload();
}
