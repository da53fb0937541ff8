/** Long work of the lab: asked for once, looked at four times a second, given up when not wanted. */

import { get, post, Refused, request, sentence } from "../api";
import type { LabJob as JobBody, LabJobState } from "../server-types";
export type { LabJob as JobBody } from "../server-types";

const LOOK_MS = 250;
const BUSY_MS = 1500;

/** A job of the lab, with the result of its kind. */
export type JobState<T, P = unknown> = Omit<LabJobState, "partial" | "result"> & { partial: P | null; result: T | null };

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Do a job; `look` is told how far it is. Nothing comes back where `signal` gives it up. */
export async function runJob<T, P = unknown>(
  body: JobBody,
  look: (state: JobState<T, P>) => void,
  signal: AbortSignal,
): Promise<T | null> {
  let state = await asked<T, P>(body, signal);
  const giveUp = (): void => void (state && request("DELETE", `/lab/jobs/${state.id}`).catch(() => {}));
  while (state && !signal.aborted) {
    look(state);
    if (state.state === "done") return state.result;
    if (state.state === "failed" && state.problems[0]?.code !== "job/stopped") throw refusal(state);
    await wait(LOOK_MS);
    if (signal.aborted) break;
    state = state.state === "failed" ? await asked<T, P>(body, signal) : await looked<T, P>(state.id, body, signal);
  }
  giveUp();
  return null;
}

/** Ask for a job until there is room for it. */
async function asked<T, P>(body: JobBody, signal: AbortSignal): Promise<JobState<T, P> | null> {
  while (!signal.aborted) {
    try {
      return await post<JobState<T, P>>("/lab/jobs", body);
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    await wait(BUSY_MS);
  }
  return null;
}

/** Look at a job; one that the server has forgotten is asked for again. */
async function looked<T, P>(id: string, body: JobBody, signal: AbortSignal): Promise<JobState<T, P> | null> {
  try {
    return await get<JobState<T, P>>(`/lab/jobs/${id}`);
  } catch (error) {
    if (error instanceof Refused && error.code === "job/unknown") return asked<T, P>(body, signal);
    if (!isBusy(error)) throw error;
    await wait(BUSY_MS);
    return looked<T, P>(id, body, signal);
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Refused && (error.status === 429 || error.code === "server/busy");

function refusal<T, P>(state: JobState<T, P>): Refused {
  const first = state.problems[0];
  return new Refused(first?.code ?? "job/failed", sentence(first?.message ?? "the job failed"), 422);
}
