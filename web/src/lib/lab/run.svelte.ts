/** One run that a page waits for: how far it is, what is known of it, and its end. */

import { type JobBody, runJob } from "./jobs";

export class Run<T, P = unknown> {
  isRunning = $state(false);
  progress = $state(0);
  partial = $state.raw<P | null>(null);
  result = $state.raw<T | null>(null);
  problem = $state("");
  /** The name of the job, by which others may ask about its result. */
  id = "";
  #controller: AbortController | null = null;

  /** Begin; a run that is under way is given up. */
  async start(body: JobBody): Promise<T | null> {
    this.stop();
    const controller = (this.#controller = new AbortController());
    Object.assign(this, { isRunning: true, progress: 0, partial: null, result: null, problem: "" });
    try {
      const result = await runJob<T, P>(
        body,
        (state) => {
          if (controller.signal.aborted) return;
          this.id = state.id;
          this.progress = state.progress;
          if (state.partial) this.partial = state.partial;
        },
        controller.signal,
      );
      if (controller.signal.aborted) return null;
      this.result = result;
      return result;
    } catch (error) {
      if (!controller.signal.aborted) this.problem = (error as Error).message;
      return null;
    } finally {
      if (!controller.signal.aborted) this.isRunning = false;
    }
  }

  stop(): void {
    this.#controller?.abort();
    this.#controller = null;
    this.isRunning = false;
  }
}
