/**
 * What a player has learnt: kept in this browser, and with the account as soon as it has a name, so
 * that it is there on every device. Of two writings of one part the later one stays.
 */

import { get, put, request } from "./api";
import { forget, keep, readKept } from "./kept.svelte";
import { session } from "./session.svelte";

interface Part<T> {
  at: number;
  content: T;
}
interface Listed {
  name: string;
  at: number;
}
/** Changes within this time are written together. */
const WAIT_MS = 1500;
const GUEST = "guest";
const INDEX = "progress";
const timers = new Map<string, number>();

const owner = (): string => (session.me?.name ? session.me.account : GUEST);
const place = (name: string, of = owner()): string => `progress/${of}/${name}`;
const index = (of = owner()): string[] => readKept<string[]>(`${INDEX}/${of}`, []);

/** A name of a part: letters, digits, dots and dashes. */
export const partName = (...words: string[]): string =>
  words.join(".").toLowerCase().replace(/[^a-z0-9.-]+/g, "-").slice(0, 80);

export const readPart = <T>(name: string, otherwise: T): T =>
  readKept<Part<T> | null>(place(name), null)?.content ?? otherwise;

/** Keep a part here, and with the account a moment later. */
export function keepPart(name: string, content: unknown): void {
  write(name, { at: Date.now(), content });
  if (!session.me?.name) return;
  clearTimeout(timers.get(name));
  timers.set(name, window.setTimeout(() => void send(name), WAIT_MS));
}

export function forgetPart(name: string): void {
  forget(place(name));
  keep(`${INDEX}/${owner()}`, index().filter((it) => it !== name));
  if (session.me?.name) void request("DELETE", `/me/progress/${name}`).catch(() => undefined);
}

function write(name: string, part: Part<unknown>, of = owner()): void {
  keep(place(name, of), part);
  const names = index(of);
  if (!names.includes(name)) keep(`${INDEX}/${of}`, [...names, name]);
}

/** The server keeps it where it can; what it refuses stays in this browser. */
async function send(name: string): Promise<void> {
  const part = readKept<Part<unknown> | null>(place(name), null);
  if (part) await put("/me/progress", { name, ...part }).catch(() => undefined);
}

let adopting: Promise<void> | null = null;
let adopted = "";

/** Wait until what the account has learnt elsewhere is here; a guest's own moves to a new name. */
export function adopt(): Promise<void> {
  if (!session.me?.name || adopted === session.me.account) return Promise.resolve();
  adopting ??= exchange(session.me.account).finally(() => (adopting = null));
  return adopting;
}

async function exchange(account: string): Promise<void> {
  try {
    const { kept } = await get<{ kept: Listed[] }>("/me/progress");
    const theirs = new Map(kept.map((it) => [it.name, it.at]));
    for (const name of index(GUEST)) {
      const own = readKept<Part<unknown> | null>(place(name, GUEST), null);
      // What the account has learnt already is not replaced by what a guest tried.
      if (!own || theirs.has(name) || index(account).includes(name)) continue;
      write(name, own, account);
      forget(place(name, GUEST));
      keep(`${INDEX}/${GUEST}`, index(GUEST).filter((it) => it !== name));
    }
    for (const [name, at] of theirs) {
      const own = readKept<Part<unknown> | null>(place(name, account), null);
      if (!own || own.at < at) write(name, await get<Part<unknown>>(`/me/progress/${name}`), account);
    }
    for (const name of index(account)) {
      const own = readKept<Part<unknown> | null>(place(name, account), null);
      if (own && own.at > (theirs.get(name) ?? 0)) await send(name);
    }
    adopted = account;
  } catch {
    // The server cannot be asked now; what is here goes on.
  }
}
