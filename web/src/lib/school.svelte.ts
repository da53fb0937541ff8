/** The dealer's school: the server asks and judges; the page takes the time, keeps the progress, and asks again what was wrong. */

import { aloud } from "./aloud.svelte";
import { newKey, post } from "./api";
import { noteDay } from "./learnt";
import { adopt, keepPart, partName, readPart } from "./progress";
import type { SchoolStep } from "./server-types";

export interface Place {
  seed: string;
  round: number;
  at: number;
}
export interface Tally {
  asked: number;
  wrong: number;
  /** Of all answers together. */
  seconds: number;
}
export type Tallies = Record<string, Tally>;
interface Kept {
  drills: Tallies;
  /** Of each day, the oldest first: when, and how it went. */
  days: (Tally & { day: string })[];
  /** What was answered wrong, and not yet right since. */
  missed: Place[];
}

export const DRILLS: Record<string, string> = {
  next: "What comes next",
  pay: "What is paid",
  order: "Who is settled first",
  check: "Is the pay right",
};
const NOTHING: Kept = { drills: {}, days: [], missed: [] };
const MISSED_KEPT = 60;
const DAYS_KEPT = 60;
/** Every so many questions, one that was missed comes again. */
const AGAIN_EVERY = 4;
/** Nobody thinks longer: whoever comes back later was away. */
const SECONDS_MAX = 300;

const add = (before: Tally | undefined, wrong: boolean, seconds: number): Tally => ({
  asked: (before?.asked ?? 0) + 1,
  wrong: (before?.wrong ?? 0) + Number(wrong),
  seconds: (before?.seconds ?? 0) + seconds,
});

export class School {
  step = $state.raw<SchoolStep | null>(null);
  verdict = $state.raw<SchoolStep["verdict"]>(null);
  session = $state.raw<Tallies>({});
  kept = $state.raw<Kept>(NOTHING);
  refusal = $state("");
  isBusy = $state(false);
  /** Whether the question was missed before. */
  isAgain = $state(false);
  /** Seconds that the last answer took. */
  took = $state(0);
  /** Where the round goes on, after a question of another one. */
  #place: Place = { seed: newKey(), round: 1, at: 0 };
  #shown: Place = this.#place;
  #since = 0;
  #asked = 0;

  constructor(
    readonly game: string,
    /** The text of a house file; empty: the game as it is opened. */
    readonly toml = "",
  ) {}

  get #name(): string {
    return partName("dealer", this.step?.game ?? this.game);
  }

  async begin(): Promise<void> {
    await adopt();
    await this.#ask(this.#place);
    this.kept = readPart<Kept>(this.#name, NOTHING);
  }

  async #ask(place: Place, answer: string | null = null): Promise<SchoolStep | null> {
    this.isBusy = true;
    this.refusal = "";
    try {
      const { game, toml } = this;
      const step = await post<SchoolStep>("/lab/school", { game: toml ? "" : game, toml, ...place, answer });
      if (answer === null) {
        this.step = step;
        this.verdict = null;
        this.#shown = place;
        this.#since = performance.now();
        aloud.say(`${step.told.slice(-2).join(". ")} ${step.words}`);
      }
      return step;
    } catch (error) {
      this.refusal = error instanceof Error ? error.message : String(error);
      aloud.say(this.refusal);
      return null;
    } finally {
      this.isBusy = false;
    }
  }

  async answer(text: string): Promise<void> {
    if (!this.step || this.verdict || this.isBusy || !text.trim()) return;
    const seconds = Math.min(SECONDS_MAX, (performance.now() - this.#since) / 1000);
    const judged = await this.#ask(this.#shown, text.trim());
    if (!judged?.verdict) return;
    this.took = seconds;
    this.verdict = judged.verdict;
    this.#count(judged.drill, !judged.verdict.right, seconds);
    aloud.say(`${judged.verdict.right ? "Right" : `Wrong: ${judged.verdict.answer}`}. ${judged.verdict.because}`);
  }

  #count(drill: string, wrong: boolean, seconds: number): void {
    this.session = { ...this.session, [drill]: add(this.session[drill], wrong, seconds) };
    const { drills, days, missed } = this.kept;
    const day = new Date().toISOString().slice(0, 10);
    const today = days.find((it) => it.day === day);
    const others = missed.filter((it) => !isSame(it, this.#shown));
    this.kept = {
      drills: { ...drills, [drill]: add(drills[drill], wrong, seconds) },
      days: [...days.filter((it) => it !== today), { day, ...add(today, wrong, seconds) }].slice(-DAYS_KEPT),
      // An own house file is not known later, so nothing of it is asked again.
      missed: wrong && !this.toml ? [...others, this.#shown].slice(-MISSED_KEPT) : others,
    };
    keepPart(this.#name, this.kept);
    noteDay();
  }

  async next(): Promise<void> {
    if (!this.verdict || !this.step || this.isBusy) return;
    if (!this.isAgain) this.#place = { seed: this.#place.seed, ...this.step.next };
    this.#asked += 1;
    const again = this.#asked % AGAIN_EVERY === 0 ? this.kept.missed.find((it) => !isSame(it, this.#shown)) : undefined;
    this.isAgain = again !== undefined;
    await this.#ask(again ?? this.#place);
  }
}

const isSame = (one: Place, other: Place): boolean => one.seed === other.seed && one.round === other.round && one.at === other.at;

/** Of several tallies the sum. */
export const together = (tallies: Tally[]): Tally =>
  tallies.reduce((sum, it) => ({ asked: sum.asked + it.asked, wrong: sum.wrong + it.wrong, seconds: sum.seconds + it.seconds }), {
    asked: 0,
    wrong: 0,
    seconds: 0,
  });

export const rightPercent = ({ asked, wrong }: Tally): string => (asked ? `${Math.round((100 * (asked - wrong)) / asked)} %` : "–");
export const pace = ({ asked, seconds }: Tally): string => (asked ? `${(seconds / asked).toFixed(1)} s` : "–");
