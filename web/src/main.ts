import "./app.css";
import { mount } from "svelte";
import { words } from "./lib/words.svelte";
import App from "./App.svelte";

// Where the server cannot be reached, a page says so; and a phone can install the tables.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined));

void words.choose().catch(() => undefined).then(() => mount(App, { target: document.getElementById("app")! }));
