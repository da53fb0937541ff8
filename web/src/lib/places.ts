/** Where the menu leads, and the key of each place. */

import { isAlone } from "./alone/alone";
import { readKept } from "./kept.svelte";
import { router } from "./router.svelte";
import { session } from "./session.svelte";
import { words } from "./words.svelte";

export interface Place {
  name: keyof typeof words.say.places;
  path: string;
  /** With shift, anywhere. */
  key: string;
  /** Only for those who have a role in the house. */
  isStaff?: boolean;
  /** Whether it needs no server. */
  isAlone?: boolean;
}

const ALL: Place[] = [
  { name: "table", path: "/", key: "T" },
  { name: "games", path: "/games", key: "G" },
  { name: "practice", path: "/practice", key: "P" },
  { name: "train", path: "/train", key: "D" },
  { name: "learn", path: "/learn", key: "E" },
  { name: "lab", path: "/lab", key: "L", isAlone: true },
  { name: "history", path: "/history", key: "H" },
  { name: "replay", path: "/replay", key: "R", isAlone: true },
  { name: "fair", path: "/fair", key: "F" },
  { name: "account", path: "/account", key: "A" },
  { name: "console", path: "/console", key: "C", isStaff: true },
];

/** Without a server there is no table to ask about: a shoe is verified from its file. */
const VERIFY: Place = { name: "fair", path: "/verify/", key: "F" };

/** The places of whoever is here. */
export const places = (): Place[] => isAlone ? [...ALL.filter((it) => it.isAlone), VERIFY] : ALL.filter((it) => !it.isStaff || session.me?.roles?.length);

/** Where a place is from here: at a table, whether it is fair is asked of that table. */
export function addressOf({ path }: Place): string {
  const isTable = /^\/(table\/|$)/.test(router.path);
  const table = readKept("table", "");
  return path === "/fair" && isTable && table ? `/fair/${encodeURIComponent(table)}` : path;
}
