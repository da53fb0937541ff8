/** What the page's logic takes from a browser, for as long as the tests run: a store, an address, events. */

globalThis.window = globalThis;

const kept = new Map();
globalThis.localStorage = {
  getItem: (name) => kept.get(name) ?? null,
  setItem: (name, value) => void kept.set(name, String(value)),
  removeItem: (name) => void kept.delete(name),
  clear: () => kept.clear(),
};
globalThis.addEventListener = () => undefined;
globalThis.removeEventListener = () => undefined;
globalThis.location = { pathname: "/", search: "", origin: "http://127.0.0.1", protocol: "http:", host: "127.0.0.1" };
globalThis.document = { addEventListener: () => undefined, querySelector: () => null, documentElement: {} };
