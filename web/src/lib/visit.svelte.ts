/** One visit: how long one has played, and what it brought. A page that is loaded again goes on with it. */

import { keep, kept, readKept } from "./kept.svelte";
import type { Me } from "./wire";

const MINUTE = 60_000;
/** After so long without a round or a look at the page, a new visit begins. */
const PAUSE = 30 * MINUTE;
const TICK = 10_000;

interface Kept {
  since: number;
  last: number;
  net: number;
  rounds: number;
  reminded: number;
}

const begin = (): Kept => {
  const now = Date.now();
  return { since: now, last: now, net: 0, rounds: 0, reminded: now };
};

class Visit {
  now = $state(Date.now());
  #of = $state<Kept>(begin());

  constructor() {
    const last = readKept<Kept | null>("visit", null);
    if (last && Date.now() - last.last < PAUSE) this.#of = last;
    setInterval(() => this.#tick(), TICK);
    this.#write({});
  }

  get minutes(): number {
    return Math.max(0, Math.floor((this.now - this.#of.since) / MINUTE));
  }

  get time(): string {
    const { minutes } = this;
    return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  }

  get net(): number {
    return this.#of.net;
  }

  get rounds(): number {
    return this.#of.rounds;
  }

  /** It is time to say how long it has been. */
  get isReminderDue(): boolean {
    return this.#of.rounds > 0 && this.now - this.#of.reminded >= kept.settings.remindMinutes * MINUTE;
  }

  add(net: number): void {
    this.#write({ net: this.#of.net + net, rounds: this.#of.rounds + 1 });
  }

  /** Go on with a visit that the server knows of, perhaps begun in another browser. */
  adopt(playing: Me["playing"]): void {
    if (!playing) return;
    const since = Date.parse(playing.since);
    if (since < this.#of.since) this.#write({ since, net: playing.net_cents });
  }

  goOn(): void {
    this.#write({ reminded: Date.now() });
  }

  restart(): void {
    this.#of = begin();
    this.#write({});
  }

  #tick(): void {
    this.now = Date.now();
    if (document.visibilityState !== "visible") return;
    if (this.now - this.#of.last > PAUSE) this.restart();
    else this.#write({});
  }

  #write(changes: Partial<Kept>): void {
    this.now = Date.now();
    this.#of = { ...this.#of, ...changes, last: this.now };
    keep("visit", this.#of);
  }
}

export const visit = new Visit();
