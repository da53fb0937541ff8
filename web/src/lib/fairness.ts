/** Compare a revealed shuffle with what this browser saw of it. */

import "../../../src/pitboss/fair/verify.js";
import { get, Refused } from "./api";
import { cutName } from "./cut";
import { HIDDEN, type OwnSeed, readSeen, type Seen, type SeenRound, type SeenShuffle } from "./seen";
import { more } from "./more";
import type { RevealedShoe as Shoe } from "./server-types";
import { words } from "./words.svelte";

export type { RevealedShoe as Shoe } from "./server-types";

/** One thing that was looked at: true is as it must be, false is not, null says nothing either way. */
export interface Finding {
  good: boolean | null;
  text: string;
}

/** What was found of a shuffle; `good` is null where there was nothing to compare it with. */
export interface Verdict {
  number: number;
  shoe: Shoe | null;
  findings: Finding[];
  good: boolean | null;
}

const fair = pitbossFair;

const loaded = new Map<string, Promise<Shoe | null>>();

/** Return a shuffle that is over, or null while it is not; what is over stays as it is. */
export function loadShoe(table: string, number: number): Promise<Shoe | null> {
  const name = `${table}/${number}`;
  const loading = loaded.get(name) ?? requestShoe(table, number);
  loaded.set(name, loading);
  const drop = (): boolean => loaded.delete(name);
  loading.then((shoe) => shoe ?? drop(), drop);
  return loading;
}

async function requestShoe(table: string, number: number): Promise<Shoe | null> {
  try {
    return await get<Shoe>(`/tables/${encodeURIComponent(table)}/shoes/${number}`);
  } catch (error) {
    if (error instanceof Refused && error.code === "shoe/not-shown") return null;
    throw error;
  }
}

export async function verify(table: string, number: number, seen: Seen): Promise<Verdict> {
  const shoe = await loadShoe(table, number);
  if (!shoe) {
    const findings = [{ good: null, text: more.say.fair.dealing() }];
    return { number, shoe, findings, good: null };
  }
  const kept = seen.shuffles[number];
  const findings = [
    ofCommitment(kept, shoe),
    ofCards(table, number, shoe),
    ...(await ofBrowser(shoe)),
    ...ofSeeds(kept, shoe, ownSeed(shoe, seen)),
    ...(await ofRounds(table, number, shoe, seen)),
  ];
  const isWrong = findings.some((it) => it.good === false);
  return { number, shoe, findings, good: isWrong ? false : kept ? true : null };
}

function ofCommitment(kept: SeenShuffle | undefined, shoe: Shoe): Finding {
  if (!kept) return { good: null, text: more.say.fair.notKept() };
  if (kept.other) return { good: false, text: more.say.fair.two() };
  if (kept.commitment !== shoe.commitment)
    return { good: false, text: more.say.fair.notKeptOne() };
  const when = new Date(kept.at).toLocaleTimeString(words.tag);
  return kept.begun < shoe.terms.shuffle
    ? { good: true, text: more.say.fair.keptBefore({ when }) }
    : { good: true, text: more.say.fair.keptAt({ when }) };
}

function ofCards(table: string, number: number, shoe: Shoe): Finding {
  if (shoe.terms.table !== table || shoe.terms.shuffle !== number)
    return { good: false, text: more.say.fair.other() };
  let wrong: string | null;
  try {
    wrong = fair.problem(shoe);
  } catch (error) {
    wrong = error instanceof Error ? error.message : String(error);
  }
  if (wrong) return { good: false, text: more.say.fair.differ({ wrong }) };
  const cards = shoe.dealt.split(" ").length;
  return { good: true, text: more.say.fair.again({ cards }) };
}

/** The commitment once more, by the SHA-256 that the browser itself has; only pages of a secure address may use it. */
async function ofBrowser(shoe: Shoe): Promise<Finding[]> {
  if (!globalThis.crypto?.subtle) return [];
  const bytes = Uint8Array.from(fair.commitmentBytes(shoe.terms, fair.fromHex(shoe.entropy)));
  const hash = [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))];
  const good = fair.toHex(hash) === shoe.commitment;
  return [
    good
      ? { good, text: more.say.fair.same() }
      : { good, text: more.say.fair.notSame() },
  ];
}

/** The random number that this browser had for a shuffle: for the set it was cut with, else the last one that was taken. */
function ownSeed({ set, terms }: Shoe, seen: Seen): OwnSeed | undefined {
  const first = set?.shuffle ?? terms.shuffle;
  const taken = Object.entries(seen.cuts).filter(([name, own]) => name.startsWith(`${first}/`) && own.taken);
  return (set && seen.cuts[cutName(first, set.attempt)]) ?? taken.at(-1)?.[1];
}

const without = (number: number): string => more.say.fair.without({ number });

/** Return what is wrong with this browser's part in a shuffle that is over; nothing: all is well. */
export async function warnOfSeed(table: string, number: number): Promise<string> {
  const shoe = await loadShoe(table, number);
  const own = shoe && ownSeed(shoe, readSeen(table));
  return own?.taken && !shoe?.seeds.includes(own.seed) ? without(number) : "";
}

function ofSeeds(kept: SeenShuffle | undefined, shoe: Shoe, own: OwnSeed | undefined): Finding[] {
  const { seeds, set, terms } = shoe;
  const findings: Finding[] = [];
  const add = (good: boolean | null, text: string): number => findings.push({ good, text });
  if (kept?.seeds && kept.seeds.join() !== seeds.join())
    add(false, more.say.fair.otherNumbers());
  if (own?.taken && !seeds.includes(own.seed)) add(false, without(terms.shuffle));
  if (own?.digest && set && seeds.includes(own.seed)) {
    const isSame = fair.setDigest(terms.table, set) === own.digest;
    add(
      isSame,
      isSame
        ? more.say.fair.setSame()
        : more.say.fair.setOther(),
    );
    const others = seeds.length - 1;
    add(true, others ? more.say.fair.withOwnAnd({ others }) : more.say.fair.withOwn());
  } else if (!seeds.length) {
    add(null, more.say.fair.houseOnly());
  } else {
    const told = set ? more.say.fair.withSome : more.say.fair.withLate;
    add(null, told({ count: seeds.length }));
  }
  for (const seats of set?.withheld ?? [])
    if (seats.length) add(null, more.say.fair.cutAgain({ seats: seats.join(", ") }));
  if (set?.beacon) {
    const { name, round, value } = set.beacon;
    const words = value
      ? more.say.fair.beacon({ round, name, value })
      : more.say.fair.noBeacon({ round, name });
    add(null, words);
  }
  return findings;
}

/** Look for the cards of every round that was seen, in the order of the shuffles they came from. */
async function ofRounds(table: string, number: number, shoe: Shoe, seen: Seen): Promise<Finding[]> {
  const rounds = Object.entries(seen.rounds).filter(([, it]) => it.first <= number && number <= it.last);
  let cards = 0;
  let count = 0;
  for (const [round, saw] of rounds) {
    const dealt = await dealtOf(table, saw, shoe);
    if (dealt === null) continue;
    const place = dealt.cards.findIndex((_, start) => lies(saw.cards, dealt.cards, start));
    if (place < 0)
      return [{ good: false, text: more.say.fair.notInOrder({ round }) }];
    if (place + saw.cards.length <= dealt.start || place >= dealt.end) continue;
    cards += saw.cards.filter((card) => card !== HIDDEN).length;
    count += 1;
  }
  if (count === 0) return [{ good: null, text: more.say.fair.sawNone() }];
  return [{ good: true, text: more.say.fair.saw({ cards, count }) }];
}

const lies = (cards: string[], dealt: string[], start: number): boolean =>
  cards.every((card, index) => card === HIDDEN ? start + index < dealt.length : card === dealt[start + index]);

interface Dealt {
  cards: string[];
  /** Where those of the shuffle in question begin and end. */
  start: number;
  end: number;
}

/** The cards of a round's shuffles one after the other; null while one of them is not over. */
async function dealtOf(table: string, saw: SeenRound, shoe: Shoe): Promise<Dealt | null> {
  const dealt: Dealt = { cards: [], start: 0, end: 0 };
  for (let number = saw.first; number <= saw.last; number++) {
    const isThis = number === shoe.terms.shuffle;
    const part = isThis ? shoe : await loadShoe(table, number);
    if (!part) return null;
    if (isThis) dealt.start = dealt.cards.length;
    dealt.cards.push(...part.dealt.split(" "));
    if (isThis) dealt.end = dealt.cards.length;
  }
  return dealt;
}
