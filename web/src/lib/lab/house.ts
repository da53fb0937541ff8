/** The set-up of a house: what the server asks, and what it says of the answers. */

import type { HouseField, LabFile as HouseFile } from "../server-types";

export type { HouseField, HouseForm, HouseProblem, LabFile as HouseFile, LabWin as HouseWin } from "../server-types";

/** How the table is run, as a page's address has it. */
const RUN_KEYS = ["game", "pace", "seats", "shift", "bet", "paper", "name"];

/** The answers of an address: every key that is one of a house file. */
export const answersOf = (query: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...query].filter(([key]) => !RUN_KEYS.includes(key)));

/** Cents as dollars, rounded to cents below $100 and to dollars above. */
export function dollars(cents: number): string {
  const digits = Math.abs(cents) < 10_000 ? 2 : 0;
  const text = Math.abs(cents / 100).toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${cents < 0 ? "−" : ""}$${text}`;
}

/** The bytes of a file that came as JSON. */
export const blobOf = (file: HouseFile): Blob =>
  new Blob([Uint8Array.from(atob(file.base64), (each) => each.charCodeAt(0))], { type: file.type });

/** Fields that are about the same wager, together. */
export function groupsOf(fields: HouseField[]): { title: string; fields: HouseField[] }[] {
  const found: { title: string; fields: HouseField[] }[] = [];
  for (const it of fields) {
    const last = found.at(-1);
    if (last && last.title === (it.group ?? "")) last.fields.push(it);
    else found.push({ title: it.group ?? "", fields: [it] });
  }
  return found;
}
