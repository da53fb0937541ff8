/** How values of the books are shown: by what their names say they are. */

import { dollars } from "../money";

export type Row = Record<string, unknown>;

export interface Column {
  key: string;
  label: string;
  kind: "money" | "when" | "who" | "status" | "number" | "flag" | "text";
}

const WHEN = /(^|_)(at|since|until|due|opened|closed|date)$/;
const WHO = /^(account|by|second|approver|player|actor|verifier)$/;
const STATUS = /^(stage|state|status)$/;
/** Amounts of the ledger: 1/10,000 of a dollar. */
const UNITS = /(^|_)units$/;

export function kindOf(key: string, value: unknown): Column["kind"] {
  if (typeof value === "number" && /(^|_)(cents|units)$/.test(key)) return "money";
  if (WHO.test(key)) return "who";
  if (STATUS.test(key)) return "status";
  if (typeof value === "string" && WHEN.test(key) && /^\d{4}-\d\d-\d\dT/.test(value)) return "when";
  if (typeof value === "number") return "number";
  return typeof value === "boolean" ? "flag" : "text";
}

export function labelOf(key: string): string {
  const words = key.replace(/_(cents|units)$/, "").replace(/[_-]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The columns of rows whose shape is not known: what is plain, in the order it comes. */
export function columnsOf(rows: Row[]): Column[] {
  const first = Object.assign({}, ...rows.slice(0, 50).reverse()) as Row;
  return Object.entries(first)
    .filter(([, value]) => value === null || typeof value !== "object")
    .map(([key, value]) => ({ key, label: labelOf(key), kind: kindOf(key, value) }));
}

/** What tells one row of a list from another. */
const NAMES = ["position", "number", "id", "account", "table", "round", "hit"];

/** A key for every row that stays the same where others come and go, so that a form below it stays open. */
export function keysOf(rows: Row[]): string[] {
  const counts = new Map<string, number>();
  return rows.map((row) => {
    const name = NAMES.flatMap((it) => (it in row ? `${it} ${String(row[it])}` : [])).join(", ");
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return `${name} #${count}`;
  });
}

export const cents = (key: string, value: number): number => (UNITS.test(key) ? Math.round(value / 100) : value);

/** The time zone of the house: papers and screens show the same time, wherever they are read. */
let zone: string | undefined;
export function setZone(name: string): void {
  zone = name;
}

export function when(at: unknown): string {
  if (typeof at !== "string" || !at) return "";
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return at;
  const dayOf = (moment: Date): string => moment.toLocaleDateString("en-GB", { timeZone: zone });
  const isToday = dayOf(time) === dayOf(new Date());
  const clock: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit", timeZone: zone };
  return isToday
    ? time.toLocaleTimeString("en-GB", clock)
    : time.toLocaleString("en-GB", { day: "numeric", month: "short", ...clock });
}

export function shown(column: Column, value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  switch (column.kind) {
    case "money":
      return dollars(cents(column.key, value as number));
    case "when":
      return when(value);
    case "flag":
      return value ? "yes" : "no";
    case "number":
      return (value as number).toLocaleString("en-US");
    default:
      return String(value);
  }
}
