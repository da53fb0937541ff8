/** Python in a worker of its own: it answers what a server would, with the server's own handlers. */

interface Asked {
  id: number;
  kind: "answer" | "job";
  method: string;
  path: string;
  query: string;
  body: string;
  language: string;
  /** Results of jobs that the question refers to. */
  results: Record<string, string>;
}
type Entry = (result: number, failure: number, slots: number) => number;
interface Python {
  _module: { _malloc: (bytes: number) => number };
  FS: { mkdirTree: (path: string) => void };
  unpackArchive: (data: Uint8Array, format: string, options?: { extractDir: string }) => void;
  registerJsModule: (name: string, module: object) => void;
  runPython: (text: string) => unknown;
  globals: { get: (name: string) => (...values: unknown[]) => { toJs: () => [number, Uint8Array] } };
}

const PLACE = "/python/";
const STACK_BYTES = 1 << 20;
const PAGE = 1;

const fetched = async (name: string): Promise<Response> => {
  const answer = await fetch(PLACE + name);
  if (!answer.ok) throw new Error(`${name} could not be loaded (${answer.status}).`);
  return answer;
};
const bytesOf = async (name: string): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await (await fetched(name)).arrayBuffer());
const unpacked = async (name: string): Promise<Response> => {
  const { body } = await fetched(name);
  return new Response(body!.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": "application/wasm" } });
};

/** How many bytes of data compiled code brings along: the first entry of its section for dynamic linking. */
function dataBytes(module: WebAssembly.Module): number {
  const [section] = WebAssembly.Module.customSections(module, "dylink.0");
  const bytes = new Uint8Array(section!);
  let at = 0;
  const number = (): number => {
    let made = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      made |= (byte & 127) << shift;
      if (byte < 128) return made >>> 0;
    }
  };
  while (at < bytes.length) {
    const kind = bytes[at++];
    const size = number();
    if (kind === PAGE) return number();
    at += size;
  }
  return 0;
}

/** Start Python; its memory is what the compiled functions work in. */
async function start(): Promise<Python> {
  let memory: WebAssembly.Memory | undefined;
  const instantiate = WebAssembly.instantiate.bind(WebAssembly) as (...given: unknown[]) => Promise<unknown>;
  const streaming = WebAssembly.instantiateStreaming.bind(WebAssembly) as (...given: unknown[]) => Promise<unknown>;
  const watch = (how: (...given: unknown[]) => Promise<unknown>) => async (...given: unknown[]): Promise<unknown> => {
    const made = (await how(...given)) as WebAssembly.WebAssemblyInstantiatedSource & WebAssembly.Instance;
    memory ??= (made.instance ?? made).exports.memory as WebAssembly.Memory | undefined;
    return made;
  };
  Object.assign(WebAssembly, { instantiate: watch(instantiate), instantiateStreaming: watch(streaming) });
  // The host may not compress files by itself.
  const plain = self.fetch.bind(self);
  self.fetch = (given: RequestInfo | URL, settings?: RequestInit) =>
    String(given).endsWith("/pyodide.asm.wasm") ? unpacked("pyodide.asm.wasm.gz") : plain(given, settings);
  const where = `${PLACE}pyodide.mjs`;
  const others = Promise.all([bytesOf("msgspec.zip"), bytesOf("pitboss.zip"), unpacked("kernels.wasm.gz").then((it) => it.arrayBuffer()), fetched("kernels.json").then((it) => it.text())]);
  const { loadPyodide } = (await import(/* @vite-ignore */ where)) as { loadPyodide: (settings: object) => Promise<Python> };
  const python = await loadPyodide({ indexURL: PLACE, stdLibURL: `${PLACE}stdlib.zip` });
  const [msgspec, pitboss, code, index] = await others;
  python.unpackArchive(msgspec, "zip", { extractDir: "/packages" });
  python.unpackArchive(pitboss, "zip", { extractDir: "/packages" });

  const module = await WebAssembly.compile(code);
  const whole = (value: number): WebAssembly.Global => new WebAssembly.Global({ value: "i32" }, value);
  const stack = python._module._malloc(STACK_BYTES);
  const { exports } = new WebAssembly.Instance(module, {
    env: {
      memory: memory!,
      __stack_pointer: new WebAssembly.Global({ value: "i32", mutable: true }, stack + STACK_BYTES),
      __memory_base: whole((python._module._malloc(dataBytes(module) + 64) + 63) & ~63),
      __table_base: whole(0),
      js_mod: (one: number, other: number) => one % other,
      js_pow: Math.pow,
      js_exp: Math.exp,
      js_log: Math.log,
    },
  });
  for (const name of ["__wasm_apply_data_relocs", "__wasm_call_ctors"]) (exports[name] as (() => void) | undefined)?.();
  python.registerJsModule("pitboss_kernels", { ...(exports as Record<string, Entry>), index: () => index });
  python.runPython(`
import sys
sys.path.insert(0, "/packages")
from types import ModuleType
# Processes do not exist in a page; what would start them is only imported.
sys.modules["_multiprocessing"] = ModuleType("_multiprocessing")
sys.modules["_multiprocessing"].SemLock = type("SemLock", (), {})
import os
os.environ["PITBOSS_CACHE"] = "off"
from pitboss.server.alone.one_thread import use_one_thread
use_one_thread()
import json
import numpy
import pitboss_kernels
numpy.connect(pitboss_kernels)
from pitboss.compiled import page_code
def entry(key):
    return lambda: getattr(pitboss_kernels, "k_" + key)
page_code.connect({key: (entry(key), returns, bool(is_tuple)) for key, (returns, is_tuple, _) in json.loads(pitboss_kernels.index())["kernels"].items()})
from pitboss.server.alone import answers
def ask(kind, method, path, query, body, language, results, report):
    if kind == "job":
        def notice(progress, partial):
            report(progress, "null" if partial is None else json.dumps(partial))
        return answers.run_job(body.encode(), notice)
    kept = {key: value.encode() for key, value in json.loads(results).items()}
    return answers.answer(method, path, query, body.encode(), language, kept)
`);
  return python;
}

let started: Promise<Python> | undefined;

self.onmessage = async ({ data }: MessageEvent<Asked>) => {
  const { id, kind, method, path, query, body, language, results } = data;
  try {
    const python = await (started ??= start());
    const report = (progress: number, partial: string): void => self.postMessage({ id, progress, partial });
    const made = python.globals.get("ask")(kind, method, path, query, body, language, JSON.stringify(results), report);
    const [status, content] = made.toJs();
    self.postMessage({ id, status, text: new TextDecoder().decode(content) });
  } catch (error) {
    started = undefined;
    const message = `Python could not be started in this browser: ${error instanceof Error ? error.message.slice(-300) : String(error)}`;
    self.postMessage({ id, status: 500, text: JSON.stringify({ code: "page/python", message }) });
  }
};
