/** The lines of a statement in words, and as a file for spreadsheets. */

import type { StatementLine } from "./wire";
import { more } from "./more";

/** What a line of a kind is called; a kind of the house's own as it is. */
export const kindOf = (kind: string): string => {
  const { kinds } = more.say.statement;
  return kind in kinds ? kinds[kind as keyof typeof kinds]() : kind;
};

const COLUMNS: [string, (line: StatementLine) => string | number][] = [
  ["time", (line) => line.at],
  ["kind", (line) => line.kind],
  ["table", (line) => line.table ?? ""],
  ["game", (line) => line.game ?? ""],
  ["round", (line) => line.round ?? ""],
  ["bet", (line) => plain(line.stake_cents ?? 0)],
  ["tips", (line) => plain(line.tips_cents ?? 0)],
  ["gain", (line) => plain(line.cents)],
  ["wallet", (line) => plain(line.wallet_cents)],
];

/** Dollars as programs read them: -12.50. */
const plain = (cents: number): string => (cents / 100).toFixed(2);

export function csvOf(lines: StatementLine[]): string {
  const rows = lines.map((line) => COLUMNS.map(([, value]) => quoted(String(value(line)))));
  return [COLUMNS.map(([name]) => name), ...rows].map((row) => `${row.join(",")}\r\n`).join("");
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
