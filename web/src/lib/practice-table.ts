/** Opening a practice table: a game, by the rules that were chosen for it last. */

import { post, Refused } from "./api";
import { keep, readKept } from "./kept.svelte";
import type { House, PracticeLayout } from "./practice-wire";

const FIRST_GAME = "reference/blackjack";
const keptAs = (game: string): string => `practice/house/${game}`;

export interface OpenTable {
  layout: PracticeLayout;
  /** The rules that were chosen; none: the usual ones. */
  house: House | undefined;
}

/** The game of an address, or the last one. */
export const gameOf = (rest: string): string => rest || readKept("practice/game", FIRST_GAME);

export const keepHouse = (game: string, house: House | undefined): void => keep(keptAs(game), house ?? null);

export const layoutOf = (table: { game: string; house?: House; option?: string[] }): Promise<PracticeLayout> =>
  post<PracticeLayout>("/practice/layout", table);

/** Open a game by its kept rules, or by the usual ones where those no longer fit. */
export async function openTable(game: string): Promise<OpenTable> {
  const house = readKept<House | null>(keptAs(game), null);
  if (house) {
    try {
      return { layout: await layoutOf({ game, house }), house };
    } catch (error) {
      if (!(error instanceof Refused) || error.status < 400) throw error;
    }
  }
  return { layout: await layoutOf({ game }), house: undefined };
}
