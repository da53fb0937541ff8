/** What the server sends. It is drawn as it comes: no rule of a game is known here. */

export type { GameSummary, Me, PlayedRound as RoundSummary, Statement as StatementPage, StatementLine, TableSummary } from "./server-types";

export interface Choice {
  kind: string;
  /** Its name, the words on its button, and its key. */
  label?: string;
  button?: string;
  /** What it leads to: the hands after a switch. */
  brings?: string;
  key?: string;
  /** Cents that may be put down, where the choice takes money. */
  low?: number;
  high?: number;
  default?: number;
  /** What the button puts down where no other amount is typed; null: an amount must be typed. */
  amount?: number | null;
  step?: number;
  range?: string;
  /** A tip for the dealer may go with it, a multiple of this. */
  tip?: number;
  /** The largest tip that the house takes. */
  tip_max?: number;
  /** Low hands that may be set, and those that are a foul. */
  lows?: string[];
  fouls?: string[];
  /** What a hand is called when these cards are its low hand. */
  settings?: Record<string, string>;
  house_way?: string;
}

export interface Ask {
  n: number;
  seat: number;
  hand: number;
  wager?: string;
  ms?: number;
  /** The question in words; the wager that is offered, and what it pays. */
  words?: string;
  title?: string;
  offer?: string;
  choices?: Choice[];
}

export interface HandScene {
  number: number;
  cards?: string;
  face_down?: number;
  words?: string;
  stake?: number;
  free?: number;
  doublings?: number;
  status?: string;
  blackjack?: boolean;
  split?: boolean;
  switched?: boolean;
  low?: string;
}

export interface SeatScene {
  number: number;
  wagers?: Record<string, number>;
  insured?: Record<string, number>;
  late?: Record<string, number>;
  hands: HandScene[];
  lammers?: number;
  poker?: string;
  poker_face_down?: number;
  poker_words?: string;
  folded?: boolean;
  /** The irregularity by which the floor took the seat out of the round. */
  ruled_out?: string;
  net?: number;
}

export interface Settled {
  seat: number;
  hand: number;
  wager: string;
  stake: number;
  outcome: string;
  net: number;
  pays?: string;
  words?: string;
  /** The wager's name on the felt. */
  title?: string;
  /** The rows of the felt's pay tables that it hit: wager and row. */
  rows?: [wager: string, row: string][];
}

/** What a round brought the player, the same sum as in the books. */
export interface RoundResult {
  net: number;
  tips: number;
  words: string;
}

export interface Scene {
  phase?: string;
  dealer?: string;
  face_down?: number;
  dealer_words?: string;
  dealer_low?: string;
  bonus?: string;
  community?: string;
  replacement?: string;
  turn?: [number, number];
  seats: SeatScene[];
  settled: Settled[];
  /** One's own seats in this round; somebody else may have had them in the round before. */
  yours?: number[];
  result?: RoundResult;
}

export interface Line {
  text: string;
  seat?: number;
  net?: number;
}

export interface SeatInfo {
  seat: number;
  name: string;
  bets: Record<string, number>;
  ready?: boolean;
  out?: boolean;
  leaving?: boolean;
  gone?: boolean;
  /** Wager -> why this player cannot make it before the next shuffle. */
  closed?: Record<string, string>;
}

export interface Shuffles {
  current: number;
  promised: Record<string, string>;
  seeds: string[];
  /** The cut of the next shuffle. */
  cut?: Cut;
  cards: number;
  left: number;
}

/** The commitments of the players to their random numbers, fixed before any of these is shown. */
export interface CutSet {
  shuffle: number;
  promised: string[];
  attempt: number;
  commitments: [seat: number, commitment: string][];
  /** Attempt by attempt before this one: the seats that sent no random number. */
  withheld: number[][];
  beacon?: { name: string; round: number; value: string };
}

export interface Cut {
  shuffle: number;
  attempt: number;
  fixed: boolean;
  commitments: Record<string, string>;
  revealed: number[];
  set?: CutSet;
  withheld?: number[][];
  /** The round of the public beacon that the table waits for. */
  beacon?: { name: string; round: number; published_ms: number };
}

export type Stage = "betting" | "cutting" | "deciding";

/** A jackpot that a table shares with others. */
export interface SharedJackpot {
  id: string;
  title: string;
  /** Whether its wager is taken. */
  open: boolean;
  /** Nobody has said for a while how it stands. */
  stale?: boolean;
  pending?: { hit: number; table: string; seat: number; amount: string }[];
  disclosures?: string[];
}

/** Something about a table changed; a `view` has everything. */
export interface TableFrame {
  t: "view" | "ev";
  table: string;
  v: number;
  round?: number;
  stage: Stage;
  ask: Ask | null;
  ms?: number;
  seats?: SeatInfo[];
  stacks?: Record<string, number>;
  meters?: Record<string, string>;
  jackpots?: Record<string, SharedJackpot>;
  shuffles?: Shuffles;
  shown?: string;
  paused?: boolean;
  closed?: boolean;
  stopped?: boolean;
  events?: { event: string; card?: string }[];
  scene?: Scene | null;
  say?: Line[];
  aloud?: string;
}

export interface Wager {
  id: string;
  title: string;
  group: "main" | "side";
  low: number;
  high: number | null;
  step: number;
  /** Without it there is no hand. */
  needed: boolean;
  /** Made before the deal; others are offered during the round. */
  early: boolean;
  /** The wager that it is always as large as, and the one that it is made beside. */
  equals?: string | null;
  needs?: string | null;
  /** A player may make it at one seat only. */
  one_seat?: boolean;
  limits: string;
  pays: [string, string][];
  meter?: boolean;
  tip?: boolean;
  /** The largest tip that the house takes beside it. */
  tip_high?: number | null;
  note?: string;
  /** House edge, and how often it wins, where its pay table decides alone. */
  edge?: number;
  hits?: number;
}

export interface Layout {
  id: string;
  name: string;
  game: string;
  title: string;
  kind: string;
  digest: string;
  seats: number;
  practice: boolean;
  print: string[];
  rules: string[];
  how: { title: string; lines: string[] }[];
  wagers: Wager[];
  least_wagers: Record<string, number>;
  chips: number[];
  actions: Record<string, { label: string; key: string; meaning: string }>;
  buy_in: { low: number; high: number; usual: number };
  clocks: { betting_ms: number; decision_ms: number; bank_ms: number } | null;
  absent: string;
  mains: string[];
  /** Every card of its deck, once. */
  kinds: string[];
  /** What a supervisor may rule on in an open round. */
  irregularities: { kind: string; title: string }[];
}

/** A round step by step. */
export interface Replay {
  /** Where it is no round of a table whose layout is known. */
  layout?: Partial<Layout>;
  /** One's own seats. */
  seats: number[];
  frames: { scene: Scene; say: Line[]; aloud?: string; ask?: { seat: number; hand: number; words?: string } }[];
}

export type LimitName = "wager_cents" | "loss_cents" | "minutes" | "deposit_cents";

/** What one allows oneself; null is no limit. */
export type { OwnLimitsAnswer as OwnLimits } from "./server-types";
