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
  GameRules,
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
