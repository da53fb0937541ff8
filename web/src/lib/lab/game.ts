/** A game of the lab under some rules. */

import { get } from "../api";
import type { OptionValue, StrategyChart } from "../practice-wire";
import { changeQuery, queryNow } from "./query";
import type { LabGamePage } from "../server-types";
export type { LabHandForm as HandForm, LabPlace as HandPlace, LabRule as Rule, LabRuleProblem as RuleProblem, LabRuleValue as RuleValue } from "../server-types";

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
  /** Of one main wager, with its Super Bonus. */
  house_edge_with_super_bonus?: number;
  house_edge_with_super_bonus_and_envy?: number;
  lines: EdgeLine[];
  chart: StrategyChart;
  plays?: IndexPlays;
}

export type GamePage = Omit<LabGamePage, "solution"> & { solution: Solution | null };

/** The rules that an address names. */
export const optionsNow = (): string[] => queryNow().getAll("o");

export function loadGame(game: string, options: string[], wager = ""): Promise<GamePage> {
  const query = new URLSearchParams(options.map((it) => ["option", it]));
  if (wager) query.set("wager", wager);
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
