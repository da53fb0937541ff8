/** What practice and training send and are sent. */

import type { Ask, Layout, Line, Scene, Settled } from "./wire";

export type OptionValue = string | number | boolean;

export interface House {
  options?: Record<string, OptionValue>;
  /** Wager -> its pay table; a side wager that is not here is not offered. */
  tables?: Record<string, string>;
  limits?: Record<string, { min?: number; max?: number; aggregate?: number; aggregate_per?: "round" | "hand" }>;
  shoe?: { burn?: number; cut?: number };
  [part: string]: unknown;
}

/** A place of the deal that cards can be given to. */
export interface Place {
  key: string;
  title: string;
  cards: number;
}

export interface PracticeLayout extends Layout {
  /** The whole set-up that the table plays by. */
  house: House;
  /** How many seats one player may have. */
  own_seats: number;
  /** The places of the first deal at seat 1. */
  given: Place[];
}

export interface Taken {
  action: string;
  seat: number;
  hand: number;
  amount?: number;
  tip?: number;
  low?: string;
}

/** A whole round: the same body is the same round. */
export interface RoundBody {
  game: string;
  house?: House;
  bets: Record<string, Record<string, number>>;
  seed: string;
  shoe: number;
  dealt: number;
  entered?: string[];
  cards?: Record<string, string>;
  meters?: Record<string, string>;
  reserves?: Record<string, string>;
  bankroll?: number;
  decisions: Taken[];
}

export interface NextShoe {
  shoe: number;
  dealt: number;
  meters: Record<string, string>;
  reserves: Record<string, string>;
  /** Where mid-deck entry is forbidden: what was bet on the first hand of the shoe. */
  entered: string[];
}

export interface PracticeFrame {
  game: string;
  digest: string;
  seats: number[];
  players: Record<string, string>;
  n: number;
  scene: Scene;
  say: Line[];
  aloud: string;
  ask: Omit<Ask, "n"> | null;
  settled: Settled[];
  over: boolean;
  net: number;
  tips: number;
  in_play: number;
  bankroll: number | null;
  meters: Record<string, string>;
  shoe: { number: number; cards: number; left: number; last: boolean };
  /** Of the cards that were seen; none where every round is shuffled, and with given cards. */
  count: { system: string; running: number; true: number; unseen: number; words: string } | null;
  next: NextShoe | null;
  /** Wager -> why the next round does not take it. */
  closed: Record<string, string>;
  record: Record<string, unknown> | null;
}

/** A choice with its expected value; the best comes first. */
export interface ValuedChoice {
  kind: string;
  low?: string;
  /** In units of the first wager, and in cents. */
  value: number;
  cents: number;
  cost: number;
  best: boolean;
}

/** Why the best choice is the best; the shares where they are known. */
export interface WhyBest {
  words: string;
  dealer: [string, number][];
  choices: { kind: string; win: number; push: number; lose: number }[];
}

/** A decision that was taken, and what it cost. */
export interface Made {
  decision: number;
  seat: number;
  hand: number;
  action: string;
  words: string;
  unknown?: string;
  mistake?: boolean;
  cost?: number;
  cents?: number;
  best?: string;
  verdict?: string;
}

export interface Cell {
  part: string;
  row: string;
  up: string;
}

export interface Advice {
  choices: ValuedChoice[];
  unit_cents: number;
  /** Each choice in words: action, units, dollars, cost. */
  words: string[][];
  assumes: string;
  unknown: string;
  why: WhyBest | null;
  cell: Cell | null;
  made: Made[];
  cost: number;
  cost_cents: number;
  mistakes: number;
  summary: string[];
}

export interface ChartBlock {
  heading?: string;
  text?: string;
  facts?: [string, string, string][];
  title?: string;
  heads?: string[];
  rows?: string[][];
}

export interface StrategyChart {
  title: string;
  digest: string;
  charted: boolean;
  ups: string[];
  parts: { id: string; title: string; rows: { name: string; cells: string[] }[] }[];
  meanings: Record<string, string>;
  doubled_meanings: Record<string, string>;
  legend: Record<string, string>;
  rules: { title: string; blocks: ChartBlock[] }[];
}

export interface Deal {
  cards: string;
  decisions: string[];
}

/** A decision to train. */
export interface Situation {
  words: string;
  /** The same in sentences, for those who hear it. */
  aloud: string;
  theme: string;
  scene: Scene;
  ask: Omit<Ask, "n">;
  cell: Cell | null;
  /** Right answers still owed for a decision that was missed before. */
  owed: number;
  deal: Deal;
}

export interface Verdict {
  right: boolean;
  words: string;
  question: string;
  action: string;
  best: string;
  cost: number;
  cents: number;
  choices: ValuedChoice[];
  rows: string[][];
  unit_cents: number;
  cell: Cell | null;
  why: string[];
  reason: WhyBest;
}

export interface Counted {
  asked: number;
  wrong: number;
  loss: number;
}

export interface TrainingScore {
  session: Counted & { best_streak: number; streak: number };
  total: Counted & { sessions: number; owed: number };
  days: (Counted & { day: string })[];
  missed: { words: string; wrong: number; owed: number }[];
  words: string[];
}

export interface DrillStep {
  game: string;
  digest: string;
  themes: [string, string][];
  verdict: Verdict | null;
  situation: Situation;
  score: TrainingScore;
  progress: Record<string, unknown>;
}

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
