/** The pages without a server: what they would ask one is answered by files and by Python in a worker. */

export interface Answer {
  status: number;
  text: string;
}
interface Told extends Partial<Answer> {
  id: number;
  progress?: number;
  partial?: string;
}
interface Waiting {
  done: (answer: Answer) => void;
  look: (progress: number, partial: unknown) => void;
}

/** Kinds of jobs that take long: they have a worker of their own, which is ended when nobody wants them. */
const LONG = new Set(["simulate", "cube", "protect", "effects", "indices"]);

class Helper {
  #worker: Worker | null = null;
  #waiting = new Map<number, Waiting>();
  #last = 0;

  ask(question: object, look: Waiting["look"] = () => {}): Promise<Answer> {
    this.#worker ??= this.#begin();
    const id = ++this.#last;
    const answer = new Promise<Answer>((done) => this.#waiting.set(id, { done, look }));
    this.#worker.postMessage({ method: "", path: "", query: "", body: "", language: "en", results: {}, ...question, id });
    return answer;
  }

  #begin(): Worker {
    const worker = new Worker(new URL("./python.worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Told>) => {
      const waiting = this.#waiting.get(data.id);
      if (data.status === undefined) return waiting?.look(data.progress ?? 0, JSON.parse(data.partial ?? "null"));
      this.#waiting.delete(data.id);
      waiting?.done({ status: data.status, text: data.text ?? "" });
    };
    worker.onerror = () => this.end();
    return worker;
  }

  /** End the worker, even in the middle of its work. */
  end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    const stopped = { status: 503, text: JSON.stringify({ code: "job/stopped", message: "the work was stopped" }) };
    for (const { done } of this.#waiting.values()) done(stopped);
    this.#waiting.clear();
  }
}

const answering = new Helper();
const working = new Helper();

interface Job {
  id: string;
  kind: string;
  state: "running" | "done" | "failed";
  progress: number;
  partial: unknown;
  result: unknown;
  problems: unknown[];
  text: string;
}
const jobs = new Map<string, Job>();
const JOBS_KEPT = 16;

const json = (value: unknown, status = 200): Answer => ({ status, text: JSON.stringify(value) });
const shown = ({ text: _, ...job }: Job): Answer => json(job);

function startJob(body: string): Answer {
  let hash = 5381;
  for (const letter of body) hash = (Math.imul(hash, 33) ^ letter.codePointAt(0)!) >>> 0;
  const id = `page-${hash.toString(16)}-${body.length}`;
  const known = jobs.get(id);
  if (known && known.state !== "failed") return shown(known);
  const { kind } = JSON.parse(body) as { kind: string };
  const job: Job = { id, kind, state: "running", progress: 0, partial: null, result: null, problems: [], text: "" };
  jobs.set(id, job);
  for (const old of [...jobs.keys()].slice(0, -JOBS_KEPT)) jobs.delete(old);
  const look: Waiting["look"] = (progress, partial) => {
    job.progress = Math.min(1, progress);
    if (partial !== null) job.partial = partial;
  };
  void (LONG.has(kind) ? working : answering).ask({ kind: "job", body }, look).then(({ status, text }) => {
    job.state = status === 200 ? "done" : "failed";
    const read = JSON.parse(text) as unknown;
    if (status === 200) Object.assign(job, { result: read, text, progress: 1 });
    else job.problems = [read];
  });
  return shown(job);
}

function jobAnswer(method: string, id: string): Answer {
  const job = jobs.get(id);
  if (!job) return json({ code: "job/unknown", message: "there is no such job; ask for it again" }, 404);
  if (method === "DELETE" && job.state === "running") {
    jobs.delete(id);
    if (LONG.has(job.kind)) working.end();
  }
  return shown(job);
}

/** The file with the answer to a question that every visitor asks; null: it has to be worked out. */
async function written(path: string, query: string): Promise<Answer | null> {
  const asked = new URLSearchParams(query);
  const isBare = !query || (path === "/lab/setup" && [...asked.keys()].join() === "game");
  if (!isBare) return null;
  const name = path === "/lab/setup" ? `${path}/${asked.get("game")}` : path;
  if (!/^\/lab\/(games|wagers|documents|published|setup)\b/.test(name)) return null;
  const answer = await fetch(`/answers${name}.json`);
  return answer.ok && (answer.headers.get("Content-Type") ?? "").includes("json") ? { status: 200, text: await answer.text() } : null;
}

/** Answer a request to the server that is not there. */
export async function answerAlone(method: string, address: string, body: unknown, language: string): Promise<Answer> {
  const [path = "", query = ""] = address.split("?");
  const text = body === undefined ? "" : JSON.stringify(body);
  if (path === "/lab/jobs") return startJob(text);
  if (path.startsWith("/lab/jobs/")) return jobAnswer(method, decodeURIComponent(path.slice("/lab/jobs/".length)));
  if (!/^\/(lab|replay)\b/.test(path)) return json({ code: "request/not-found", message: "this needs a server, and these pages have none" }, 404);
  const file = method === "GET" ? await written(path, query) : null;
  if (file) return file;
  const results: Record<string, string> = {};
  for (const job of jobs.values()) if (job.kind === "cube" && text.includes(job.id)) results[job.id] = job.text;
  return answering.ask({ kind: "answer", method, path, query, body: text, language, results });
}
