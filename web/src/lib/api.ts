/** Requests to the server this page came from. */

import { isAlone } from "./alone/alone";
import type { Answer } from "./alone/answers";
import { books } from "./books.svelte";
import { words } from "./words.svelte";

export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
    /** After how many seconds to try again; 0: the server does not say. */
    readonly retryS = 0,
  ) {
    super(message);
  }
}

const BASE = "/api/1";

export async function request<T>(method: string, path: string, body?: unknown, key?: string): Promise<T> {
  if (isAlone) return aloneRequest<T>(method, path, body);
  // The page's language may be another one than the browser's.
  const headers: Record<string, string> = { "Accept-Language": words.locale };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (key) headers["Idempotency-Key"] = key;
  let answer: Response;
  try {
    answer = await fetch(BASE + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Refused("line/lost", words.say.notice.lost(), 0);
  }
  if (answer.headers.get("Pitboss-Books") === "silent") books.follow();
  if (answer.status === 204) return undefined as T;
  const text = await answer.text();
  let read: unknown = null;
  try {
    read = text ? JSON.parse(text) : null;
  } catch {
    throw new Refused("answer/invalid", words.say.notice.unreadable(), answer.status);
  }
  if (!answer.ok) {
    const { code = "server/fault", message = words.say.notice.failed() } = (read ?? {}) as {
      code?: string;
      message?: string;
    };
    throw new Refused(code, sentence(message), answer.status, Number(answer.headers.get("Retry-After") ?? 0));
  }
  return read as T;
}

/** Without a server, files and Python in a worker answer. */
async function aloneRequest<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Answer;
  try {
    const { answerAlone } = await import("./alone/answers");
    answer = await answerAlone(method, path, body, words.locale);
  } catch (error) {
    throw new Refused("page/files", `A file of this page could not be loaded: ${String(error)}`, 0);
  }
  const { status, text } = answer;
  if (status === 204) return undefined as T;
  const read = (text ? JSON.parse(text) : null) as { code?: string; message?: string } & T;
  if (status >= 400) throw new Refused(read?.code ?? "page/fault", sentence(read?.message ?? "the page failed"), status);
  return read;
}

/** A message as a sentence of its own. */
export function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

export const get = <T>(path: string): Promise<T> => request<T>("GET", path);
export const post = <T>(path: string, body?: unknown): Promise<T> =>
  request<T>("POST", path, body ?? {}, newKey());
export const put = <T>(path: string, body: unknown): Promise<T> => request<T>("PUT", path, body);

/** An id of one's own for something to be done once: t, the time, and chance. The books keep such ids in the order of time. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `t${Date.now().toString(16).padStart(12, "0")}${hex}`;
}
