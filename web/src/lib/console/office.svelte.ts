/** What whoever is here may do in the house: pages, commands and their forms, all from the server. */

import { get, newKey, request } from "../api";
import type { Command, Console, Page as ConsolePage } from "../server-types";
import { setZone } from "./values";

export type { Command, Field, Page as ConsolePage } from "../server-types";

export type Values = Record<string, unknown>;

class Office {
  info = $state.raw<Console | null>(null);

  async load(): Promise<void> {
    const info = await get<Console>("/me/console");
    setZone(info.time_zone);
    this.info = info;
  }

  page(id: string): ConsolePage | undefined {
    return this.info?.pages.find((it) => it.id === id);
  }

  /** A command that one may give; nothing where one may not. */
  command(id: string): Command | undefined {
    return this.info?.pages.flatMap((it) => it.commands).find((it) => it.id === id);
  }

  /** Those of some commands that one may give. */
  commands(...ids: string[]): Command[] {
    return ids.flatMap((id) => this.command(id) ?? []);
  }

  reads(path: string): boolean {
    return this.info?.pages.some((it) => it.reads.includes(path)) ?? false;
  }
}

export const office = new Office();

/** Give a command: what its path names goes there, the rest into the body. */
export function send<T>(command: Command, values: Values, key = newKey()): Promise<T> {
  const [method = "POST", template = ""] = command.id.split(" ");
  const body: Values = { ...values };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(body[name] ?? "");
    delete body[name];
    return encodeURIComponent(value);
  });
  return request<T>(method, path, body, key);
}
