/** A hand of a physical table that is keyed in: its lines, what is typed next, and what the server says. */

import { get, post, Refused } from "../api";
import { forget, keep, readKept } from "../kept.svelte";
import type { HandAtTable, SettleChoice, SettledHand } from "../server-types";

/** Which table: a game, or the text of a house file. */
export interface SettledTable {
  game: string;
  toml: string;
  /** The name of the file. */
  file: string;
}

const CARDS = /^((10|[2-9tjqka])[shdc]|jk)+/i;
/** The letter of a decision, with an amount before it: "s", "12.50d". */
const DECISION = /^(\$?[\d.,]+)?([a-z])/i;
const NAME = "settle";

interface Kept {
  table: SettledTable;
  lines: string[];
}

export const keptHand = (): Kept | null => readKept<Kept | null>(NAME, null);

export class SettleDesk {
  table = $state.raw<SettledTable>({ game: "", toml: "", file: "" });
  lines = $state.raw<string[]>([]);
  shown = $state.raw<SettledHand | null>(null);
  problem = $state("");
  typed = $state("");
  isBusy = $state(false);
  /** Milliseconds from the first line to the result. */
  took = $state(0);
  #began = 0;
  /** Lines that wait for the answer to the one before. */
  #queue: string[] = [];

  /** Open a table with the lines of a hand, or with none. */
  async open(table: SettledTable, lines: string[] = []): Promise<void> {
    this.table = table;
    this.#queue = [];
    this.#began = this.took = 0;
    if (await this.send(lines)) return;
    if (lines.length) await this.send([]);
  }

  /** Take a line; it waits its turn, so nobody has to type slower than he can. */
  async take(line: string): Promise<void> {
    if (!line.trim()) return;
    this.#began ||= performance.now();
    this.#queue.push(line.trim());
    if (this.isBusy) return;
    while (this.#queue.length) {
      const next = this.#queue.shift()!;
      if (!(await this.send([...this.lines, next]))) this.#queue = [];
    }
    this.#read();
  }

  async undo(): Promise<void> {
    if (this.lines.length && !this.isBusy) await this.send(this.lines.slice(0, -1));
  }

  /** The same table and bets, with no card dealt. */
  async again(): Promise<void> {
    const deal = this.lines.findIndex((it) => it === "deal" || it === ".");
    await this.open(this.table, deal < 0 ? [] : this.lines.slice(0, deal));
  }

  async clear(): Promise<void> {
    await this.open(this.table);
  }

  close(): void {
    this.shown = null;
    this.lines = [];
    this.problem = "";
    forget(NAME);
  }

  /** Letters as they are typed: a whole card, or the letter of a decision, needs no Enter. */
  type(text: string): void {
    this.typed = text;
    this.#read();
  }

  enter(): void {
    const line = this.typed;
    this.typed = "";
    void this.take(line);
  }

  /** Take what is typed as far as it answers what is due; the rest waits for the next question. */
  #read(): void {
    const due = this.shown?.due;
    if (this.isBusy || !due) return;
    const text = this.typed.trimStart();
    const cards = due.kind === "card" && CARDS.exec(text)?.[0];
    const [said, amount = "", letter = ""] = (due.kind === "decision" && DECISION.exec(text)) || [];
    const choice = said && due.choices?.find((it) => it.key === letter.toLowerCase());
    if (cards) this.#take(cards, text.slice(cards.length));
    else if (choice && needsMore(choice) && !amount) {
      if (text === said) this.typed = `${choice.action} `;
    } else if (choice) this.#take(`${choice.action} ${amount.replace("$", "")}`, text.slice(said.length));
  }

  #take(line: string, rest: string): void {
    this.typed = rest;
    void this.take(line);
  }

  /** Settle other lines; the hand as it was stays where one of them is refused. */
  protected async send(lines: string[]): Promise<boolean> {
    this.isBusy = true;
    try {
      const { hand, kept } = await this.settle(lines);
      this.show(hand, kept);
      this.problem = "";
      return true;
    } catch (error) {
      const isRate = error instanceof Refused && error.code === "rate/exceeded";
      const said = error instanceof Error ? error.message : String(error);
      this.problem = isRate ? said : said.replace(/^Line \d+: (.)/, (_, first: string) => first.toUpperCase());
      return false;
    } finally {
      this.isBusy = false;
    }
  }

  protected show(hand: SettledHand, lines: string[]): void {
    this.shown = hand;
    this.lines = lines;
    if (hand.due.kind === "over" && this.#began && !this.took) this.took = performance.now() - this.#began;
  }

  protected async settle(lines: string[]): Promise<{ hand: SettledHand; kept: string[] }> {
    const { game, toml } = this.table;
    const hand = await post<SettledHand>("/lab/settle", { game: toml ? "" : game, toml, lines });
    keep(NAME, { table: this.table, lines });
    return { hand, kept: lines };
  }
}

/** The hand on the felt of a physical table: the server keeps it, and a card reader may add to it. */
export class TableDesk extends SettleDesk {
  order = $state.raw<number[]>([]);

  constructor(readonly id: string) {
    super();
  }

  private read(answer: HandAtTable): { hand: SettledHand; kept: string[] } {
    this.order = answer.order;
    return { hand: answer.hand, kept: answer.lines };
  }

  get path(): string {
    return `/staff/physical/${encodeURIComponent(this.id)}/hand`;
  }

  /** Look whether a reader or another person has added something. */
  async refresh(): Promise<void> {
    if (this.isBusy) return;
    const { hand, kept } = this.read(await get<HandAtTable>(this.path));
    if (!this.isBusy) this.show(hand, kept);
  }

  protected override async settle(lines: string[]): Promise<{ hand: SettledHand; kept: string[] }> {
    const n = this.lines.length;
    const body = lines.length > n ? { line: lines.at(-1), n } : { line: "", at: n };
    return this.read(await post<HandAtTable>(this.path, body));
  }

  /** Put a line in place of one that was misread, or before it. */
  async correct(at: number, line: string, insert: boolean): Promise<void> {
    try {
      const { hand, kept } = this.read(await post<HandAtTable>(this.path, { line, at, insert }));
      this.show(hand, kept);
      this.problem = "";
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  async finish(how: "confirm" | "clear"): Promise<string[]> {
    const { hits = [] } = await post<{ hits?: string[] }>(`${this.path}/${how}`);
    await this.refresh();
    return hits;
  }
}

/** Whether a choice cannot be made by its key alone: an amount must be said, or a low hand. */
export const needsMore = (choice: SettleChoice): boolean =>
  Boolean(choice.lows?.length) || (choice.low !== undefined && choice.low !== null && choice.default == null);

/** Seats as a line names them, the fewest lines that do: [1,2,3,5] is "1-3" and "5". */
export function seatRanges(seats: number[]): string[] {
  const sorted = [...seats].sort((a, b) => a - b);
  const runs: number[][] = [];
  for (const seat of sorted) {
    const last = runs.at(-1);
    if (last && last.at(-1) === seat - 1) last.push(seat);
    else runs.push([seat]);
  }
  return runs.map((run) => (run.length > 1 ? `${run[0]}-${run.at(-1)}` : `${run[0]}`));
}
