/** A hand of the calculator: what an address says of it, and what the solver answers. */

import { readCards } from "../cards";
import type { LabHandChoice as HandChoice } from "../server-types";
import type { GamePage, HandForm } from "./game";

export type { LabHandChoice as HandChoice, LabHandValues as HandAnswer } from "../server-types";

export interface HandNow {
  form: HandForm;
  /** Place -> its cards. */
  cards: Record<string, string[]>;
  gone: string[];
  doubled: number;
  flags: Record<string, boolean>;
  /** Dollars of the main wager; "": a small one, which no maximum caps. */
  wager: string;
}

const FLAGS = ["after_split", "free"];

export function handOf(page: GamePage, query: URLSearchParams): HandNow {
  const form = page.hands.find((it) => it.id === query.get("ask")) ?? page.hands[0]!;
  const cards = Object.fromEntries(form.places.map(({ key }) => [key, readCards(query.get(key) ?? "")]));
  return {
    form,
    cards,
    gone: page.cards?.no_gone ? [] : readCards(query.get("gone") ?? ""),
    doubled: form.flags.includes("doubled") ? Math.max(0, Math.min(9, Number(query.get("doubled")) || 0)) : 0,
    flags: Object.fromEntries(FLAGS.filter((it) => form.flags.includes(it)).map((it) => [it, query.get(it) === "1"])),
    wager: query.get("wager") ?? "",
  };
}

/** Whether there are cards enough for a decision. */
export const isComplete = ({ form, cards }: HandNow): boolean =>
  form.places.every(({ key, least }) => (cards[key]?.length ?? 0) >= least);

/** The place that the next card goes to: the first that has too few, otherwise the hand. */
export const nextPlace = ({ form, cards }: HandNow): string =>
  form.places.find(({ key, least }) => (cards[key]?.length ?? 0) < least)?.key ?? form.places[0]!.key;

export function termsOf({ cards, gone, doubled, flags, wager }: HandNow): Record<string, unknown> {
  const named = Object.entries(cards).map(([key, codes]) => [key, codes.join(" ")]);
  return { ...Object.fromEntries(named), gone: gone.join(" "), doubled, ...flags, ...(wager && { wager }) };
}

const NAMES: Record<string, string> = { "free-double": "double free", "free-split": "split free" };

/** A choice in words: "split", "low Ts 4c (14), high ..." */
export function choiceName(choice: HandChoice): string {
  if (choice.low !== undefined) return `low ${choice.low} (${choice.low_total}), high ${choice.high} (${choice.high_total})`;
  const name = NAMES[choice.action] ?? choice.action.replaceAll("-", " ");
  return choice.hands && choice.action === "switch" ? `${name}: ${choice.hands.join(" and ")}` : name;
}
