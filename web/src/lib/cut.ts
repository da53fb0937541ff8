/** Take part in the cut of a shoe: commit to a random number, and reveal it only when the set of commitments is fixed. */

import "../../../src/pitboss/fair/verify.js";
import { newSeed, type OwnSeed, readSeen, writeSeen } from "./seen";
import { session } from "./session.svelte";
import type { Cut, TableFrame } from "./wire";

const fair = pitbossFair;

/** Return the name under which the seed of an attempt is kept. */
export const cutName = (shuffle: number, attempt: number): string => `${shuffle}/${attempt}`;

const markOf = (table: string, cut: Cut, own: OwnSeed): string =>
  fair.seedCommitment(table, cut.shuffle, cut.attempt, own.seat, own.seed);

/** What was asked of a table and is not answered yet; forgotten with every whole table. */
const sent = new Set<string>();

/** Do what a frame asks for: commit, or reveal. Return what is wrong, in words. */
export function answerCut({ t, table }: TableFrame, cut: Cut | undefined, mine: number[]): string {
  if (!cut) return "";
  const name = cutName(cut.shuffle, cut.attempt);
  if (t === "view") [...sent].filter((it) => it.startsWith(`${table} `)).forEach((it) => sent.delete(it));
  return cut.fixed ? reveal(table, cut, name) : commit(table, cut, name, mine);
}

function commit(table: string, cut: Cut, name: string, mine: number[]): string {
  const seat = Math.min(...mine);
  if (!mine.length) return "";
  const seen = readSeen(table);
  let own = seen.cuts[name];
  if (own?.seat !== seat) {
    own = seen.cuts[name] = { seat, seed: newSeed() };
    writeSeen(table, seen);
  }
  const commitment = markOf(table, cut, own);
  const key = `${table} cut ${name} ${seat}`;
  if (cut.commitments[seat] === commitment || sent.has(key)) return "";
  sent.add(key);
  const { shuffle, attempt } = cut;
  void session.line.ask("cut", table, { seat, commitment, shuffle, attempt }).then(
    () => note(table, name, { taken: true }),
    () => undefined,
  );
  return "";
}

/** Reveal a seed, if the set is as it must be and no other was shown before. */
function reveal(table: string, cut: Cut, name: string): string {
  const seen = readSeen(table);
  const own = seen.cuts[name];
  if (!own || !cut.set) return "";
  const { set, shuffle } = cut;
  const mark = markOf(table, cut, own);
  if (!set.commitments.some(([seat, it]) => seat === own.seat && it === mark)) {
    if (!own.taken) return "";
    note(table, name, { taken: false });
    return `Your random number for shuffle ${shuffle} was left out.`;
  }
  const digest = fair.setDigest(table, set);
  const isOther = (promise: string, ahead: number): boolean =>
    (seen.shuffles[shuffle + ahead]?.commitment ?? promise) !== promise;
  if (set.promised.some(isOther)) return `The set for shuffle ${shuffle} names other commitments of the house.`;
  if (own.digest && own.digest !== digest) return `The house shows a second set of commitments for shuffle ${shuffle}.`;
  const key = `${table} reveal ${name}`;
  if (cut.revealed.includes(own.seat) || sent.has(key)) return "";
  sent.add(key);
  note(table, name, { taken: true, digest });
  void session.line.ask("reveal", table, { seat: own.seat, seed: own.seed }).catch(() => undefined);
  return "";
}

function note(table: string, name: string, change: Partial<OwnSeed>): void {
  const seen = readSeen(table);
  const own = seen.cuts[name];
  if (!own) return;
  Object.assign(own, change);
  writeSeen(table, seen);
}
