/** One sentence a step for a screen reader. */

import { untrack } from "svelte";

class Aloud {
  text = $state("");
  /** What can wait until the reader has finished: bets, and who is waited for. */
  murmured = $state("");
  #log: string[] = [];

  say(text: string): void {
    if (!text) return;
    this.#log.push(text);
    // The same sentence twice is said twice: a space at its end makes it another one. Who says
    // something in an effect does not wait for it: each sentence would have it said again.
    this.text = untrack(() => this.text) === text ? `${text} ` : text;
  }

  /** Say something without interrupting. */
  murmur(text: string): void {
    this.murmured = untrack(() => this.murmured) === text ? `${text} ` : text;
  }

  /** Everything said since the last call; tests compare it. */
  taken(): string[] {
    return this.#log.splice(0);
  }
}

export const aloud = new Aloud();
(window as unknown as { pitbossAloud: () => string[] }).pitbossAloud = () => aloud.taken();
