/** Where the menu leads, and the key of each place. */

import { isAlone } from "./alone/alone";
import { readKept } from "./kept.svelte";
import { router } from "./router.svelte";
import { session } from "./session.svelte";

export interface Place {
  path: string;
  title: string;
  /** With shift, anywhere. */
  key: string;
  words: string;
  /** Only for those who have a role in the house. */
  isStaff?: boolean;
  /** Whether it needs no server. */
  isAlone?: boolean;
}

const ALL: Place[] = [
  { path: "/", title: "Table", key: "T", words: "back to the felt" },
  { path: "/games", title: "Games", key: "G", words: "choose another table" },
  { path: "/practice", title: "Practice", key: "P", words: "any game and rules, with advice" },
  { path: "/train", title: "Training", key: "D", words: "drill the hard decisions" },
  { path: "/learn", title: "Learn", key: "E", words: "what to learn next, and the hand of the day" },
  { path: "/lab", title: "Lab", key: "L", words: "edges, charts and odds of any rules", isAlone: true },
  { path: "/history", title: "History", key: "H", words: "your rounds, step by step" },
  { path: "/replay", title: "Replay a record", key: "R", words: "open a round from a file", isAlone: true },
  { path: "/fair", title: "Is it fair?", key: "F", words: "check every card yourself" },
  { path: "/account", title: "Account", key: "A", words: "money, limits, name and password" },
  { path: "/console", title: "Console", key: "C", words: "the house behind the tables", isStaff: true },
];

/** Without a server there is no table to ask about: a shoe is verified from its file. */
const VERIFY: Place = { path: "/verify/", title: "Verify a shoe", key: "F", words: "deal a revealed shoe again, from its file" };

/** The places of whoever is here. */
export const places = (): Place[] => isAlone ? [...ALL.filter((it) => it.isAlone), VERIFY] : ALL.filter((it) => !it.isStaff || session.me?.roles?.length);

/** Where a place is from here: at a table, whether it is fair is asked of that table. */
export function addressOf({ path }: Place): string {
  const isTable = /^\/(table\/|$)/.test(router.path);
  const table = readKept("table", "");
  return path === "/fair" && isTable && table ? `/fair/${encodeURIComponent(table)}` : path;
}
