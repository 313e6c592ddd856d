// What a browser remembers of its reader: settings for good, the seat of a tab as long as the tab.
// No secret is ever here. A browser that forbids it forgets, and nothing else breaks.
const here = new Map();

export function recallInTab(key) {
  try {
    return sessionStorage.getItem(`ledger-${key}`);
  } catch {
    return here.get(key) ?? null;
  }
}

function into(storage, key, value) {
  try {
    if (value === null) storage().removeItem(`ledger-${key}`);
    else storage().setItem(`ledger-${key}`, value);
  } catch {
    here.set(key, value);
  }
}

export const remember = (key, value) => into(() => localStorage, key, value);
export const rememberInTab = (key, value) => into(() => sessionStorage, key, value);
