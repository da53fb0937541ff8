/** What the tables of the floor are called. */

import { get } from "./api";
import type { TableSummary } from "./wire";

class TableNames {
  #tables = $state.raw<TableSummary[]>([]);
  #isAsked = false;

  /** The tables of the floor; none until they are known. */
  get all(): TableSummary[] {
    if (!this.#isAsked) void this.#load();
    return this.#tables;
  }

  /** The name of a table; its id until it is known, or where it is gone. */
  of(id: string): string {
    return this.all.find((it) => it.id === id)?.name ?? id;
  }

  async #load(): Promise<void> {
    this.#isAsked = true;
    const { tables } = await get<{ tables: TableSummary[] }>("/tables").catch(() => ({ tables: [] }));
    this.#tables = tables;
  }
}

export const tableNames = new TableNames();
