/** What a spot says of itself: how often it wins, what it costs, what it pays for an amount. */

import { dollars } from "./money";
import type { Wager } from "./wire";
import { words } from "./words.svelte";

/** "Wins 1 in 6.5 · house edge 3.06 %"; empty where the pay table does not decide alone. */
export function figures(wager: Wager): string {
  if (wager.edge === undefined || !wager.hits) return "";
  const often = 1 / wager.hits;
  const oneIn = often.toLocaleString("en-US", { maximumFractionDigits: often < 1000 ? 1 : 0 });
  return words.say.bets.figures({ often: oneIn, edge: (wager.edge * 100).toFixed(2) });
}

/** What a pay of odds is in dollars for an amount: "4 to 1" of $5 is $20; empty for other pays. */
export function paid(pay: string, cents: number): string {
  const odds = /^(\d+) to (\d+)$/.exec(pay);
  return odds && cents ? dollars(Math.floor((cents * Number(odds[1])) / Number(odds[2]))) : "";
}
