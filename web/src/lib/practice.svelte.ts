/**
 * A practice table. A round is a pure function of its body: the bets, the shoe and the decisions.
 * So a step back is one decision fewer, and a link to a round is its body.
 */

import { aloud } from "./aloud.svelte";
import { newKey, post } from "./api";
import { Bets, totalOf } from "./bets.svelte";
import { type Decision, type Game, seatsFromTheMiddle } from "./game";
import { keep } from "./kept.svelte";
import type {
  Advice,
  House,
  Made,
  NextShoe,
  Place,
  PracticeFrame,
  PracticeLayout,
  RoundBody,
  Taken,
} from "./practice-wire";
import { noteAnswer } from "./learnt";
import { PracticeScore } from "./score.svelte";
import { solvePost } from "./solver";
import type { Ask, Line, Scene, SeatInfo, Shuffles } from "./wire";
import { more } from "./more";
import { words } from "./words.svelte";

const LINES_KEPT = 200;
const NEW_SHOE: NextShoe = { shoe: 1, dealt: 0, meters: {}, reserves: {}, entered: [] };

export class PracticeGame implements Game {
  scene = $state.raw<Scene | null>(null);
  ask = $state.raw<Ask | null>(null);
  stage = $state<"betting" | "deciding">("betting");
  round = $state(0);
  mine = $state.raw<number[]>([]);
  meters = $state.raw<Record<string, string>>({});
  shuffles = $state.raw<Shuffles | null>(null);
  busy = $state(false);
  refusal = $state("");
  readonly deadline = null;
  readonly paused = false;
  readonly bets: Bets;
  readonly score: PracticeScore;

  /** The round on the felt: what it is made of, and what became of it. */
  body = $state.raw<RoundBody | null>(null);
  frame = $state.raw<PracticeFrame | null>(null);
  /** Cards that the next round is given: place -> cards. */
  given = $state.raw<Record<string, string>>({});
  /** The values of the open question; none before they are worked out. */
  advice = $state.raw<Advice | null>(null);
  /** Why there are no values. */
  adviceProblem = $state("");
  /** The decisions of this round with what they cost, as far as they are judged. */
  made = $state.raw<Made[]>([]);
  /** A round counts once: after a step back nothing more of it does. */
  isCounted = $state(true);
  #earlier = $state.raw<Line[]>([]);
  #next = NEW_SHOE;
  /** The wagers that could not be made in the round on the felt. */
  #closedBefore: Record<string, string> = {};
  #seed = newKey();
  #isAgain = false;
  #asked = 0;

  constructor(
    readonly layout: PracticeLayout,
    readonly house: House | undefined,
  ) {
    this.bets = new Bets(layout, `practice/bets/${layout.game}`);
    this.score = new PracticeScore(layout.game, layout.buy_in.usual);
    this.#take([seatsFromTheMiddle(layout.seats)[0] ?? 1]);
    keep("practice/game", layout.game);
  }

  get stack(): number {
    const left = this.isCounted && this.stage === "deciding" ? this.frame?.bankroll : null;
    return left ?? this.score.numbers.bankroll;
  }

  get seats(): SeatInfo[] {
    return this.mine.map((seat) => ({ seat, name: words.say.seats.you(), bets: this.bets.placed[seat] ?? {} }));
  }

  get lines(): Line[] {
    return [...this.#earlier, ...(this.frame?.say ?? [])].slice(-LINES_KEPT);
  }

  // -- several hands ----------------------------------------------------------------------------

  get canAddHand(): boolean {
    return this.stage === "betting" && this.mine.length < Math.min(this.layout.own_seats, this.layout.seats);
  }

  get canDropHand(): boolean {
    return this.stage === "betting" && this.mine.length > 1;
  }

  addHand(): void {
    const free = seatsFromTheMiddle(this.layout.seats).find((seat) => !this.mine.includes(seat));
    if (free !== undefined && this.canAddHand) this.#take([...this.mine, free]);
  }

  dropHand(): void {
    const own = seatsFromTheMiddle(this.layout.seats).filter((seat) => this.mine.includes(seat));
    if (this.canDropHand) this.#take(own.slice(0, -1));
  }

  get sit(): ((seat: number) => Promise<void>) | undefined {
    return this.canAddHand ? async (seat) => this.#take([...this.mine, seat]) : undefined;
  }

  #take(seats: number[]): void {
    for (const seat of this.mine) if (!seats.includes(seat)) this.bets.close(seat);
    this.mine = [...seats].sort((a, b) => a - b);
    for (const seat of this.mine) this.bets.open(seat);
    this.scene = null;
  }

  /** Where cards can be given to: the places of one seat, for every seat that is played. */
  get places(): Place[] {
    const [first, ...others] = this.mine;
    const common = this.layout.given.filter((it) => !/^1(\/|$)/.test(it.key));
    const own = this.layout.given.filter((it) => !common.includes(it));
    const at = (seat: number): Place[] =>
      own.map((it) => ({
        ...it,
        key: it.key.replace(/^1/, `${seat}`),
        title: this.#placeOf(it, others.length ? seat : 0),
      }));
    return [...[first ?? 1, ...others].flatMap(at), ...common];
  }

  /** What a place of a seat is called; 0: the only seat that is played. */
  #placeOf({ key, title }: Place, seat: number): string {
    const hand = /^1(?:\/(\d+))?$/.exec(key);
    if (!hand) return title;
    const several = this.layout.given.some((it) => /^1\/\d+$/.test(it.key));
    const { hand: ofHand, handAt, seat: ofSeat, seatHand } = more.say.practice.places;
    const number = Number(hand[1] ?? 1);
    if (seat) return several ? seatHand({ seat, hand: number }) : ofSeat({ seat });
    return several ? handAt({ hand: number }) : ofHand();
  }

  // -- the round --------------------------------------------------------------------------------

  async deal(): Promise<void> {
    if (this.busy || this.stage !== "betting") return;
    const missing = this.bets.missing;
    if (missing) {
      this.#refuse(missing);
      return;
    }
    this.#closedBefore = this.bets.closed;
    const [lines, isCounted] = [this.lines, !this.#isAgain];
    if (!(await this.#play(this.#newBody(), isCounted))) return;
    this.#earlier = lines;
    this.#isAgain = false;
    this.given = {};
    this.round += 1;
    this.bets.remember();
  }

  #newBody(): RoundBody {
    const placed = Object.entries(this.bets.placed).filter(([, wagers]) => totalOf(wagers) > 0);
    const { shoe, dealt, meters, reserves, entered } = this.#next;
    const body: RoundBody = {
      game: this.layout.game,
      bets: Object.fromEntries(placed.map(([seat, wagers]) => [seat, { ...wagers }])),
      seed: this.#seed,
      shoe,
      dealt,
      bankroll: Math.max(0, this.score.numbers.bankroll),
      decisions: [],
    };
    if (entered.length) body.entered = entered;
    if (this.house) body.house = this.house;
    if (Object.keys(this.given).length) body.cards = this.given;
    if (Object.keys(meters).length) Object.assign(body, { meters, reserves });
    return body;
  }

  async decide({ choice, amount, tip, low }: Decision): Promise<void> {
    const { body, ask } = this;
    if (this.busy || !body || !ask) return;
    const taken: Taken = { action: choice.kind, seat: ask.seat, hand: ask.hand };
    if (amount !== undefined) taken.amount = amount;
    if (tip) taken.tip = tip;
    if (low) taken.low = low;
    await this.#play({ ...body, decisions: [...body.decisions, taken] }, this.isCounted);
  }

  /** Go back one decision; from the first one, to the bets. */
  async rewind(): Promise<void> {
    const taken = this.body?.decisions.length ?? 0;
    if (taken === 0) this.rewindToBets();
    else await this.rewindTo(taken);
  }

  /** Go back to the question of a decision, counted from 1. */
  async rewindTo(decision: number): Promise<void> {
    const body = this.body;
    if (!body || this.busy) return;
    await this.#play({ ...body, decisions: body.decisions.slice(0, decision - 1) }, false);
  }

  /** Take the whole round back: the same cards come again, to whatever is bet now. */
  rewindToBets(): void {
    const body = this.body;
    if (!body || this.busy) return;
    this.#continue({ ...NEW_SHOE, ...body }, this.#closedBefore);
    this.#seed = body.seed;
    this.given = body.cards ?? {};
    this.#isAgain = true;
    this.#asked += 1;
    this.scene = this.ask = this.advice = this.frame = this.body = null;
    this.made = [];
    this.stage = "betting";
    aloud.say(more.say.practice.toBetsAloud());
  }

  /** Put the round of a link on the felt. It is not counted. */
  async open(body: RoundBody): Promise<boolean> {
    this.#take(Object.keys(body.bets).map(Number));
    for (const [seat, wagers] of Object.entries(body.bets)) this.bets.placed[+seat] = { ...wagers };
    this.#seed = body.seed;
    return this.#play(body, false);
  }

  /** One word that opens the round on the felt again. */
  async link(): Promise<string> {
    const { link } = await post<{ link: string }>("/practice/link", this.body);
    return `${location.origin}/practice/${this.layout.game}?round=${link}`;
  }

  #continue(next: NextShoe, closed: Record<string, string>): void {
    this.#next = next;
    this.bets.shut(closed);
  }

  async #play(body: RoundBody, isCounted: boolean): Promise<boolean> {
    this.busy = true;
    this.refusal = "";
    try {
      const frame = await post<PracticeFrame>("/practice/round", body);
      this.isCounted = isCounted;
      this.#show(frame, body);
      return true;
    } catch (error) {
      this.#refuse(error instanceof Error ? error.message : String(error));
      return false;
    } finally {
      this.busy = false;
    }
  }

  #show(frame: PracticeFrame, body: RoundBody): void {
    this.body = body;
    this.frame = frame;
    this.scene = frame.scene;
    this.meters = frame.meters;
    const { number, cards, left } = frame.shoe;
    this.shuffles = { current: number, promised: {}, seeds: [], cards, left };
    this.ask = frame.ask ? { ...frame.ask, n: frame.n + 1 } : null;
    this.stage = frame.over ? "betting" : "deciding";
    this.made = this.made.slice(0, frame.n);
    aloud.say(frame.aloud);
    if (frame.next) this.#continue(frame.next, frame.closed);
    const isScored = frame.over && this.isCounted;
    if (isScored) this.score.addRound(frame.net - frame.tips);
    void this.#advise(body, isScored);
  }

  /** Have the choices valued and the decisions judged; nobody waits for it. */
  async #advise(body: RoundBody, isScored: boolean): Promise<void> {
    const number = ++this.#asked;
    const isWanted = (): boolean => number === this.#asked;
    this.advice = null;
    this.adviceProblem = "";
    try {
      const advice = await solvePost<Advice>("/practice/advice", body, () => isScored || isWanted());
      if (advice && isScored) this.score.addDecisions(advice);
      if (advice && isScored) for (const made of advice.made) if (!made.unknown) noteAnswer(this.layout.game, "Whole rounds", !made.mistake);
      if (!advice || !isWanted()) return;
      this.advice = advice;
      this.made = advice.made;
    } catch (error) {
      if (isWanted()) this.adviceProblem = error instanceof Error ? error.message : String(error);
    }
  }

  #refuse(message: string): void {
    this.refusal = message;
    aloud.say(message);
  }
}
