// The first script of every page. Before anything else happens it takes a token out of the address,
// and before anything is drawn it knows whether it is light or dark.
(() => {
  "use strict";
  const sign = "#join=";
  let token = null;

  function take() {
    if (!location.hash.startsWith(sign)) return false;
    token = location.hash.slice(sign.length);
    history.replaceState(history.state, "", location.pathname + location.search);
    return true;
  }

  take();
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
  });
})();
