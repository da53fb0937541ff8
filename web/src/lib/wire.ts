/** What the server sends. It is drawn as it comes: no rule of a game is known here. */

import type { ShuffleState, TableFrame, TableLayout } from "./server-types";

export type {
  CutSet,
  CutState as Cut,
  GameSummary,
  JackpotState as SharedJackpot,
  LayoutWager as Wager,
  Me,
  OwnLimitsAnswer as OwnLimits,
  PlayedRound as RoundSummary,
  RoundReplay as Replay,
  Scene,
  SceneChoice as Choice,
  SceneHand as HandScene,
  SceneLine as Line,
  SceneQuestion as Ask,
  SceneResult as RoundResult,
  SceneSeat as SeatScene,
  SceneSettled as Settled,
  Statement as StatementPage,
  StatementLine,
  TableFrame,
  TableSeat as SeatInfo,
  TableSummary,
} from "./server-types";

export type Stage = TableFrame["stage"];
/** A practice table has nobody who is absent. */
export type Layout = Omit<TableLayout, "absent" | "own_chips"> & Partial<Pick<TableLayout, "absent" | "own_chips">>;
/** The shoe of practice is cut by nobody. */
export type Shuffles = Omit<ShuffleState, "cut"> & Partial<Pick<ShuffleState, "cut">>;
export type LimitName = "wager_cents" | "loss_cents" | "minutes" | "deposit_cents";
