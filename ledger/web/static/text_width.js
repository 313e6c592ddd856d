// How wide a text will be, near enough, without asking any font: the twin of text_width.py.

const THIN = new Set("iIljtfr.,:;|!'()[] ");
const WIDE = new Set("mwMW@%&");

function thousandths(sign) {
  if (THIN.has(sign)) return 340;
  if (WIDE.has(sign)) return 900;
  if (sign >= "A" && sign <= "Z") return 700;
  return sign.codePointAt(0) >= 0x1100 ? 1050 : 580;
}

/** The width of a text in pixels. */
export function widthOf(text, size) {
  let sum = 0;
  for (const sign of text) sum += thousandths(sign);
  return Math.floor((sum * size) / 1000);
}

/** Cut a text to a width, and show that something was cut. */
export function fit(text, size, space) {
  if (widthOf(text, size) <= Math.max(space, 0)) return text;
  let left = (size ? Math.floor((space * 1000) / size) : 1000) - 1000;
  let out = "";
  for (const sign of text) {
    left -= thousandths(sign);
    if (left < 0) break;
    out += sign;
  }
  return out.replace(/ +$/, "") + "…";
}
