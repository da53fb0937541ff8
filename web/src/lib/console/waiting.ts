/** What waits for somebody: counted from the lists that one may read. */

import { get } from "../api";
import { office } from "./office.svelte";
import type { Row } from "./values";

export interface Waiting {
  page: string;
  words: string;
  count: number;
}

interface Look {
  page: string;
  path: string;
  count: (answer: Record<string, Row[]>) => number;
  words: (count: number) => string;
}

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const LOOKS: Look[] = [
  {
    page: "approvals",
    path: "/staff/requests",
    count: ({ requests = [] }) => requests.filter((it) => it.may_agree).length,
    words: (count) => `${plural(count, "request needs", "requests need")} your agreement`,
  },
  {
    page: "tables",
    path: "/staff/voids",
    count: ({ voids = [] }) => voids.length,
    words: (count) => `${plural(count, "round is", "rounds are")} asked to be void`,
  },
  {
    page: "disputes",
    path: "/staff/disputes",
    count: ({ disputes = [] }) => disputes.filter((it) => it.stage !== "decided").length,
    words: (count) => `${plural(count, "dispute is", "disputes are")} not decided`,
  },
];

/** Look at every list that may hold something to do. */
export async function whatWaits(): Promise<Waiting[]> {
  const looks = LOOKS.filter((it) => office.reads(it.path));
  const found = await Promise.all(
    looks.map(async ({ page, path, count, words }) => {
      const number = count(await get<Record<string, Row[]>>(path).catch(() => ({})));
      return { page, count: number, words: words(number) };
    }),
  );
  return found.filter((it) => it.count > 0);
}
