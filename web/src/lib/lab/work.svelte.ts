/** A job of the lab that a page shows: how far it is, its result, or why it failed. */

import { type JobBody, runJob } from "./jobs";

export class Work<T> {
  result = $state.raw<T | null>(null);
  /** 0 to 1; null where nothing runs. */
  progress = $state<number | null>(null);
  problem = $state("");
  #key = "";
  #stop: AbortController | null = null;

  /** Have a job done; the same one is not begun again, another one ends it. Null: nothing is wanted. */
  want(body: JobBody | null): void {
    const key = JSON.stringify(body);
    if (key === this.#key) return;
    this.end();
    this.#key = key;
    this.result = null;
    this.problem = "";
    if (body) void this.#run(body);
  }

  /** Give it up. */
  end(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.#key = "";
    this.progress = null;
  }

  async #run(body: JobBody): Promise<void> {
    const stop = (this.#stop = new AbortController());
    this.progress = 0;
    try {
      const result = await runJob<T>(body, (state) => !stop.signal.aborted && (this.progress = state.progress), stop.signal);
      if (!stop.signal.aborted) this.result = result;
    } catch (error) {
      if (!stop.signal.aborted) this.problem = error instanceof Error ? error.message : String(error);
    }
    if (!stop.signal.aborted) this.progress = null;
  }
}
