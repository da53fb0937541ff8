/** Reports: asked for, and asked for again as long as they are being made. */

import { get } from "../api";
import type { ReportColumn, ReportSection as Section } from "../server-types";

export type { ReportColumn, ReportData as Report, ReportSection as Section } from "../server-types";
export type Cells = Section["rows"][number];

const AGAIN_MS = 1500;
const TRIES = 200;

/** Ask for something that may take longer. */
export async function getWhenMade<T>(path: string): Promise<T> {
  for (let tries = 0; tries < TRIES; tries++) {
    const answer = await get<T & { working?: boolean }>(path);
    if (!answer.working) return answer;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  throw new Error("It takes too long. Ask for a shorter time.");
}

const isNumber = (column: ReportColumn): boolean => ["money", "count", "share", "number"].includes(column.kind);
export const numbersOf = (section: Section): ReportColumn[] => section.columns.filter(isNumber);
export const isRight = isNumber;

/** A value as people read it. */
export function shownCell({ kind }: ReportColumn, value: Cells[string]): string {
  if (value === null || value === undefined) return "–";
  if (kind === "yes") return value ? "yes" : "no";
  if (kind === "time" && /^\d{4}-/.test(String(value))) return String(value).replace("T", " ").replace(/(:\d\d)(\.\d+)?Z$/, "$1");
  const number = Number(value);
  if (typeof value === "string" && (kind !== "money" || Number.isNaN(number))) return value;
  const minus = number < 0 ? "−" : "";
  const size = Math.abs(number);
  if (kind === "money") return `${minus}$${size.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`;
  if (kind === "share") return `${minus}${(100 * size).toFixed(2)} %`;
  if (kind === "number") return `${minus}${size.toFixed(2)}`;
  return kind === "count" ? number.toLocaleString("en-US") : String(value);
}
