/** What accounts are called: asked for together, once each. */

import { get } from "../api";
import type { Person } from "../server-types";
export type { Person } from "../server-types";

const AT_ONCE = 50;

class Names {
  #known = $state.raw<Record<string, Person>>({});
  #wanted = new Set<string>();
  #asked = new Set<string>();

  /** The name of an account; until it is known, and for guests, the beginning of its id. */
  of(account: string): string {
    if (!/^[0-9a-f]{16}$/.test(account)) return account;
    if (!this.#asked.has(account)) this.#want(account);
    return this.#known[account]?.name ?? `guest ${account.slice(0, 6)}`;
  }

  #want(account: string): void {
    this.#asked.add(account);
    this.#wanted.add(account);
    if (this.#wanted.size === 1) setTimeout(() => void this.#load(), 10);
  }

  async #load(): Promise<void> {
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    for (let at = 0; at < wanted.length; at += AT_ONCE) {
      const people = await find(wanted.slice(at, at + AT_ONCE)).catch(() => []);
      this.#known = { ...this.#known, ...Object.fromEntries(people.map((it) => [it.account, it])) };
    }
  }
}

/** The accounts of some ids or names. */
async function find(who: string[]): Promise<Person[]> {
  const query = who.map((it) => `who=${encodeURIComponent(it)}`).join("&");
  return (await get<{ people: Person[] }>(`/me/console/names?${query}`)).people;
}

/** The id of the account that somebody typed: an id already, or a name. */
export async function accountOf(text: string): Promise<string> {
  const [person] = await find([text.trim()]);
  if (!person) throw new Error(`Nobody is called ${text.trim()}.`);
  return person.account;
}

export const names = new Names();
