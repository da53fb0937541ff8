/** A live table: what the server says of it, and what is asked of it. */

import { get, post, Refused } from "./api";
import { aloud } from "./aloud.svelte";
import { Bets } from "./bets.svelte";
import { type Decision, type Game, seatsFromTheMiddle } from "./game";
import type { EmoteFrame, EmoteKind, Said } from "./emotes";
import { keep, kept, readKept } from "./kept.svelte";
import { answerCut } from "./cut";
import { noteFrame } from "./seen";
import { dollars } from "./money";
import { session } from "./session.svelte";
import { words } from "./words.svelte";
import { visit } from "./visit.svelte";
import type { Ask, Layout, Line, Me, Scene, SeatInfo, SharedJackpot, Shuffles, Stage, TableFrame } from "./wire";

const LINES_KEPT = 200;
const SAID_MS = 4000;

export class LiveGame implements Game {
  layout = $state.raw<Layout>(undefined!);
  scene = $state.raw<Scene | null>(null);
  ask = $state.raw<Ask | null>(null);
  stage = $state<Stage>("betting");
  round = $state(0);
  seats = $state.raw<SeatInfo[]>([]);
  stacks = $state.raw<Record<string, number>>({});
  meters = $state.raw<Record<string, string>>({});
  jackpots = $state.raw<Record<string, SharedJackpot>>({});
  shuffles = $state.raw<Shuffles | null>(null);
  lines = $state.raw<Line[]>([]);
  shown = $state.raw<string[]>([]);
  /** What was said at the table a moment ago. */
  emotes = $state.raw<Said[]>([]);
  busy = $state(false);
  refusal = $state("");
  /** What the page did for the player who came: chips that were bought for the seat. Until the first deal. */
  note = $state("");
  deadline = $state<number | null>(null);
  paused = $state(false);
  closed = $state(false);
  stopped = $state(false);
  /** Nothing is known of the table before the first frame. */
  isOpen = $state(false);
  readonly bets: Bets;
  #version = 0;
  #wantsSeat: boolean;
  /** The round in which the cards were looked at last. */
  #dealtOut = 0;

  constructor(layout: Layout, wantsSeat = true) {
    this.layout = layout;
    this.bets = new Bets(layout);
    this.#wantsSeat = wantsSeat;
    session.line.watch(layout.id, (frame) => this.#take(frame));
  }

  /** Have everything said again, in the language of now; what was said stays as it was. */
  async reword(): Promise<void> {
    session.line.refresh(this.layout.id);
    this.layout = await get<Layout>(`/tables/${encodeURIComponent(this.layout.id)}/layout`);
  }

  close(): void {
    session.line.unwatch(this.layout.id);
  }

  get mine(): number[] {
    return Object.keys(this.stacks).map(Number);
  }

  get stack(): number {
    return Object.values(this.stacks).reduce((sum, cents) => sum + cents, 0);
  }

  #take(frame: TableFrame | EmoteFrame): void {
    if (frame.t === "emote") return this.#hear(frame);
    const isWhole = frame.t === "view";
    if (!isWhole && frame.v <= this.#version) return;
    if (!isWhole && frame.v !== this.#version + 1) {
      session.line.refresh(this.layout.id);
      return;
    }
    if (isWhole) this.#noteLostBets(frame);
    this.#version = frame.v;
    this.stage = frame.stage;
    this.ask = frame.ask;
    if (frame.round !== undefined) this.round = frame.round;
    if (frame.scene !== undefined) this.scene = frame.scene;
    if (frame.seats) this.seats = frame.seats;
    if (frame.stacks || isWhole) this.#takeStacks(frame.stacks ?? {});
    if (frame.meters) this.meters = frame.meters;
    if (frame.jackpots) this.jackpots = frame.jackpots;
    noteFrame(frame);
    if (frame.shuffles) this.shuffles = frame.shuffles;
    this.#warn(answerCut(frame, this.shuffles?.cut, this.mine));
    if (frame.shown) void this.#check(frame.shown);
    this.paused = frame.paused ?? this.paused;
    const hasOpened = this.closed && frame.closed === false;
    this.closed = frame.closed ?? this.closed;
    this.stopped = frame.stopped ?? this.stopped;
    this.#setClock(frame);
    this.#tell(frame, isWhole);
    if (!isWhole) this.#noteDealtOut(frame);
    if (!isWhole) this.#count(frame);
    this.bets.shut(this.seats.find((it) => this.mine.includes(it.seat))?.closed ?? {});
    for (const seat of this.mine) this.bets.open(seat);
    if (!this.isOpen || hasOpened) void this.#arrive();
    this.isOpen = true;
  }

  /** Bets that were not dealt stay behind where a table goes to another process: say so. */
  #noteLostBets(frame: TableFrame): void {
    if (!this.isOpen || frame.stage !== "betting" || frame.round !== this.round) return;
    const hasBets = (seats: SeatInfo[]): boolean =>
      seats.some((it) => this.mine.includes(it.seat) && Object.keys(it.bets).length > 0);
    if (this.stage === "betting" && hasBets(this.seats) && frame.seats && !hasBets(frame.seats))
      this.#refuse(words.say.live.moved());
  }

  /** Chips moved between the table and the wallet where a seat was taken or given up. */
  #takeStacks(stacks: Record<string, number>): void {
    const seats = Object.keys(stacks).join();
    const isChanged = seats !== Object.keys(this.stacks).join();
    this.stacks = stacks;
    if (isChanged) void session.refresh().catch(() => undefined);
  }

  /** A round that began without one's bets: say so, and that they are still there. */
  #noteDealtOut(frame: TableFrame): void {
    const hasBegun = frame.events?.some((it) => it.event === "card-dealt" || it.event === "card-hidden");
    if (!hasBegun || this.#dealtOut === frame.round || !frame.scene || this.bets.total === 0) return;
    const isIn = this.mine.some((seat) => frame.scene!.seats.some((it) => it.number === seat));
    const isOut = this.seats.some((it) => this.mine.includes(it.seat) && it.out);
    this.#dealtOut = frame.round ?? 0;
    if (this.mine.length && !isIn && !isOut)
      this.#refuse(words.say.live.without());
  }

  #setClock(frame: TableFrame): void {
    const ms = frame.ask ? frame.ask.ms : frame.ms;
    this.deadline = ms === undefined ? null : performance.now() + ms;
  }

  #tell(frame: TableFrame, isWhole: boolean): void {
    if (frame.say?.length && !isWhole) this.lines = [...this.lines, ...frame.say].slice(-LINES_KEPT);
    if (frame.aloud) aloud.say(frame.aloud);
  }

  /** Sit down where there is room, with a usual amount of chips. */
  async #arrive(): Promise<void> {
    if (!this.#wantsSeat || this.closed) return;
    const last = readKept("table", "");
    keep("table", this.layout.id);
    if (this.mine.length > 0) return;
    this.#wantsSeat = false;
    await this.#fetchChips(last);
    const taken = new Set(this.seats.map((seat) => seat.seat));
    const free = seatsFromTheMiddle(this.layout.seats).find((seat) => !taken.has(seat));
    if (free === undefined) return;
    const had = session.me?.wallet_cents ?? 0;
    const cents = await this.sit(free);
    if (!cents || this.stage !== "betting" || this.layout.own_chips) return;
    const { money, welcome } = words.say.live;
    const told = readKept("welcomed", false) ? money : welcome;
    this.note = told({ chips: dollars(cents), wallet: dollars(Math.max(0, had - cents)) });
    aloud.murmur(this.note);
    keep("welcomed", true);
  }

  /** Where the wallet is short, bring the chips from the table one comes from; without any, new play money. */
  async #fetchChips(last: string): Promise<void> {
    const { usual, low } = this.layout.buy_in;
    if (this.layout.own_chips) return;
    const has = async (cents: number): Promise<boolean> => {
      await session.refresh();
      return (session.me?.wallet_cents ?? 0) >= cents;
    };
    try {
      if (last && last !== this.layout.id && !(await has(usual))) {
        const path = `/tables/${encodeURIComponent(last)}`;
        const { stacks } = await get<{ stacks: Record<string, number> }>(path);
        for (const seat of Object.keys(stacks)) await post(`${path}/leave`, { seat: Number(seat) });
      }
      if (!(await has(low))) session.me = await post<Me>("/me/play-money");
    } catch {
      // Then the chips that are in the wallet have to do.
    }
  }

  /** What a seat takes from the wallet now, in cents. */
  get seatCents(): number {
    const { usual, low, high } = this.layout.buy_in;
    if (this.layout.own_chips) return usual;
    const wallet = session.me?.wallet_cents ?? 0;
    // A further seat leaves as much in the wallet as it takes, for one more.
    const share = this.mine.length ? Math.max(low, Math.floor(wallet / 200) * 100) : wallet;
    return Math.min(usual, share, high);
  }

  /** Sit down with the usual chips; return how many cents of them were bought. */
  async sit(seat: number): Promise<number> {
    await session.refresh().catch(() => undefined);
    const { low } = this.layout.buy_in;
    const cents = this.seatCents;
    const wallet = session.me?.wallet_cents ?? 0;
    if (wallet < low && !this.layout.own_chips) {
      this.refusal = words.say.live.poor({ least: dollars(low), wallet: dollars(wallet) });
      return 0;
    }
    return (await this.#ask("sit", { seat, cents, ...this.#nickname })) ? cents : 0;
  }

  get #nickname(): { nickname?: string } {
    const { nickname } = kept.settings;
    return nickname && !session.me?.name ? { nickname } : {};
  }

  /** Say one of a few things to everybody at the table. */
  async emote(emote: EmoteKind): Promise<void> {
    const seat = this.mine[0];
    if (seat !== undefined) await this.#ask("emote", { seat, emote });
  }

  async callBots(count: number): Promise<void> {
    await this.#ask("bots", { count });
  }

  #hear({ seat, emote }: EmoteFrame): void {
    const said = { seat, words: words.say.emotes[emote](), at: performance.now() };
    this.emotes = [...this.emotes.filter((it) => it.seat !== seat), said];
    setTimeout(() => (this.emotes = this.emotes.filter((it) => it !== said)), SAID_MS);
    const name = this.seats.find((it) => it.seat === seat)?.name;
    if (!this.mine.includes(seat)) aloud.murmur(`${name ?? "Somebody"}: ${said.words}`);
  }

  /** Count what a round that is over brought. */
  #count({ scene, stage }: TableFrame): void {
    if (stage !== "betting" || !scene) return;
    if (scene.result) visit.add(scene.result.net - scene.result.tips);
  }

  /** See whether a shuffle that is over was cut with this browser's random number. */
  async #check(number: string): Promise<void> {
    this.shown = [...this.shown, number];
    const { warnOfSeed } = await import("./fairness");
    await warnOfSeed(this.layout.id, Number(number)).then((text) => this.#warn(text), () => undefined);
  }

  #warn(text: string): void {
    if (!text) return;
    this.lines = [...this.lines, { text: `fair    ${text}` }].slice(-LINES_KEPT);
    aloud.say(text);
  }

  async leave(seat: number): Promise<void> {
    if (await this.#ask("leave", { seat })) this.bets.close(seat);
  }

  async sitOut(out: boolean): Promise<void> {
    for (const seat of this.mine) await this.#ask("sit-out", { seat, out });
  }

  async buy(cents: number): Promise<void> {
    const seat = this.mine[0];
    if (seat !== undefined) await this.#ask("buy-in", { seat, cents });
    await session.refresh().catch(() => undefined);
  }

  async deal(): Promise<void> {
    if (this.busy || this.stage !== "betting") return;
    const missing = this.bets.missing;
    if (missing) {
      this.#refuse(missing);
      return;
    }
    this.bets.remember();
    this.note = "";
    for (const seat of this.mine) {
      const wagers = this.bets.placed[seat] ?? {};
      if (!(await this.#ask("bet", { seat, wagers, ready: true, round: this.round + 1 }))) return;
    }
    this.bets.forgetTips();
  }

  async decide({ choice, amount, tip, low }: Decision): Promise<void> {
    const asked = this.ask;
    if (this.busy || !asked?.choices) return;
    const d: Record<string, unknown> = { seat: asked.seat, n: asked.n, action: choice.kind };
    if (amount !== undefined) d.amount = amount;
    if (tip) d.tip = tip;
    if (low) d.low = low;
    await this.#ask("act", d);
  }

  async #ask(what: string, d: unknown): Promise<boolean> {
    this.busy = true;
    this.refusal = "";
    try {
      await session.line.ask(what, this.layout.id, d);
      return true;
    } catch (error) {
      const stale = error instanceof Refused && error.code === "action/stale";
      if (!stale) this.#refuse(error instanceof Error ? error.message : String(error));
      return false;
    } finally {
      this.busy = false;
    }
  }

  #refuse(message: string): void {
    this.refusal = message;
    aloud.say(message);
  }
}
