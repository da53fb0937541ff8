/** Strategy charts, each asked for once. */

import type { PracticeLayout, StrategyChart } from "./practice-wire";
import { solveGet } from "./solver";

const known = new Map<string, Promise<StrategyChart | null>>();

/** The chart of the rules that a table plays by. */
export function chartOf(layout: PracticeLayout): Promise<StrategyChart | null> {
  const options = Object.entries(layout.house.options ?? {});
  const query = new URLSearchParams(options.map(([key, value]) => ["option", `${key}=${value}`]));
  const path = `/games/${layout.game}/chart?${query}`;
  const answer = known.get(path) ?? solveGet<StrategyChart>(path);
  known.set(path, answer);
  answer.catch(() => known.delete(path));
  return answer;
}
