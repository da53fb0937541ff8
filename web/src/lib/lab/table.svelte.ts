/** The table that a page of a game is about: its set-up follows the options in the address. */

import { get } from "../api";
import { changeQuery, queryNow } from "./query";
import type { Setup } from "./runs";

export class TableSetup {
  found = $state.raw<Setup | null>(null);
  problem = $state("");

  constructor(readonly game: () => string) {
    $effect(() => {
      const query = new URLSearchParams([["game", this.game()], ...this.options.map((it) => ["option", it])]);
      let isWanted = true;
      get<Setup>(`/lab/setup?${query}`)
        .then((found) => isWanted && ([this.found, this.problem] = [found, ""]))
        .catch((error: Error) => isWanted && (this.problem = error.message));
      return () => (isWanted = false);
    });
  }

  /** What is chosen by the address, as `key=value`. */
  get options(): string[] {
    return queryNow().getAll("o");
  }

  choose(id: string, value: string): void {
    changeQuery({ o: [...this.options.filter((it) => !it.startsWith(`${id}=`)), `${id}=${value}`] }, true);
  }

  reset(): void {
    changeQuery({ o: null }, true);
  }
}
