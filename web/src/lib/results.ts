/** What a finished round brought, as far as it is drawn. */

import type { Layout, Scene, Wager } from "./wire";

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

/** Gains of the wagers beside the hands: wager -> cents. */
export function sideNets(scene: Scene, layout: Layout, seat: number): Map<string, number> {
  const mains = new Set(layout.wagers.filter((it) => it.group === "main").map((it) => it.id));
  const nets = new Map<string, number>();
  for (const line of scene.settled) {
    if (line.seat !== seat || mains.has(line.wager)) continue;
    nets.set(line.wager, (nets.get(line.wager) ?? 0) + line.net);
  }
  return nets;
}

/** The pays that one's seats hit: wager -> what the felt says, as "12 to 1". */
export function hitPays(scene: Scene | null, seats: readonly number[]): Map<string, Set<string>> {
  const pays = new Map<string, Set<string>>();
  for (const line of scene?.settled ?? []) {
    if (!seats.includes(line.seat) || !line.pays) continue;
    pays.set(line.wager, (pays.get(line.wager) ?? new Set()).add(line.pays));
  }
  return pays;
}

/** Names of wagers without the words that others begin with too: "Match The Dealer Up Card" is "Up Card". */
export function shortNames(wagers: readonly Wager[]): Map<string, string> {
  const words = wagers.map((it) => it.title.split(" "));
  return new Map(
    wagers.map((wager, place) => {
      const own = words[place]!;
      const shared = words.map((other, at) => (at === place ? 0 : sharedStart(own, other)));
      const skipped = Math.max(0, ...shared);
      return [wager.id, skipped > 1 && skipped < own.length ? own.slice(skipped).join(" ") : wager.title];
    }),
  );
}

function sharedStart(one: string[], other: string[]): number {
  const at = one.findIndex((word, place) => word !== other[place]);
  return at < 0 ? 0 : at;
}
