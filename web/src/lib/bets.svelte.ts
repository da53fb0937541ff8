/** The chips a player is about to bet. */

import { aloud } from "./aloud.svelte";
import { keep, readKept } from "./kept.svelte";
import { dollars } from "./money";
import type { Layout, Wager } from "./wire";
import { words } from "./words.svelte";

export type Wagers = Record<string, number>;
const TIP = "tip:";

export class Bets {
  /** Seat -> wager -> cents. */
  placed = $state<Record<number, Wagers>>({});
  chip = $state(0);
  /** Chips go beside the spots, for the dealer. */
  tipping = $state(false);
  /** Wager -> why it cannot be made before the next shuffle. */
  closed = $state.raw<Record<string, string>>({});

  constructor(
    readonly layout: Layout,
    private readonly kept = `bets/${layout.game}`,
  ) {
    const chips = layout.chips;
    this.chip = chips[Math.min(1, chips.length - 1)] ?? 100;
  }

  /** Put the bets of last time on a seat, or the least there must be. */
  open(seat: number): void {
    if (this.placed[seat]) return;
    const last = readKept<Wagers>(this.kept, {});
    const known = new Set(this.layout.wagers.map((wager) => wager.id));
    const isKnown = Object.keys(last).every((id) => known.has(id.replace(TIP, "")));
    const isUsed = isKnown && Object.keys(last).length > 0;
    const wagers = { ...(isUsed ? last : this.layout.least_wagers) };
    for (const { id } of this.layout.wagers.filter((it) => it.one_seat && this.#elsewhere(seat, it.id).length)) delete wagers[id];
    this.placed[seat] = this.#without(wagers);
  }

  /** Take everything off the spots of wagers that cannot be made before the next shuffle. */
  shut(closed: Record<string, string>): void {
    const wasShut = Object.keys(this.closed).length > 0;
    this.closed = closed;
    if (Object.keys(closed).length > 0)
      for (const [seat, wagers] of Object.entries(this.placed)) this.placed[+seat] = this.#without(wagers);
    else if (wasShut && this.total === 0) this.again();
  }

  /** The other seats where a wager lies. */
  #elsewhere(seat: number, id: string): number[] {
    return Object.keys(this.placed).map(Number).filter((it) => it !== seat && this.on(it, id) > 0);
  }

  #without(wagers: Wagers): Wagers {
    return Object.fromEntries(Object.entries(wagers).filter(([id]) => !this.closed[id.replace(TIP, "")]));
  }

  close(seat: number): void {
    delete this.placed[seat];
  }

  on(seat: number, wager: string): number {
    return this.placed[seat]?.[wager] ?? 0;
  }

  /** Put a chip on a spot; never more than its limit, nor less than it. */
  add(seat: number, wager: Wager, cents = this.chip): void {
    if (this.closed[wager.id]) return;
    const tip = this.tipping && wager.tip === true;
    const now = this.on(seat, idOf(wager, tip));
    const least = tip ? wager.step : wager.low;
    const most = (tip ? wager.tip_high : wager.high) ?? Number.MAX_SAFE_INTEGER;
    const equal = tip || !follows(wager) ? 0 : this.on(seat, wager.equals!);
    // A wager that a player may make at one seat only moves there.
    if (wager.one_seat) for (const other of this.#elsewhere(seat, wager.id)) this.#set(other, wager.id, 0);
    this.#set(seat, idOf(wager, tip), equal || Math.min(most, Math.max(least, now + cents)));
    this.#tell(seat, wager, tip);
  }

  take(seat: number, wager: Wager, cents = this.chip): void {
    const tip = this.tipping && wager.tip === true;
    const rest = !tip && follows(wager) ? 0 : this.on(seat, idOf(wager, tip)) - cents;
    this.#set(seat, idOf(wager, tip), rest >= (tip ? wager.step : wager.low) ? rest : 0);
    this.#tell(seat, wager, tip);
  }

  /** Say what lies on a spot now, and on all spots together. */
  #tell(seat: number, wager: Wager, tip: boolean): void {
    const cents = this.on(seat, idOf(wager, tip));
    const says = words.say.bets;
    const title = tip ? says.tipOn({ title: wager.title }) : wager.title;
    const what = `${title}: ${cents ? dollars(cents) : says.noBet()}.`;
    aloud.murmur(`${what} ${this.#all()}`);
  }

  #all(): string {
    return this.total ? words.say.bets.all({ amount: dollars(this.total) }) : words.say.bets.none();
  }

  #set(seat: number, id: string, cents: number): void {
    const placed = { ...this.placed[seat] };
    for (const one of this.#together(seat, id)) {
      if (cents > 0) placed[one] = cents;
      else delete placed[one];
    }
    this.placed[seat] = placed;
  }

  /** A wager, and those that are always as large as it. */
  #together(seat: number, id: string): string[] {
    const wagers = this.layout.wagers.filter((it) => it.early);
    const own = wagers.find((it) => it.id === id);
    const root = own?.equals ?? id;
    const isDown = (it: Wager): boolean => it.needed || this.on(seat, it.id) > 0;
    const equal = wagers.filter((it) => it.id === root || (it.equals === root && isDown(it)));
    if (own && follows(own)) return [id];
    return own && equal.some((it) => it.id === id) ? equal.map((it) => it.id) : [id];
  }

  clear(): void {
    for (const seat of Object.keys(this.placed)) this.placed[+seat] = {};
    aloud.murmur(words.say.bets.none());
  }

  double(): void {
    for (const [seat, wagers] of Object.entries(this.placed)) {
      const twice = Object.entries(wagers).map(([id, cents]) => {
        const wager = this.layout.wagers.find((it) => it.id === id.replace(TIP, ""));
        return [id, Math.min(wager?.high ?? Infinity, cents * 2)];
      });
      this.placed[+seat] = Object.fromEntries(twice);
    }
    aloud.murmur(`${words.say.bets.doubled()} ${this.#all()}`);
  }

  /** Put the last bets down again. */
  again(): void {
    const seats = Object.keys(this.placed);
    this.placed = {};
    for (const seat of seats) this.open(+seat);
    aloud.murmur(`${words.say.bets.last()} ${this.#all()}`);
  }

  get total(): number {
    return Object.values(this.placed).reduce((sum, wagers) => sum + totalOf(wagers), 0);
  }

  /** What is missing before cards can be dealt. */
  get missing(): string {
    const main = this.layout.mains.find((id) => this.closed[id]);
    if (main) return `${this.closed[main]}.`;
    if (this.total === 0) return words.say.bets.click();
    const needed = this.layout.wagers.filter((wager) => wager.needed);
    for (const wagers of Object.values(this.placed)) {
      if (totalOf(wagers) === 0) continue;
      const wager = needed.find((it) => !wagers[it.id]);
      if (wager) return words.say.bets.needed({ title: wager.title });
    }
    return "";
  }

  remember(): void {
    const first = Object.values(this.placed).find((wagers) => totalOf(wagers) > 0);
    if (first) keep(this.kept, withoutTips(first));
  }

  /** Tips are a choice each time: after the deal they do not stay on the spots. */
  forgetTips(): void {
    this.tipping = false;
    for (const [seat, wagers] of Object.entries(this.placed)) this.placed[+seat] = withoutTips(wagers);
  }
}

/** A wager that may be left out, and is as large as another where it is made. */
const follows = (wager: Wager): boolean => Boolean(wager.equals) && !wager.needed;
const idOf = (wager: Wager, tip: boolean): string => (tip ? TIP : "") + wager.id;
const withoutTips = (wagers: Wagers): Wagers =>
  Object.fromEntries(Object.entries(wagers).filter(([id]) => !id.startsWith(TIP)));
export const totalOf = (wagers: Wagers): number => Object.values(wagers).reduce((a, b) => a + b, 0);
