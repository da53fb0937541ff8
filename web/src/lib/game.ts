/** What a table shows and takes, live or in practice: one felt draws both. */

import type { Bets } from "./bets.svelte";
import type { EmoteKind, Said } from "./emotes";
import type { Ask, Choice, Layout, Line, Scene, SeatInfo, SharedJackpot, Shuffles, Stage } from "./wire";

export interface Decision {
  choice: Choice;
  amount?: number;
  tip?: number;
  low?: string;
}

export interface Game {
  readonly layout: Layout;
  readonly bets: Bets;
  readonly scene: Scene | null;
  readonly ask: Ask | null;
  readonly stage: Stage;
  readonly round: number;
  readonly seats: SeatInfo[];
  /** One's own seats. */
  readonly mine: number[];
  /** One's own chips, all seats together. */
  readonly stack: number;
  readonly meters: Record<string, string>;
  /** Those of the jackpots that are shared with other tables. */
  readonly jackpots?: Record<string, SharedJackpot>;
  readonly shuffles: Shuffles | null;
  readonly lines: Line[];
  /** Something was sent and is not answered yet. */
  readonly busy: boolean;
  /** Why the last thing was refused; empty when it was not. */
  readonly refusal: string;
  /** When the clock runs out, in the time of performance.now(). */
  readonly deadline: number | null;
  readonly paused: boolean;
  /** The house has closed the table, or stopped its progressives; absent where that cannot be. */
  readonly closed?: boolean;
  readonly stopped?: boolean;
  deal(): Promise<void>;
  decide(decision: Decision): Promise<void>;
  /** What was said at a table with others a moment ago. */
  readonly emotes?: Said[];
  /** Take another seat, or give one up; absent where that cannot be. */
  sit?(seat: number): Promise<unknown>;
  /** What a seat takes from the wallet, in cents. */
  readonly seatCents?: number;
  /** What the page did for the player who came; empty when there is nothing to say. */
  readonly note?: string;
  leave?(seat: number): Promise<void>;
  buy?(cents: number): Promise<void>;
  sitOut?(out: boolean): Promise<void>;
  emote?(emote: EmoteKind): Promise<void>;
  /** Have so many bots at a private table; absent where none sit. */
  callBots?(count: number): Promise<void>;
}

/** The question that is one's own to answer. */
export const ownAsk = (game: Game): Ask | null => (game.ask?.choices ? game.ask : null);

/** Seats from the middle of the table outwards: of seven, 4, 3, 5, 2, 6, 1, 7. */
export function seatsFromTheMiddle(seats: number): number[] {
  const middle = (seats + 1) / 2;
  const all = Array.from({ length: seats }, (_, index) => index + 1);
  return all.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b);
}
