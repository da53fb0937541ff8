/** What a finished round brought, as far as it is drawn. */

import type { Layout, Scene } from "./wire";

/** Gains of each hand of a seat: hand -> cents; empty while nothing of it is settled. */
export function handNets(scene: Scene, layout: Layout, seat: number): Map<number, number> {
  const mains = new Set(layout.wagers.filter((it) => it.group === "main").map((it) => it.id));
  const nets = new Map<number, number>();
  for (const line of scene.settled) {
    if (line.seat !== seat || !mains.has(line.wager)) continue;
    nets.set(line.hand, (nets.get(line.hand) ?? 0) + line.net);
  }
  return nets;
}

/** Gains of the wagers beside the hands: wager -> cents. What a tip wins is the dealer's, and no gain of the seat. */
export function sideNets(scene: Scene, layout: Layout, seat: number): Map<string, number> {
  const mains = new Set(layout.wagers.filter((it) => it.group === "main").map((it) => it.id));
  const nets = new Map<string, number>();
  for (const line of scene.settled) {
    if (line.seat !== seat || mains.has(line.wager) || line.wager.startsWith("tip:")) continue;
    nets.set(line.wager, (nets.get(line.wager) ?? 0) + line.net);
  }
  return nets;
}

/** The rows of pay tables that one's own wagers hit: wager -> titles of rows. */
export function hitRows(scene: Scene | null): Map<string, Set<string>> {
  const hits = new Map<string, Set<string>>();
  for (const line of scene?.settled ?? []) {
    if (!scene?.yours?.includes(line.seat)) continue;
    for (const [wager, row] of line.rows ?? []) hits.set(wager, (hits.get(wager) ?? new Set()).add(row));
  }
  return hits;
}
