/** What practice and training send and are sent. */

import type { PracticeLayout as SentLayout, PracticeRound } from "./server-types";

export type {
  ChartBlock,
  ChartPlace as Cell,
  DrillDeal as Deal,
  DrillScore as TrainingScore,
  DrillSituation as Situation,
  DrillStep,
  DrillVerdict as Verdict,
  GivenPlace as Place,
  MadeDecision as Made,
  PracticeAdvice as Advice,
  PracticeDecision as Taken,
  PracticeFrame,
  PracticeNext as NextShoe,
  StrategyChart,
  ReviewedDecision,
  RoundReview,
  ValuedChoice,
  WhyBest,
} from "./server-types";

export type OptionValue = string | number | boolean;

export interface House {
  options?: Record<string, OptionValue>;
  /** Wager -> its pay table; a side wager that is not here is not offered. */
  tables?: Record<string, string>;
  limits?: Record<string, { min?: number; max?: number; aggregate?: number; aggregate_per?: "round" | "hand" }>;
  shoe?: { burn?: number; cut?: number };
  [part: string]: unknown;
}

export type PracticeLayout = Omit<SentLayout, "house"> & { house: House };
/** A whole round: the same body is the same round. */
export type RoundBody = Omit<PracticeRound, "house"> &
  Required<Pick<PracticeRound, "seed" | "shoe" | "dealt" | "decisions">> & { house?: House };

/** A game of the catalogue, as far as a set-up is chosen from it. */
export interface GameRules {
  id: string;
  title: string;
  options: {
    id: string;
    title: string;
    values: OptionValue[];
    default: OptionValue | null;
    fixed: boolean;
    conditions: { value: OptionValue; reason: string }[];
  }[];
  wagers: { id: string; title: string; made: string; tables: string[]; note: string }[];
  tables: { id: string; title: string; decks: number[]; rows: { name: string; pay: string }[] }[];
}
