/** Who is playing, and the one line to the server. */

import { get, post, Refused } from "./api";
import { keep, readKept } from "./kept.svelte";
import { Line, type LineState } from "./line";
import type { Me } from "./wire";

class Session {
  me = $state<Me | null>(null);
  state = $state<LineState>("connecting");
  #line: Line | null = null;
  #entering: Promise<Me> | null = null;

  /** Come in: with the session the browser has, or as a new guest. */
  enter(): Promise<Me> {
    this.#entering ??= this.#enter();
    return this.#entering;
  }

  async #enter(): Promise<Me> {
    try {
      this.me = (await this.#known()) ?? (await post<Me>("/guest"));
    } catch (error) {
      this.#entering = null;
      throw error;
    }
    keep("entered", true);
    return this.me;
  }

  /** Whoever this browser came in as before; nobody where it never did, or the session is over. */
  async #known(): Promise<Me | null> {
    if (!readKept("entered", false)) return null;
    try {
      return await get<Me>("/me");
    } catch (error) {
      if (error instanceof Refused && error.status === 401) return null;
      throw error;
    }
  }

  get line(): Line {
    this.#line ??= new Line((state) => (this.state = state));
    return this.#line;
  }

  /** Begin anew as somebody else: a new guest, or whoever has just logged in. */
  async restart(me?: Me): Promise<void> {
    this.#line?.close();
    this.#line = null;
    this.me = me ? await get<Me>("/me") : await post<Me>("/guest");
    this.#entering = Promise.resolve(this.me);
  }

  async refresh(): Promise<void> {
    this.me = await get<Me>("/me");
  }
}

export const session = new Session();
