// The first script of every page. Before anything else happens it takes a token out of the address,
// and before anything is drawn it knows whether it is light or dark.
(() => {
  "use strict";
  const api = "/api/v1";
  const sign = "#join=";
  const whole = /ledger_[a-z0-9]{10}_[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/;
  let token = null;

  function take() {
    if (!location.hash.startsWith(sign)) return false;
    token = location.hash.slice(sign.length);
    history.replaceState(history.state, "", location.pathname + location.search);
    return true;
  }

  // Return the token inside a link or by itself; null if there is none.
  function tokenIn(text) {
    return whole.exec(text)?.[0] ?? null;
  }

  // Ask the API with these headers; what is on its way already isn't asked for again.
  const begun = new Map();
  function send(method, path, headers, more = {}) {
    const early = begun.get(path);
    begun.delete(path);
    if (early) return early;
    const sent = { Accept: "application/json", ...headers };
    const ways = { credentials: "same-origin", cache: "no-store", referrerPolicy: "no-referrer" };
    return fetch(api + path, { method, headers: sent, ...ways, ...more });
  }

  // Ask for what the page of a game shows first, while its script is still being read.
  function begin() {
    const game = /^\/games\/([a-z0-9][a-z0-9_-]*)$/.exec(location.pathname)?.[1];
    if (!game || tokenIn(token) !== token || !document.currentScript.src) return; // or all is in one file
    const asked = [["GET", `/games/${game}/chapters/0?lang=${document.documentElement.lang}`], ["POST", "/passes"]];
    for (const [method, path] of asked) {
      const answer = send(method, path, { Authorization: `Bearer ${token}` });
      answer.catch(() => {}); // whoever needs it is told
      begun.set(path, answer);
    }
  }

  if (take()) begin();
  // a link that is pasted into an open page loads nothing: only this tells of it
  addEventListener("hashchange", (event) => {
    if (take()) {
      event.stopImmediatePropagation();
      dispatchEvent(new Event("ledger-join"));
    }
  });

  const dark = matchMedia("(prefers-color-scheme: dark)");

  function chosen() {
    try {
      return localStorage.getItem("ledger-scheme");
    } catch {
      return null;
    }
  }

  function show() {
    const scheme = chosen() ?? (dark.matches ? "dark" : "light");
    document.documentElement.dataset.scheme = scheme;
  }

  show();
  dark.addEventListener("change", show);

  window.ledger = Object.freeze({
    // The token of the link, once; later there is none.
    takeToken() {
      const taken = token;
      token = null;
      return taken;
    },
    showScheme: show,
    tokenIn,
    send,
  });
})();
