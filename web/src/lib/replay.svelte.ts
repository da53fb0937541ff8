/** A round that is over, gone through step by step on the same felt. */

import { aloud } from "./aloud.svelte";
import { post, sentence } from "./api";
import { Bets } from "./bets.svelte";
import type { Game } from "./game";
import type { Layout, Line, Replay, Scene, SeatInfo } from "./wire";

/** A record from anywhere, played again by the server. */
export async function replayOf(record: unknown, round = 0): Promise<ReplayGame> {
  const replay = await post<Replay>("/replay", { record });
  return new ReplayGame(whole(replay), replay.frames, replay.seats, round);
}

/** The layout of a set-up alone, with what only a table of the floor has. */
export function whole({ layout, frames }: Replay): Layout {
  const numbers = frames.flatMap((frame) => frame.scene.seats.map((seat) => seat.number));
  const own = { id: "", name: "", seats: Math.max(1, ...numbers), practice: true, clocks: null, absent: "" };
  return { ...own, ...layout } as Layout;
}

export class ReplayGame implements Game {
  step = $state(0);
  readonly bets: Bets;
  readonly ask = null;
  readonly stage = "deciding";
  readonly round: number;
  readonly stack = 0;
  readonly meters = {};
  readonly shuffles = null;
  readonly busy = false;
  readonly refusal = "";
  readonly deadline = null;
  readonly paused = false;
  mine: number[];

  constructor(
    readonly layout: Layout,
    readonly frames: Replay["frames"],
    yours: number[],
    round = 0,
  ) {
    this.bets = new Bets(layout);
    this.round = round;
    const seats = frames.at(-1)?.scene.seats.map((seat) => seat.number) ?? [];
    this.mine = yours.length ? yours : seats.slice(0, 1);
  }

  get last(): number {
    return this.frames.length - 1;
  }

  get scene(): Scene | null {
    const scene = this.frames[this.step]?.scene;
    // A round of strangers is seen from its first seat.
    return scene ? { ...scene, yours: this.mine } : null;
  }

  /** What happened in this step. */
  get said(): Line[] {
    return this.frames[this.step]?.say ?? [];
  }

  get lines(): Line[] {
    return this.frames.slice(0, this.step + 1).flatMap((frame) => frame.say);
  }

  get seats(): SeatInfo[] {
    return (this.scene?.seats ?? []).map((seat) => ({ seat: seat.number, name: `seat ${seat.number}`, bets: {} }));
  }

  go(step: number): void {
    const to = Math.max(0, Math.min(this.last, step));
    if (to === this.step) return;
    this.step = to;
    const frame = this.frames[to];
    const lines = (frame?.say ?? []).map((line) => line.text.replace(/\s+/g, " "));
    aloud.say(frame?.aloud || sentence(lines.join(", ")));
  }

  /** Show the felt where a wager of a seat was paid, from that seat; at the end where it never was. */
  goToPay(seat: number, wager: string): void {
    this.mine = [seat];
    const paid = this.frames.findIndex(({ scene }) => scene.settled.some((it) => it.seat === seat && it.wager === wager));
    this.step = paid < 0 ? this.last : paid;
  }

  /** Show the felt as it was when one's own decision was asked for, counted from 1. */
  goToDecision(decision: number): void {
    const asked = this.frames.flatMap((frame, step) => (frame.ask && this.mine.includes(frame.ask.seat) ? [step] : []));
    const step = asked[decision - 1];
    if (step !== undefined) this.go(step);
  }

  deal(): Promise<void> {
    return Promise.resolve();
  }

  decide(): Promise<void> {
    return Promise.resolve();
  }
}
