// The API, asked with the pass of this tab: a cookie holds the token, the tab only names it.
import { t } from "./translations.js";

const NEVER = new Promise(() => {});
let pass = null;
let stream = null;
let lost = null;
let ended = false;
let proven = false; // whether our cookie has come along once

// What the service refused, or that it can't be reached (kind "offline").
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail ?? "");
    this.status = status;
    Object.assign(this, { kind: "error", hint: null, rule: null, version: null }, body);
  }

  // Whether this tab no longer has the right to ask.
  get ended() {
    return this.status === 401;
  }
}

// Ask as the holder of this pass from now on; null: as nobody.
export function usePass(id) {
  pass = id;
}

// Ask for nothing more with the pass of this tab: whoever waits for an answer gets none.
export function endAsking() {
  ended = true;
  stream?.close();
}

export const hasEnded = () => ended;

// Do something, once, when the pass of this tab works no more.
export function onLoss(act) {
  lost = act;
}

// The pass of this tab works no more: by itself, since this browser has forgotten it.
export function lose(problem = new Problem(401, { kind: "left" })) {
  if (ended || !lost) return;
  endAsking();
  lost(problem);
}

// Ask the API: `await ask("POST", "/games/ID/notes", { body: { text } })`.
export async function ask(method, path, more = {}) {
  const { body, headers = {}, signal, as = pass, token = null, raw = false } = more;
  const own = token === null && more.as === undefined;
  if (own && ended) return NEVER;
  const sent = { ...headers };
  if (token !== null) sent.Authorization = `Bearer ${token}`;
  else if (as !== null) sent["Ledger-Pass"] = as;
  if (body !== undefined) sent["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await window.ledger.send(method, path, sent, { body: JSON.stringify(body), signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, { kind: "offline", detail: String(error.message) });
  }
  if (!answer.ok && answer.status !== 304) {
    const found = new Problem(answer.status, await problem(answer));
    if (!own || !lost || !found.ended) throw found;
    if (found.kind === "unauthorized") found.kind = proven ? "left" : "cookies";
    lose(found);
    return NEVER;
  }
  proven ||= own && as !== null;
  if (raw) return answer;
  return answer.status === 204 ? null : answer.json();
}

async function problem(answer) {
  try {
    return await answer.json();
  } catch {
    return { kind: "error", detail: answer.statusText };
  }
}

export const get = (path, more) => ask("GET", path, more);
export const post = (path, body = {}, more = {}) => ask("POST", path, { body, ...more });

// Follow a stream of server-sent events with the pass of this tab.
export function follow(path, values = {}) {
  const query = new URLSearchParams(values);
  if (pass !== null) query.set("pass", pass);
  stream = new EventSource(`/api/v1${path}?${query}`);
  return stream;
}

// A key under which a request counts once, however often it is sent.
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Say what went wrong in the reader's language, as far as that is ours to say.
export function problemText(error) {
  const known = {
    offline: t("The server can't be reached. Is it running?"),
    revoked: t("This link was withdrawn. Ask the host of the game for a new one."),
    expired: t("This link has expired. Ask the host of the game for a new one."),
    cookies: t("This page needs a cookie, which this browser didn't keep. Allow cookies here, then open the link again."),
    left: t("This browser has left this seat. To come back, open the link again."),
    unauthorized: t("This link isn't known here. Part of it may be missing: open the whole link."),
    "too-many": t("That was too fast. Wait a moment, and try again."),
    busy: t("The server is too busy. Wait a moment, and try again."),
    closing: t("The server is restarting. Wait a moment, and try again."),
  }[error.kind];
  if (known) return known;
  return error.hint ? `${error.message} (${error.hint})` : error.message || t("Something went wrong.");
}
