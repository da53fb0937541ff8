/** What was learnt when: the days in a row, the answers of each lesson, and the cells of a chart that went wrong. */

import type { Cell } from "./practice-wire";
import { keepPart, partName, readPart } from "./progress";

const DAYS_KEPT = 400;
const ANSWERS_KEPT = 60;
const CELLS_KEPT = 400;

/** The date here: 2026-11-16. */
export function today(): string {
  const now = new Date();
  const two = (part: number): string => `${part}`.padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

const before = (day: string): string => new Date(Date.parse(`${day}T12:00Z`) - 86_400_000).toISOString().slice(0, 10);

interface Days {
  /** Days on which something was learnt, the oldest first. */
  days: string[];
  /** Those of them on which the hand of the day was played. */
  hands: string[];
}
const NO_DAYS: Days = { days: [], hands: [] };

/** Something was learnt today. */
export function noteDay(hand = ""): void {
  const { days, hands } = readPart<Days>("days", NO_DAYS);
  const day = today();
  if (days.includes(day) && (!hand || hands.includes(hand))) return;
  const add = (all: string[], one: string): string[] => [...new Set([...all, one])].sort().slice(-DAYS_KEPT);
  keepPart("days", { days: add(days, day), hands: hand ? add(hands, hand) : hands });
}

export const isHandPlayed = (day: string): boolean => readPart<Days>("days", NO_DAYS).hands.includes(day);

/** The days in a row up to today or yesterday, and the most there ever were. A day off costs nothing. */
export function streak(): { now: number; best: number; total: number } {
  const { days } = readPart<Days>("days", NO_DAYS);
  const known = new Set(days);
  const rowUpTo = (day: string): number => (known.has(day) ? 1 + rowUpTo(before(day)) : 0);
  const now = rowUpTo(known.has(today()) ? today() : before(today()));
  return { now, best: days.reduce((most, day) => Math.max(most, rowUpTo(day)), 0), total: days.length };
}

type Answers = Record<string, string>;
const answersOf = (game: string): string => partName("lessons", game);

/** Note the answer of a lesson, by its title: "1" was right. */
export function noteAnswer(game: string, lesson: string, isRight: boolean): void {
  const all = readPart<Answers>(answersOf(game), {});
  keepPart(answersOf(game), { ...all, [lesson]: `${all[lesson] ?? ""}${isRight ? 1 : 0}`.slice(-ANSWERS_KEPT) });
  noteDay();
}

/** How far a lesson is: of its last answers, so many were right. */
export function howFar(game: string, lesson: string, goal: number, right: number): { asked: number; right: number; isDone: boolean } {
  const last = (readPart<Answers>(answersOf(game), {})[lesson] ?? "").slice(-goal);
  const good = [...last].filter((it) => it === "1").length;
  return { asked: last.length, right: good, isDone: last.length >= goal && good >= right };
}

/** "part|row|up" -> how often it was asked and wrong. */
export type Cells = Record<string, [asked: number, wrong: number]>;
const cellsOf = (game: string): string => partName("cells", game);
export const cellKey = ({ part, row, up }: Cell): string => `${part}|${row}|${up}`;
export const readCells = (game: string): Cells => readPart<Cells>(cellsOf(game), {});

export function noteCell(game: string, cell: Cell | null | undefined, isWrong: boolean): void {
  if (!cell) return;
  const cells = readCells(game);
  const [asked, wrong] = cells[cellKey(cell)] ?? [0, 0];
  const entries = Object.entries({ ...cells, [cellKey(cell)]: [asked + 1, wrong + (isWrong ? 1 : 0)] });
  keepPart(cellsOf(game), Object.fromEntries(entries.slice(-CELLS_KEPT)));
}
