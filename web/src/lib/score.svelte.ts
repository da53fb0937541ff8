/** The running score of practice at one game, kept in this browser. */

import { keep, readKept } from "./kept.svelte";
import type { Advice } from "./practice-wire";

interface Numbers {
  rounds: number;
  decisions: number;
  mistakes: number;
  costCents: number;
  net: number;
  bankroll: number;
}

export class PracticeScore {
  numbers = $state.raw<Numbers>(this.#none());

  constructor(
    private readonly game: string,
    /** What a player begins with, in cents. */
    private readonly first: number,
  ) {
    this.numbers = { ...this.#none(), ...readKept<Partial<Numbers>>(this.#name, {}) };
  }

  get #name(): string {
    return `practice/score/${this.game}`;
  }

  #none(): Numbers {
    return { rounds: 0, decisions: 0, mistakes: 0, costCents: 0, net: 0, bankroll: this.first };
  }

  addRound(net: number): void {
    const { rounds, net: before, bankroll } = this.numbers;
    this.#change({ rounds: rounds + 1, net: before + net, bankroll: bankroll + net });
  }

  addDecisions({ made, mistakes, cost_cents }: Advice): void {
    const valued = made.filter((it) => !it.unknown).length;
    this.#change({
      decisions: this.numbers.decisions + valued,
      mistakes: this.numbers.mistakes + mistakes,
      costCents: this.numbers.costCents + cost_cents,
    });
  }

  /** Put the bankroll back to what it was at first; the counts stay. */
  refill(): void {
    this.#change({ bankroll: this.first });
  }

  restart(): void {
    this.#change(this.#none());
  }

  #change(changes: Partial<Numbers>): void {
    this.numbers = { ...this.numbers, ...changes };
    keep(this.#name, this.numbers);
  }
}
