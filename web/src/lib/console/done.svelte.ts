/** What was done last, in words: shown for a while, and read aloud. */

import { aloud } from "../aloud.svelte";

const SHOWN_MS = 10_000;

class LastDone {
  text = $state("");
  #timer = 0;

  say(text: string): void {
    this.text = text;
    aloud.say(text);
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.clear(), SHOWN_MS);
  }

  clear(): void {
    this.text = "";
  }
}

export const lastDone = new LastDone();
