/** The look of each game's felt in one design: its colour, how deep its print hangs, and its suit. */

import type { Suit } from "./cards";
import { kept } from "./kept.svelte";

export interface ClothLook {
  /** Its hue; all felts are equally light, so that the print is as easy to read on each. */
  hue: number;
  /** How far the middle of the printed arc hangs below its ends. */
  bend: number;
  /** The suit beside the print. */
  suit: Suit;
}

const FELTS: Record<string, ClothLook> = {
  "reference/blackjack": { hue: 162, bend: 86, suit: "s" },
  "wa/spanish-21": { hue: 24, bend: 92, suit: "d" },
  "wa/spanish-21-v002": { hue: 8, bend: 76, suit: "d" },
  "wa/spanish-21-v003": { hue: 42, bend: 84, suit: "d" },
  "ilani/spanish-21": { hue: 205, bend: 70, suit: "h" },
  "bet-bigger/spanish-21": { hue: 318, bend: 60, suit: "d" },
  "co/21-holdem": { hue: 252, bend: 80, suit: "s" },
  "co/21-plus-3": { hue: 145, bend: 66, suit: "c" },
  "co/3-card-21": { hue: 188, bend: 94, suit: "h" },
  "co/ante-up-21": { hue: 272, bend: 74, suit: "c" },
  "co/blackjack-switch": { hue: 222, bend: 56, suit: "c" },
  "co/buffalo-2": { hue: 62, bend: 62, suit: "s" },
  "co/buffalo-3": { hue: 72, bend: 90, suit: "c" },
  "co/deuces-wild-xtreme": { hue: 300, bend: 88, suit: "h" },
  "co/extreme-21": { hue: 284, bend: 64, suit: "h" },
  "co/free-bet": { hue: 175, bend: 78, suit: "h" },
  "co/golden-21": { hue: 95, bend: 90, suit: "d" },
  "co/pai-jack": { hue: 15, bend: 50, suit: "s" },
  "co/ride-free": { hue: 130, bend: 72, suit: "h" },
  "co/straight-jack": { hue: 238, bend: 68, suit: "c" },
  "co/straight-jack-progressive": { hue: 260, bend: 92, suit: "d" },
  "co/trilux": { hue: 338, bend: 82, suit: "s" },
};

/** The hues that a player may choose for every table. */
const HUES = { green: 162, blue: 245, red: 20, violet: 305 };

/** The felt of a game, also of one that somebody made: its name gives it a colour. */
export function feltOf(game: string): ClothLook {
  const hash = [...game].reduce((sum, it) => (sum * 31 + it.charCodeAt(0)) % 360, 7);
  return FELTS[game] ?? { hue: hash, bend: 60 + (hash % 35), suit: "shdc"[hash % 4] as Suit };
}

/** The hue that a table is drawn in: the player's choice, else the game's own. */
export function hueOf(game: string): number {
  const { felt } = kept.settings;
  return felt === "game" ? feltOf(game).hue : HUES[felt];
}
