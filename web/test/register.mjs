/** Lets Node's own test runner read the page's sources: TypeScript, runes, imports without an ending. */

import { readFileSync, statSync } from "node:fs";
import { register } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

const ENDINGS = [".ts", ".svelte.ts", ".js", "/index.ts"];

const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** Find `./money` as `./money.ts`, as the bundler does. */
export async function resolve(name, context, next) {
  if (name.startsWith(".") && context.parentURL) {
    const path = fileURLToPath(new URL(name, context.parentURL));
    const ending = isFile(path) ? "" : ENDINGS.find((it) => isFile(path + it));
    if (ending) return { url: pathToFileURL(path + ending).href, shortCircuit: true };
  }
  return next(name, context);
}

/** Take the types out, and let Svelte compile runes for a page that nobody looks at. */
export async function load(url, context, next) {
  if (!url.endsWith(".ts")) return next(url, context);
  const { default: typescript } = await import("typescript");
  const options = { target: "ES2022", module: "ESNext", verbatimModuleSyntax: true };
  const text = readFileSync(fileURLToPath(url), "utf8");
  let source = typescript.transpileModule(text, { compilerOptions: options }).outputText;
  if (url.endsWith(".svelte.ts")) {
    const { compileModule } = await import("svelte/compiler");
    source = compileModule(source, { generate: "server", filename: fileURLToPath(url) }).js.code;
  }
  return { format: "module", source, shortCircuit: true };
}

if (!process.env.PITBOSS_HOOKS) {
  // Hooks run beside the tests, in a thread that reads this file again.
  process.env.PITBOSS_HOOKS = "1";
  register(import.meta.url);
  await import("./browser.mjs");
}
