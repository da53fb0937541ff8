/** A counting drill: the server asks and judges, the page shows cards one after another and takes the time. */

import { aloud } from "./aloud.svelte";
import { newKey } from "./api";
import { keep, readKept } from "./kept.svelte";
import { noteAnswer } from "./learnt";
import { adopt, forgetPart, keepPart, partName, readPart } from "./progress";
import { solvePost } from "./solver";

export interface CountQuestion {
  words: string;
  facts: string[];
  groups: string[];
  hand: string;
  up: string;
  tray: [gone: number, size: number] | null;
  choices: { kind: string; key: string; label: string }[];
}

interface Step {
  game: string;
  system: string;
  themes: [string, string][];
  verdict: { right: boolean; words: string } | null;
  question: CountQuestion;
  score: { session: { asked: number; wrong: number; streak: number }; words: string[] };
  progress: Record<string, unknown>;
  /** The title of the lesson that this is, the name of what is kept. */
  lesson: string;
}

export type Stage = "working" | "ready" | "showing" | "asking" | "judged";

export class CountingGame {
  stage = $state<Stage>("working");
  question = $state.raw<CountQuestion | null>(null);
  verdict = $state.raw<{ right: boolean; words: string } | null>(null);
  themes = $state.raw<[string, string][]>([]);
  score = $state.raw<Step["score"] | null>(null);
  refusal = $state("");
  /** Which group of cards lies there, from 0; -1: none. */
  shown = $state(-1);
  seconds = $state(readKept("count/seconds", 1));
  group = $state(readKept("count/group", 1));
  #following: CountQuestion | null = null;
  #progress: Record<string, unknown> | null = null;
  #seed = newKey();
  #fresh = true;
  #timer = 0;
  #since = 0;

  constructor(
    readonly game: string,
    readonly theme: string,
  ) {}

  get #name(): string {
    return partName("count", this.game, this.theme);
  }

  /** What the drill is called here. */
  get name(): string {
    return this.themes.find(([id]) => id === this.theme)?.[1] ?? "";
  }

  async begin(): Promise<void> {
    await adopt();
    this.#progress = readPart<Record<string, unknown> | null>(this.#name, null);
    let step = await this.#step(null);
    if (!step && this.#progress) {
      // What is kept does not fit any more: it begins anew.
      this.#progress = null;
      forgetPart(this.#name);
      step = await this.#step(null);
    }
    if (step) this.#put(step.question);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /** Another pace begins anew, as the cards of a group are others. */
  async change(changes: { seconds?: number; group?: number }): Promise<void> {
    if (changes.seconds !== undefined) keep("count/seconds", (this.seconds = changes.seconds));
    if (changes.group === undefined) return;
    keep("count/group", (this.group = changes.group));
    clearTimeout(this.#timer);
    const step = await this.#step(null);
    if (step) this.#put(step.question);
  }

  #put(question: CountQuestion): void {
    this.question = question;
    this.verdict = null;
    this.#following = null;
    this.shown = -1;
    this.stage = question.groups.length ? "ready" : "asking";
    this.#since = performance.now();
    aloud.say(`${question.facts.join(" ")} ${question.groups.length ? "" : question.words}`);
  }

  /** Let the cards come, one group after another. */
  start(): void {
    if (this.stage !== "ready") return;
    this.stage = "showing";
    this.#since = performance.now();
    this.#show(0);
  }

  #show(at: number): void {
    const groups = this.question?.groups ?? [];
    if (at >= groups.length) {
      this.shown = -1;
      this.stage = "asking";
      aloud.say(this.question?.words ?? "");
      return;
    }
    this.shown = at;
    this.#timer = window.setTimeout(() => this.#show(at + 1), this.seconds * 1000);
  }

  async answer(text: string): Promise<void> {
    if (this.stage !== "asking" || !text.trim()) return;
    const seconds = Math.min(3600, (performance.now() - this.#since) / 1000);
    const step = await this.#step({ text: text.trim(), seconds });
    if (!step?.verdict) return;
    this.verdict = step.verdict;
    this.#following = step.question;
    this.stage = "judged";
    noteAnswer(this.game, step.lesson, step.verdict.right);
    aloud.say(step.verdict.words);
  }

  next(): void {
    if (this.#following) this.#put(this.#following);
  }

  async #step(answer: { text: string; seconds: number } | null): Promise<Step | null> {
    const before = this.stage;
    if (!answer) this.stage = "working";
    this.refusal = "";
    try {
      const step = await solvePost<Step>("/practice/count", {
        game: this.game,
        theme: this.theme,
        seed: this.#seed,
        group: this.theme === "countdown" ? this.group : 1,
        fresh: this.#fresh,
        progress: this.#progress,
        answer,
      });
      if (!step) return null;
      if (answer) {
        this.#fresh = false;
        this.#progress = step.progress;
        keepPart(this.#name, step.progress);
      }
      this.score = step.score;
      this.themes = step.themes;
      return step;
    } catch (error) {
      this.refusal = error instanceof Error ? error.message : String(error);
      aloud.say(this.refusal);
      this.stage = before;
      return null;
    }
  }
}
