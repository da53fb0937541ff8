/** Round records in a file that somebody chose: one as JSON, or several as JSON lines. */

import { more } from "./more";

export const RECORD_BYTES_MAX = 4_000_000;

/** Return the records of a file; an error says in words why it has none. */
export async function readRecords(file: File): Promise<unknown[]> {
  if (file.size > RECORD_BYTES_MAX) throw new Error(more.say.replay.large({ file: file.name }));
  const text = (await file.text()).trim();
  if (!text) throw new Error(more.say.replay.empty({ file: file.name }));
  const whole = parse(text);
  if (whole !== undefined) return recordsOf(whole, file.name);
  const lines = text.split("\n").filter((line) => line.trim());
  const read = lines.map(parse);
  if (lines.length < 2 || read.some((it) => it === undefined))
    throw new Error(more.say.replay.notJson({ file: file.name }));
  return read.flatMap((it) => recordsOf(it, file.name));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function recordsOf(value: unknown, name: string): unknown[] {
  const isRecord = typeof value === "object" && value !== null && "game" in value && "cards" in value;
  if (!isRecord) throw new Error(more.say.replay.noRecord({ file: name }));
  return [value];
}
