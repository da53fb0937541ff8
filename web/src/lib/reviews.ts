/** Rounds that are over with every decision valued, and how well each kind of decision goes over time. */

import type { ReviewedDecision as Reviewed, RoundReview as Review } from "./practice-wire";
import { noteAnswer, noteCell } from "./learnt";
import { keepPart, readPart } from "./progress";
import { solveGet } from "./solver";

export type { ReviewedDecision as Reviewed, RoundReview as Review } from "./practice-wire";

/** A round in short: where, when, and theme, cents and right (1) or wrong (0) of each decision. */
type Short = [round: string, day: string, decisions: [theme: string, cents: number, right: 0 | 1][]];
const PART = "reviews";
/** The lesson that whole rounds are, live and in practice. */
export const WHOLE = "Whole rounds";
const ROUNDS_KEPT = 800;

export async function review(table: string, round: number | string, isWanted?: () => boolean): Promise<Review | null> {
  const path = `/rounds/${encodeURIComponent(table)}/${encodeURIComponent(round)}/review`;
  const found = await solveGet<Review>(path, isWanted);
  if (found) note(`${table}/${round}`, found);
  return found;
}

function note(round: string, { game, at, decisions }: Review): void {
  const valued = decisions.filter((it) => !it.unknown);
  const { rounds } = readPart<{ rounds: Short[] }>(PART, { rounds: [] });
  if (!valued.length || rounds.some(([known]) => known === round)) return;
  for (const made of valued) {
    noteCell(game, made.cell, Boolean(made.mistake));
    noteAnswer(game, made.theme, !made.mistake);
    noteAnswer(game, WHOLE, !made.mistake);
  }
  const short: Short = [round, at.slice(0, 10), valued.map((it) => [it.theme, Math.round(it.cents ?? 0), it.mistake ? 0 : 1])];
  const all = [...rounds, short].sort((a, b) => a[1].localeCompare(b[1]));
  keepPart(PART, { rounds: all.slice(-ROUNDS_KEPT) });
}

export interface Theme {
  title: string;
  asked: number;
  right: number;
  cents: number;
  /** The share of right decisions on each day, the oldest first. */
  days: { day: string; share: number }[];
}

/** How each kind of decision went in all rounds that were reviewed, the costliest first. */
export function themes(): Theme[] {
  const found = new Map<string, Theme & { byDay: Map<string, [number, number]> }>();
  for (const [, day, decisions] of readPart<{ rounds: Short[] }>(PART, { rounds: [] }).rounds) {
    for (const [title, cents, right] of decisions) {
      const theme = found.get(title) ?? { title, asked: 0, right: 0, cents: 0, days: [], byDay: new Map() };
      theme.asked += 1;
      theme.right += right;
      theme.cents += cents;
      const [asked, good] = theme.byDay.get(day) ?? [0, 0];
      theme.byDay.set(day, [asked + 1, good + right]);
      found.set(title, theme);
    }
  }
  const all = [...found.values()].map(({ byDay, ...theme }) => ({
    ...theme,
    days: [...byDay].map(([day, [asked, right]]) => ({ day, share: right / asked })),
  }));
  return all.sort((a, b) => b.cents - a.cents || b.asked - a.asked);
}

/** By how much the decision was right: the cost of the next best choice; nothing for one that was free. */
export function margin({ mistake, choices, unknown }: Reviewed): number {
  if (mistake || unknown || !choices) return 0;
  return choices.find((it) => !it.best)?.cost ?? 0;
}
