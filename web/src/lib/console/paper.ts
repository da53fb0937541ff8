/** Papers that are printed and signed: receipts, slips, payouts. */

import { dollars } from "../money";
import { tableNames } from "../tables.svelte";
import { names } from "./names.svelte";
import type { Command, Field, Values } from "./office.svelte";
import { when } from "./values";

export interface Paper {
  title: string;
  /** What stands under the title: a number, a state. */
  under: string;
  rows: [string, string][];
  /** Who signs, a line for each: what is printed under it, and the name where it is signed already. */
  signs: [string, string][];
}

export const chipsValue = (chips: Record<string, number>): number =>
  Object.entries(chips).reduce((sum, [size, count]) => sum + Number(size) * count, 0);

export function chipRows(chips: Record<string, number>): [string, string][] {
  const sorted = Object.entries(chips).filter(([, count]) => count).sort(([a], [b]) => Number(b) - Number(a));
  return [
    ...sorted.map(([size, count]): [string, string] => [`${count} × ${dollars(Number(size))}`, dollars(count * Number(size))]),
    ["Together", dollars(chipsValue(chips))],
  ];
}

/** A value of a form in words; nothing where it says nothing. */
function valueOf(field: Field, value: unknown): string {
  if (value === undefined || value === null || value === "" || field.kind === "secret" || field.kind === "code") return "";
  switch (field.kind) {
    case "money":
      return dollars(Number(value));
    case "units":
      return dollars(Math.round(Number(value) / 100));
    case "account":
      return names.of(String(value));
    case "table":
      return tableNames.of(String(value));
    case "choice":
      return field.options?.find((it) => it.value === value)?.label ?? String(value);
    case "flag":
      return value ? "yes" : "no";
    case "chips":
      return dollars(chipsValue(value as Record<string, number>));
    case "group":
      return "";
    default:
      return String(value);
  }
}

/** What was done, as a receipt: every field that was sent. */
export function receiptOf(command: Command, values: Values, number: number | null, by: string): Paper {
  const rows = command.fields.flatMap((field): [string, string][] => {
    const value = valueOf(field, values[field.name]);
    if (!value || field.name === "number") return [];
    if (field.kind === "chips") return chipRows(values[field.name] as Record<string, number>);
    return [[field.label, value]];
  });
  return {
    title: command.title,
    under: [number ? `No. ${number}` : "", when(new Date().toISOString())].filter(Boolean).join(", "),
    rows,
    signs: [[by, "for the house"], ["", "received"]],
  };
}

/** The same in a sentence: "Deposit: $2,000.00, Ann. No. 12." */
export function sentenceOf(command: Command, values: Values, number: number | null): string {
  const said = command.fields
    .filter((it) => ["money", "units", "account", "table", "chips", "choice"].includes(it.kind))
    .map((it) => valueOf(it, values[it.name]))
    .filter(Boolean);
  const rest = said.length ? `: ${said.join(", ")}` : "";
  return `${command.title}${rest}.${number ? ` No. ${number}.` : ""}`;
}
