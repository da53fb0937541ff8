/** The lines of a statement in words, and as a file for spreadsheets. */

import type { StatementLine } from "./wire";

export const KINDS: Record<string, string> = {
  round: "Round",
  void: "Round voided",
  "buy-in": "Chips bought",
  "cash-out": "Chips given back",
  opened: "Play money of a new account",
  "play-money": "New play money",
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
