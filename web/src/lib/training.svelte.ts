/**
 * Training at one table: a decision, an answer, a verdict, the next decision. The server chooses hard
 * and missed decisions more often; the progress is kept in this browser and sent along each time.
 */

import { aloud } from "./aloud.svelte";
import { newKey, Refused } from "./api";
import { Bets } from "./bets.svelte";
import type { Decision, Game } from "./game";
import { keep, readKept } from "./kept.svelte";
import { noteAnswer, noteCell, today } from "./learnt";
import type { Deal, DrillStep, House, PracticeLayout, Situation, TrainingScore, Verdict } from "./practice-wire";
import { forgetPart, keepPart, partName, readPart } from "./progress";
import { solvePost } from "./solver";
import type { Ask, Line, Scene, SeatInfo } from "./wire";
import { more } from "./more";

type Progress = Record<string, unknown>;

interface Answer extends Deal {
  action: string;
  low?: string;
}

/** What a file of progress has beside the progress itself. */
interface ProgressFile {
  pitboss: "training";
  game: string;
  house?: House;
  progress: Progress;
}

export class TrainingGame implements Game {
  scene = $state.raw<Scene | null>(null);
  ask = $state.raw<Ask | null>(null);
  readonly stage = "deciding";
  round = $state(0);
  readonly mine = [1];
  readonly stack = 0;
  readonly seats: SeatInfo[] = [{ seat: 1, name: "you", bets: {} }];
  readonly meters = {};
  readonly shuffles = null;
  lines = $state.raw<Line[]>([]);
  busy = $state(false);
  refusal = $state("");
  readonly deadline = null;
  readonly paused = false;
  readonly bets: Bets;
  readonly layout: PracticeLayout;

  situation = $state.raw<Situation | null>(null);
  verdict = $state.raw<Verdict | null>(null);
  score = $state.raw<TrainingScore | null>(null);
  themes = $state.raw<[string, string][]>([]);
  theme = $state("all");
  /** The situation after the one on the felt, once the answer to that one is judged. */
  #following = $state.raw<Situation | null>(null);
  #progress: Progress | null;
  #seed = newKey();
  #isFresh = true;

  constructor(
    layout: PracticeLayout,
    readonly house: House | undefined,
  ) {
    this.layout = { ...layout, seats: 1 };
    this.bets = new Bets(layout, "practice/none");
    // Earlier versions kept it under another name.
    const earlier = readKept<Progress | null>(`training/progress/${this.layout.digest}`, null);
    this.#progress = readPart<Progress | null>(this.#name, earlier);
    this.theme = readKept(`training/theme/${layout.game}`, "all");
    keep("practice/game", layout.game);
  }

  get #name(): string {
    return partName("training", this.layout.game, this.layout.digest.slice(0, 16));
  }

  /** Deal the first decision; where what is kept cannot be read, begin anew. */
  async begin(): Promise<void> {
    const hadProgress = this.#progress !== null;
    let step = await this.#step(null);
    if (!step && hadProgress && this.#progress === null) {
      const why = this.refusal;
      step = await this.#step(null);
      this.refusal = more.say.train.anew({ why });
    }
    if (step) this.#put(step.situation);
  }

  deal = async (): Promise<void> => this.next();

  /** Show the next decision. */
  next(): void {
    if (this.#following) this.#put(this.#following);
  }

  get hasNext(): boolean {
    return this.#following !== null;
  }

  #put(situation: Situation): void {
    this.situation = situation;
    this.verdict = null;
    this.#following = null;
    this.scene = situation.scene;
    this.round += 1;
    this.ask = { ...situation.ask, n: this.round };
    aloud.say(situation.aloud);
  }

  async decide({ choice, low }: Decision): Promise<void> {
    const situation = this.situation;
    if (this.busy || !situation || !this.ask) return;
    const answer: Answer = { ...situation.deal, action: choice.kind };
    if (low) answer.low = low;
    const step = await this.#step(answer);
    if (!step?.verdict) return;
    this.ask = null;
    this.verdict = step.verdict;
    this.#following = step.situation;
    noteAnswer(this.layout.game, situation.theme, step.verdict.right);
    noteCell(this.layout.game, step.verdict.cell, !step.verdict.right);
    this.lines = [...this.lines, { text: `${step.verdict.question}: ${step.verdict.words}` }];
    aloud.say(`${step.verdict.words}.`);
  }

  async chooseTheme(theme: string): Promise<void> {
    this.theme = theme;
    keep(`training/theme/${this.layout.game}`, theme);
    await this.begin();
  }

  /** End this session; the next answer begins another one. */
  async restart(): Promise<void> {
    this.#isFresh = true;
    this.#seed = newKey();
    await this.begin();
  }

  async forget(): Promise<void> {
    this.#progress = null;
    forgetPart(this.#name);
    await this.restart();
  }

  async #step(answer: Answer | null): Promise<DrillStep | null> {
    this.busy = true;
    this.refusal = "";
    try {
      const step = await solvePost<DrillStep>("/practice/drill", this.#body(answer));
      if (!step) return null;
      if (answer) this.#isFresh = false;
      this.#progress = step.progress;
      if (answer) keepPart(this.#name, step.progress);
      this.score = step.score;
      this.themes = step.themes;
      return step;
    } catch (error) {
      this.refusal = error instanceof Error ? error.message : String(error);
      aloud.say(this.refusal);
      if (error instanceof Refused && /^(progress|score)\//.test(error.code)) this.#progress = null;
      return null;
    } finally {
      this.busy = false;
    }
  }

  #body(answer: Answer | null): Record<string, unknown> {
    return {
      game: this.layout.game,
      ...(this.house && { house: this.house }),
      seed: this.#seed,
      theme: this.theme,
      day: today(),
      fresh: this.#isFresh,
      progress: this.#progress,
      answer,
    };
  }

  // -- the file of one's progress -----------------------------------------------------------------

  file(): Blob {
    const content: ProgressFile = {
      pitboss: "training",
      game: this.layout.game,
      ...(this.house && { house: this.house }),
      progress: this.#progress ?? {},
    };
    return new Blob([JSON.stringify(content, null, 2)], { type: "application/json" });
  }

  /** Take the progress of a file instead of what is kept; the server checks it. */
  async read(text: string): Promise<void> {
    const before = this.#progress;
    try {
      const content = JSON.parse(text) as ProgressFile;
      if (content.pitboss !== "training") throw new Error(more.say.train.noProgress());
      this.#progress = content.progress;
    } catch (error) {
      this.refusal = error instanceof SyntaxError ? more.say.train.noProgress() : (error as Error).message;
      return;
    }
    this.#isFresh = true;
    const step = await this.#step(null);
    if (!step) {
      this.#progress = before;
      return;
    }
    keepPart(this.#name, this.#progress);
    this.#put(step.situation);
  }
}
