// Which seat this tab has: from its link, from before, or chosen among those of this browser.
import { ask, get, lose, Problem, usePass } from "./api.js";
import { recallInTab, rememberInTab } from "./browser_storage.js";

const ANSWER = 300; // milliseconds that another tab gets

// The tabs of this browser: one asks who else has a pass, or says that it is gone.
const tabs = new BroadcastChannel("ledger-passes");
let own = null;
let heard = () => {};

tabs.onmessage = ({ data: { asked, here, gone } }) => {
  if (own && asked === own) tabs.postMessage({ here: own });
  if (own && gone === own) lose();
  heard(here);
};

// Return the token inside a link or by itself; null if there is none.
export const tokenIn = window.ledger.tokenIn;

// Let the browser keep a token, and return what it may do: it is sent once, and kept nowhere else.
export async function exchange(token) {
  if (tokenIn(token) !== token) throw new Problem(401, { kind: "unauthorized" });
  return ask("POST", "/passes", { token });
}

// Take a seat in this tab; `place` is the id of a game, or "host".
export function sit(place, facts) {
  rememberInTab(`pass-${place}`, facts.id);
  usePass((own = facts.id));
  return facts;
}

// Return what this tab may do at a place, for which it has yet to sit down; null if that has to be
// chosen first.
//
// The token of the link goes first. Without one, the tab keeps the seat that it had. A spectator's
// is taken by itself when it is the only one.
// `early` is told how to ask before the answer is there.
export async function seatOf(place, { game = null, early = () => {} } = {}) {
  const token = window.ledger.takeToken();
  if (token !== null) {
    early({ token });
    return exchange(token);
  }
  const kept = recallInTab(`pass-${place}`);
  if (kept !== null) {
    usePass(kept);
    try {
      const facts = get("/whoami"); // first: what is refused takes the cookie away
      early({ as: kept });
      return await facts;
    } catch (error) {
      if (!(error instanceof Problem && error.ended)) throw error;
      rememberInTab(`pass-${place}`, null);
      usePass(null);
      if (error.kind !== "unauthorized") throw error;
    }
  }
  if (game === null) return null;
  const held = await heldPasses(game);
  const only = held.length === 1 && held[0].role === "spectator" && held[0].id !== recallInTab(`left-${place}`);
  return only ? held[0] : null;
}

// Return the seats and rights that this browser holds, all or for one game.
export async function heldPasses(game = null) {
  const query = game === null ? "" : `?game=${encodeURIComponent(game)}`;
  const { passes } = await ask("GET", `/passes${query}`, { as: null });
  return passes.sort((a, b) => rank(a) - rank(b));
}

// Players first, by their seats, then who watches, then who decides.
function rank({ role, seat }) {
  return seat ?? { spectator: 50, referee: 60, host: 70, admin: 80 }[role] ?? 90;
}

// Leave a seat: this tab does, and the browser forgets it unless another tab has it too.
export async function leave(place, id) {
  own = null;
  if (!(await isTaken(id))) return forget(place, id);
  rememberInTab(`pass-${place}`, null);
  rememberInTab(`left-${place}`, id);
}

// Whether another tab has a seat.
function isTaken(id) {
  return new Promise((done) => {
    heard = (here) => here === id && done(true);
    tabs.postMessage({ asked: id });
    setTimeout(done, ANSWER, false);
  });
}

// Forget a seat in this browser, and tell the tabs that have it.
export async function forget(place, id) {
  try {
    await ask("DELETE", "/passes", { as: id });
  } catch (error) {
    if (!(error instanceof Problem && error.ended)) throw error; // it is forgotten already
  }
  tabs.postMessage({ gone: id });
  if (recallInTab(`pass-${place}`) === id) rememberInTab(`pass-${place}`, null);
  usePass(null);
}

// Do something when a link is pasted into this very page.
export function onJoin(act) {
  addEventListener("ledger-join", act);
}
