/** The few things that players say to each other; nobody can write to anybody. */

import type { Emote } from "./server-types";

export type EmoteKind = Emote["emote"];

export const EMOTES: EmoteKind[] = ["good-luck", "nice-hand", "well-played", "thank-you", "wow", "ouch"];

export interface EmoteFrame {
  t: "emote";
  table: string;
  seat: number;
  emote: EmoteKind;
}

/** What stands beside a seat for a moment. */
export interface Said {
  seat: number;
  words: string;
  at: number;
}
