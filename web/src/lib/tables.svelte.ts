/** What the tables of the floor are called. */

import { get } from "./api";
import type { TableSummary } from "./wire";

class TableNames {
  #names = $state.raw<Record<string, string>>({});
  #isAsked = false;

  /** The name of a table; its id until it is known, or where it is gone. */
  of(id: string): string {
    if (!this.#isAsked) void this.#load();
    return this.#names[id] ?? id;
  }

  async #load(): Promise<void> {
    this.#isAsked = true;
    const { tables } = await get<{ tables: TableSummary[] }>("/tables").catch(() => ({ tables: [] }));
    this.#names = Object.fromEntries(tables.map((it) => [it.id, it.name]));
  }
}

export const tableNames = new TableNames();
