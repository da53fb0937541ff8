/** A game of the lab under some rules. */

import { get } from "../api";
import type { OptionValue } from "../practice-wire";
import { changeQuery, queryNow } from "./query";
import type { LabGamePage, LabSolution as Solution } from "../server-types";

export type {
  LabEdgeLine as EdgeLine,
  LabHandForm as HandForm,
  LabIndexPlay as IndexPlay,
  LabIndexPlays as IndexPlays,
  LabPlace as HandPlace,
  LabRule as Rule,
  LabRuleProblem as RuleProblem,
  LabRuleValue as RuleValue,
  LabSolution as Solution,
} from "../server-types";

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
