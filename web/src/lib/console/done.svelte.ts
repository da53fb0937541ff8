/** What was done last, in words: shown for a while, read aloud, and kept as a receipt to print. */

import { aloud } from "../aloud.svelte";
import type { Paper } from "./paper";

const SHOWN_MS = 10_000;

class LastDone {
  text = $state("");
  paper = $state.raw<Paper | null>(null);
  #timer = 0;

  say(text: string, paper: Paper | null = null): void {
    this.text = text;
    this.paper = paper;
    aloud.say(text);
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.clear(), SHOWN_MS);
  }

  clear(): void {
    this.text = "";
    this.paper = null;
  }
}

export const lastDone = new LastDone();
