/** A live table that is only watched: nothing can be asked of it. */

import type { Game } from "./game";
import { LiveGame } from "./live.svelte";
import type { Layout } from "./wire";

export class WatchedGame implements Game {
  readonly #live: LiveGame;
  readonly mine = [];
  readonly stack = 0;
  readonly busy = false;
  readonly refusal = "";

  constructor(readonly layout: Layout) {
    this.#live = new LiveGame(layout, false);
  }

  close = (): void => this.#live.close();

  get bets() {
    return this.#live.bets;
  }
  get scene() {
    return this.#live.scene;
  }
  get stage() {
    return this.#live.stage;
  }
  get round() {
    return this.#live.round;
  }
  get seats() {
    return this.#live.seats;
  }
  get meters() {
    return this.#live.meters;
  }
  get shuffles() {
    return this.#live.shuffles;
  }
  get lines() {
    return this.#live.lines;
  }
  get deadline() {
    return this.#live.deadline;
  }
  get paused() {
    return this.#live.paused;
  }
  get isOpen() {
    return this.#live.isOpen;
  }
  /** A question without its choices: it is somebody else's. */
  get ask() {
    const asked = this.#live.ask;
    return asked && { n: asked.n, seat: asked.seat, hand: asked.hand };
  }

  deal = (): Promise<void> => Promise.resolve();
  decide = (): Promise<void> => Promise.resolve();
}
