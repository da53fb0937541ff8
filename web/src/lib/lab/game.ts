/** A game of the lab under some rules. */

import { get } from "../api";
import type { OptionValue, StrategyChart } from "../practice-wire";
import { changeQuery, queryNow } from "./query";

export interface RuleProblem {
  code: string;
  key: string;
  message: string;
  cite: string;
}

export interface RuleValue {
  value: OptionValue;
  chosen: boolean;
  /** The edge with this value, and what it changes; null where it has to be solved first. */
  edge: number | null;
  change: number | null;
  problem: RuleProblem | null;
}

export interface Rule {
  id: string;
  title: string;
  values: RuleValue[];
}

export interface EdgeLine {
  wager: string;
  edge: number;
  exact: string | null;
  deviation: number;
  unit: string;
  method: string;
  least: boolean;
}

export interface IndexPlay {
  hand: string;
  up: string;
  action: string;
  index: string;
  otherwise: string;
  even_at: number | null;
  one_in: number | null;
  gain: number;
}

export interface IndexPlays {
  system: string;
  name: string;
  plays: IndexPlay[];
  /** Part -> row -> up card -> what a chart shows there. */
  cells: Record<string, Record<string, Record<string, string>>>;
  notes: string[];
}

export interface Solution {
  edge: number;
  deviation: number;
  least_edge: number;
  lines: EdgeLine[];
  chart: StrategyChart;
  plays?: IndexPlays;
}

export interface HandPlace {
  key: string;
  title: string;
  least: number;
  /** 0: as many as a hand can have. */
  most: number;
}

export interface HandForm {
  id: string;
  title: string;
  places: HandPlace[];
  flags: string[];
}

export interface GamePage {
  game: string;
  title: string;
  summary: string;
  document: string;
  section: string;
  kind: string;
  rules: Rule[];
  option: string[];
  problems: RuleProblem[];
  digest: string;
  solution: Solution | null;
  hands: HandForm[];
  cards: { kinds: string[]; decks: number; no_gone: string } | null;
  counts: [string, string][];
  unsolved: number;
}

/** The rules that an address names. */
export const optionsNow = (): string[] => queryNow().getAll("o");

export function loadGame(game: string, options: string[]): Promise<GamePage> {
  const query = new URLSearchParams(options.map((it) => ["option", it]));
  return get<GamePage>(`/lab/games/${game}${query.size ? `?${query}` : ""}`);
}

/** Choose a value of a rule: the address says so. */
export function chooseRule(id: string, value: OptionValue): void {
  const others = optionsNow().filter((it) => !it.startsWith(`${id}=`));
  changeQuery({ o: [...others, `${id}=${value}`] });
}

const WORDS: Record<string, string> = { true: "yes", false: "no" };
export const valueWords = (value: OptionValue): string => WORDS[`${value}`] ?? `${value}`;

/** The chosen rules in one line. */
export const rulesWords = (page: GamePage): string =>
  page.rules.map((it) => `${it.title}: ${valueWords(it.values.find((one) => one.chosen)?.value ?? "")}`).join(" · ");

/** A name for files of this game. */
export const fileName = (page: GamePage): string => page.game.replace("/", "-");
