/** The WebSocket to the server: one for the whole page, opened again whenever it is lost. */

import { newKey, Refused, sentence } from "./api";
import { books } from "./books.svelte";
import type { BooksFrame } from "./server-types";
import type { TableFrame } from "./wire";
import { words } from "./words.svelte";

const RESEND_MS = 2500;
/** A line on which a command was answered by nothing at all for this long is lost. */
const SILENT_MS = 2800;
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 10_000;
const SESSION_ENDED = 4401;
const SUPERSEDED = 4001;
/** Refusals after which the same command is sent again: nothing was changed. */
const LATER = new Set<unknown>(["server/busy", "store/unavailable", "rate/exceeded"]);

interface Pending {
  frame: string;
  resolve: () => void;
  reject: (error: Refused) => void;
  timer: number;
}

export type LineState = "connecting" | "open" | "lost" | "ended" | "superseded";

export class Line {
  state: LineState = "connecting";
  #socket: WebSocket | null = null;
  #pending = new Map<string, Pending>();
  #watching = new Map<string, (frame: TableFrame) => void>();
  #tries = 0;
  #retry = 0;
  #closed = false;
  /** How many frames came. */
  #heard = 0;

  constructor(private readonly onState: (state: LineState) => void) {
    this.#connect();
    addEventListener("online", this.#again);
    addEventListener("offline", this.#drop);
    addEventListener("pagehide", this.#bye);
  }

  /** Call *tell* with every frame of a table, the whole table first. */
  watch(table: string, tell: (frame: TableFrame) => void): void {
    this.#watching.set(table, tell);
    this.#watch(table);
  }

  unwatch(table: string): void {
    if (this.#watching.delete(table)) this.#send({ t: "unwatch", table });
  }

  /** Ask for the whole table again. */
  refresh(table: string): void {
    this.#watch(table);
  }

  /** Every table again, as when the language has changed. */
  refreshAll(): void {
    for (const table of this.#watching.keys()) this.#watch(table);
  }

  /** Ask a table for something; it is done once however often the connection fails meanwhile. */
  ask(t: string, table: string, d: unknown): Promise<void> {
    const a = newKey();
    const frame = JSON.stringify({ t, a, table, d });
    return new Promise((resolve, reject) => {
      const resend = (): void => {
        this.#sendText(frame);
        const pending = this.#pending.get(a);
        if (pending) pending.timer = window.setTimeout(resend, RESEND_MS);
      };
      this.#pending.set(a, { frame, resolve, reject, timer: 0 });
      resend();
      this.#listen();
    });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    removeEventListener("online", this.#again);
    removeEventListener("offline", this.#drop);
    removeEventListener("pagehide", this.#bye);
    for (const pending of this.#pending.values()) clearTimeout(pending.timer);
    this.#send({ t: "bye" });
    this.#socket?.close();
  }

  #watch(table: string): void {
    this.#send({ t: "watch", table, scene: true, lang: words.locale });
  }

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#tries = 0;
      if (books.isSilent) books.follow();
      this.refreshAll();
      for (const pending of this.#pending.values()) this.#sendText(pending.frame);
      this.#become("open");
    };
    socket.onmessage = (message) => this.#hear(JSON.parse(message.data as string));
    socket.onclose = (event) => {
      if (this.#socket !== socket || this.#closed) return;
      if (event.code === SESSION_ENDED) this.#become("ended");
      else if (event.code === SUPERSEDED) this.#become("superseded");
      else this.#wait();
    };
  }

  #wait(): void {
    this.#become("lost");
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#tries++);
    this.#retry = window.setTimeout(() => this.#connect(), longest * (0.5 + Math.random()));
  }

  #again = (): void => {
    if (this.state !== "lost") return;
    clearTimeout(this.#retry);
    this.#connect();
  };

  /** The network is gone, or says nothing: what was asked is sent again on a new line. */
  #drop = (): void => {
    if (this.#closed || this.state === "lost" || this.state === "ended" || this.state === "superseded") return;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    clearTimeout(this.#retry);
    this.#wait();
  };

  /** Take the line for lost where nothing is heard on it after a command. */
  #listen(): void {
    const heard = this.#heard;
    const socket = this.#socket;
    window.setTimeout(() => {
      if (this.#heard === heard && this.#socket === socket && this.#pending.size) this.#drop();
    }, SILENT_MS);
  }

  #bye = (): void => this.#send({ t: "bye" });

  #become(state: LineState): void {
    this.state = state;
    this.onState(state);
  }

  #hear(frame: Record<string, unknown>): void {
    this.#heard++;
    switch (frame.t) {
      case "p":
        this.#send({ t: "p", n: frame.n });
        return;
      case "books":
        books.take(frame as unknown as BooksFrame);
        return;
      case "ok":
      case "no":
        this.#answer(frame);
        return;
      default:
        this.#watching.get(frame.table as string)?.(frame as unknown as TableFrame);
    }
  }

  #answer(frame: Record<string, unknown>): void {
    if (frame.t === "no" && frame.a === "") this.#watchLater(frame);
    const pending = this.#pending.get(frame.a as string);
    if (!pending || LATER.has(frame.code)) return;
    clearTimeout(pending.timer);
    this.#pending.delete(frame.a as string);
    if (frame.t === "ok") pending.resolve();
    else pending.reject(new Refused(frame.code as string, sentence(frame.message as string), 0));
  }

  /** Watch a table again that could not be shown because it goes to another process. */
  #watchLater(frame: Record<string, unknown>): void {
    const table = frame.table as string;
    if (!LATER.has(frame.code)) return;
    window.setTimeout(() => this.#watching.has(table) && this.refresh(table), RESEND_MS);
  }

  #send(frame: unknown): void {
    this.#sendText(JSON.stringify(frame));
  }

  #sendText(text: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
  }
}
