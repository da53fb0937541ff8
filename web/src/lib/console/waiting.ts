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
    page: "tables",
    path: "/staff/tables",
    count: ({ tables = [] }) => tables.filter(isToSign).length,
    words: (count) => `${plural(count, "tray is", "trays are")} to be counted by you`,
  },
  {
    page: "tables",
    path: "/staff/tables",
    count: ({ tables = [] }) => (office.command("POST /staff/tables/{table}/take-box") ? tables.filter((it) => it.box_due && it.state !== "open").length : 0),
    words: (count) => `${plural(count, "drop box is", "drop boxes are")} to be taken from a closed table`,
  },
  {
    page: "slips",
    path: "/staff/tables",
    count: ({ tables = [] }) => (office.command("POST /staff/slips") ? tables.filter((it) => it.low).length : 0),
    words: (count) => `${plural(count, "tray is", "trays are")} low: ask for a fill`,
  },
  {
    page: "count",
    path: "/staff/count",
    count: ({ boxes = [] }) => boxes.filter((it) => it.due && office.command(`POST /staff/count/boxes/{box}/${it.due}`)).length,
    words: (count) => `${plural(count, "drop box is", "drop boxes are")} to be counted by you`,
  },
  {
    page: "day",
    path: "/staff/day",
    count: ({ overdue }) => Number(Boolean(overdue)),
    words: () => "Another gambling day has begun by the clock: the last one is still open",
  },
  {
    page: "cage",
    path: "/staff/cage",
    count: ({ drawer }) => Number(Boolean(isDrawerDue(drawer as unknown as Row | null))),
    words: () => "The drawer was counted: count it too, and take it over",
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
    words: (count) => `${plural(count, "request", "requests")} to void a round`,
  },
  {
    page: "disputes",
    path: "/staff/disputes",
    count: ({ disputes = [] }) => disputes.filter((it) => it.stage !== "decided").length,
    words: (count) => `${plural(count, "dispute is", "disputes are")} not decided`,
  },
];

/** Whether a tray waits for one's own count: the second one, or the first of a stopped table. */
function isToSign(tray: Row): boolean {
  const sheet = tray.sheet as { party: string; by: string } | null;
  if (tray.state === "open" || (!sheet && tray.state !== "stopped")) return false;
  if (!sheet) return Boolean(office.command("POST /staff/tables/{table}/count"));
  const roles = office.info?.roles.map((it) => it.id) ?? [];
  const mine = sheet.party === "dealer" ? roles.some((it) => it === "floor" || it === "shift-manager") : roles.includes("dealer");
  return mine && sheet.by !== office.info?.account;
}

function isDrawerDue(drawer: Row | null): boolean {
  const by = drawer?.counted_by;
  return Boolean(by) && by !== office.info?.account && Boolean(office.command("POST /staff/cage/drawer/take"));
}

/** Look at every list that may hold something to do. */
export async function whatWaits(): Promise<Waiting[]> {
  const looks = LOOKS.filter((it) => office.reads(it.path));
  const read = new Map<string, Promise<Record<string, Row[]>>>();
  const listOf = (path: string): Promise<Record<string, Row[]>> => {
    if (!read.has(path)) read.set(path, get<Record<string, Row[]>>(path).catch(() => ({})));
    return read.get(path)!;
  };
  const found = await Promise.all(
    looks.map(async ({ page, path, from, count, words }) => {
      const number = count(await listOf(from ?? path));
      return { page, count: number, words: words(number) };
    }),
  );
  return found.filter((it) => it.count > 0);
}
