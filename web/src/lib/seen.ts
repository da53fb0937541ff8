/** What this browser saw of shuffles before and while they were dealt: kept, to compare it with what is revealed. */

import { forget, keep, readKept } from "./kept.svelte";
import { session } from "./session.svelte";
import type { TableFrame } from "./wire";

const SHUFFLES_KEPT = 80;
const ROUNDS_KEPT = 240;
const TABLES_KEPT = 40;
/** A card that lay face down. */
export const HIDDEN = "??";

export interface SeenShuffle {
  commitment: string;
  /** The last shuffle that had begun when the commitment came: a smaller one, if it came in time. */
  begun: number;
  /** When it came, in milliseconds since 1970. */
  at: number;
  /** Another commitment to the same shuffle, which there must never be. */
  other?: string;
  /** Random numbers it was cut with, as they were shown while it was dealt. */
  seeds?: string[];
}

/** A random number of this browser, for one attempt to cut a shuffle. */
export interface OwnSeed {
  seat: number;
  seed: string;
  /** The table has taken the commitment to it. */
  taken?: boolean;
  /** The hash of the set that it was revealed for; without one it is secret. */
  digest?: string;
}

export interface SeenRound {
  /** The shuffles that its cards may be from. */
  first: number;
  last: number;
  /** In the order they were dealt; "??" lay face down. */
  cards: string[];
}

export interface Seen {
  current: number;
  shuffles: Record<string, SeenShuffle>;
  rounds: Record<string, SeenRound>;
  /** "SHUFFLE/ATTEMPT" -> the random number for it. */
  cuts: Record<string, OwnSeed>;
}

const nameOf = (table: string): string => `fair/${session.me?.account ?? ""}/${table}`;

export const readSeen = (table: string): Seen => ({
  cuts: {}, // browsers that were here with an earlier version have none
  ...readKept<Omit<Seen, "cuts"> & Partial<Seen>>(nameOf(table), { current: 0, shuffles: {}, rounds: {} }),
});

/** Return 32 random bytes in hex. */
export function newSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The tables of which something is kept, the last one first. */
export function seenTables(): string[] {
  const own = nameOf("");
  const names = readKept<string[]>("fair", []);
  return names.filter((name) => name.startsWith(own)).map((name) => name.slice(own.length));
}

/** Keep what a frame says of shuffles and cards. */
export function noteFrame(frame: TableFrame): void {
  if (!frame.shuffles && !frame.events) return;
  const seen = readSeen(frame.table);
  const before = seen.current;
  if (frame.shuffles) noteShuffles(seen, frame.shuffles);
  if (frame.events && frame.round !== undefined) noteCards(seen, frame, before);
  writeSeen(frame.table, seen);
}

function noteShuffles(seen: Seen, { current, promised, seeds }: NonNullable<TableFrame["shuffles"]>): void {
  for (const [number, commitment] of Object.entries(promised)) {
    const old = seen.shuffles[number];
    if (!old) seen.shuffles[number] = { commitment, begun: current, at: Date.now() };
    else if (old.commitment !== commitment) old.other = commitment;
  }
  const now = seen.shuffles[current];
  if (now && seeds.length) now.seeds = seeds;
  seen.current = current;
}

function noteCards(seen: Seen, frame: TableFrame, before: number): void {
  const number = String(frame.round);
  const old = frame.t === "view" ? undefined : seen.rounds[number];
  const cards = [...(old?.cards ?? [])];
  for (const { event, card: shown } of frame.events ?? []) {
    const card = typeof shown === "string" ? shown : HIDDEN;
    if (event === "card-dealt" || event === "card-hidden") cards.push(card);
    // The only card face down is turned up: now it is known which one it was.
    const isOnly = cards.indexOf(HIDDEN) === cards.lastIndexOf(HIDDEN);
    if (event === "down-card-exposed" && isOnly && cards.includes(HIDDEN)) cards[cards.indexOf(HIDDEN)] = card;
  }
  if (cards.length === 0) return;
  const first = old?.first ?? Math.max(1, before || seen.current - 1);
  seen.rounds[number] = { first, last: seen.current, cards };
}

export function writeSeen(table: string, seen: Seen): void {
  const name = nameOf(table);
  seen.shuffles = newest(seen.shuffles, SHUFFLES_KEPT);
  seen.rounds = newest(seen.rounds, ROUNDS_KEPT);
  seen.cuts = newest(seen.cuts, SHUFFLES_KEPT);
  keep(name, seen);
  const names = readKept<string[]>("fair", []);
  if (names[0] === name) return;
  const all = [name, ...names.filter((it) => it !== name)];
  all.slice(TABLES_KEPT).forEach(forget);
  keep("fair", all.slice(0, TABLES_KEPT));
}

function newest<T>(of: Record<string, T>, most: number): Record<string, T> {
  return Object.fromEntries(Object.entries(of).slice(-most));
}
