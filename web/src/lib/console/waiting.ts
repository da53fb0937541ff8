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
  /** Whoever may read this is concerned; it is counted there, or at *from*. */
  path: string;
  from?: string;
  count: (answer: Record<string, Row[]>) => number;
  words: (count: number) => string;
}

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const LOOKS: Look[] = [
  {
    page: "slips",
    path: "/staff/slips",
    count: ({ slips = [] }) => slips.filter((it) => it.may_sign).length,
    words: (count) => `${plural(count, "slip waits", "slips wait")} for your signature`,
  },
  {
    page: "cage",
    path: "/staff/cage",
    count: ({ waiting }) => (office.command("POST /staff/cage/withdrawals/{number}/pay") ? Number(waiting) : 0),
    words: (count) => `${plural(count, "withdrawal waits", "withdrawals wait")} to be paid`,
  },
  {
    page: "day",
    path: "/staff/day",
    count: ({ notices = [] }) => notices.length,
    words: (count) => `${plural(count, "notice is", "notices are")} due to the regulator`,
  },
  {
    page: "jackpots",
    path: "/staff/jackpots/{jackpot}/books",
    from: "/jackpots",
    count: ({ jackpots = [] }) => jackpots.reduce((sum, it) => sum + (it.pending as Row[]).length, 0),
    words: (count) => `${plural(count, "hit waits", "hits wait")} to be settled`,
  },
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
    looks.map(async ({ page, path, from, count, words }) => {
      const number = count(await get<Record<string, Row[]>>(from ?? path).catch(() => ({})));
      return { page, count: number, words: words(number) };
    }),
  );
  return found.filter((it) => it.count > 0);
}
