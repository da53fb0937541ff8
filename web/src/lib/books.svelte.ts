/** Whether the books of the floor answer. While they do not, tables wait and every screen says so. */

import { aloud } from "./aloud.svelte";
import type { BooksFrame } from "./server-types";

const POLL_MS = 2000;

class Books {
  /** What the screens say; empty while the books answer. */
  message = $state("");
  /** Nobody has confirmed for a while what the meters show. */
  isStale = $state(false);
  #timer = 0;

  get isSilent(): boolean {
    return this.message !== "";
  }

  /** Take what the server says, over the line or about its health. */
  take({ answer, stale, message }: Omit<BooksFrame, "t">): void {
    const isNews = answer ? this.isSilent : message !== this.message;
    this.message = answer ? "" : message;
    this.isStale = stale;
    if (isNews) aloud.say(message);
  }

  /** Ask the server how the books are until they answer: a page without a line learns it so. */
  follow(): void {
    if (this.#timer) return;
    this.#timer = window.setTimeout(() => void this.#look(), this.isSilent ? POLL_MS : 0);
  }

  async #look(): Promise<void> {
    try {
      const health = (await (await fetch("/health")).json()) as { books: string; notice: string };
      this.take({ answer: health.books === "answer", stale: health.books === "stale", message: health.notice });
    } catch {
      // The server itself cannot be reached, and the page says that already.
    }
    this.#timer = 0;
    if (this.isSilent) this.follow();
  }
}

export const books = new Books();
