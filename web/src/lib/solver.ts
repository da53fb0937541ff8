/** Questions to the solver, which may take seconds: they are asked again until the answer is there. */

import { get, post, Refused } from "./api";

const AGAIN_MS = 1000;
const BUSY_TRIES = 20;

interface Working {
  working?: boolean;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Ask until there is an answer; nothing where it is no longer wanted. */
async function patiently<T>(ask: () => Promise<T>, isWanted: () => boolean): Promise<T | null> {
  for (let tries = 0; isWanted(); ) {
    try {
      const answer = await ask();
      if (!(answer as Working).working) return answer;
    } catch (error) {
      const isBusy = error instanceof Refused && (error.status === 429 || error.code === "server/busy");
      if (!isBusy || ++tries > BUSY_TRIES) throw error;
    }
    await wait(AGAIN_MS);
  }
  return null;
}

const always = (): boolean => true;

export const solveGet = <T>(path: string, isWanted = always): Promise<T | null> =>
  patiently(() => get<T>(path), isWanted);

export const solvePost = <T>(path: string, body: unknown, isWanted = always): Promise<T | null> =>
  patiently(() => post<T>(path, body), isWanted);
