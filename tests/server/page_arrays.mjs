// Start the page's Python in Node, with the page's arrays and their compiled loops, and evaluate what comes in.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pythonFolder, kernels, arrays, asked] = process.argv.slice(2);
let memory;
const instantiate = WebAssembly.instantiate.bind(WebAssembly);
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate(...given);
  memory ??= (made.instance ?? made).exports.memory;
  return made;
};
const { loadPyodide } = await import(pathToFileURL(`${pythonFolder}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${pythonFolder}/`, stdLibURL: `${pythonFolder}/stdlib.zip` });
const ROOM = 1 << 20;
const room = () => python._module._malloc(ROOM);
const whole = (value) => new WebAssembly.Global({ value: "i32" }, value);
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(kernels)), {
  env: {
    memory,
    __stack_pointer: new WebAssembly.Global({ value: "i32", mutable: true }, room() + ROOM),
    __memory_base: whole((room() + 63) & ~63),
    __table_base: whole(0),
    js_mod: (one, other) => one % other,
    js_pow: Math.pow,
    js_exp: Math.exp,
    js_log: Math.log,
  },
});
for (const name of ["__wasm_apply_data_relocs", "__wasm_call_ctors"]) exports[name]?.();
python.registerJsModule("page_loops", { ...exports });
python.FS.mkdirTree("/packages/numpy");
for (const name of ["__init__.py", "typing.py"]) python.FS.writeFile(`/packages/numpy/${name}`, readFileSync(`${arrays}/${name}`));
python.runPython("import sys; sys.path.insert(0, '/packages'); import numpy, page_loops; numpy.connect(page_loops)");
const { runner, cases } = JSON.parse(readFileSync(asked, "utf8"));
python.runPython(runner);
process.stdout.write(python.globals.get("run")(JSON.stringify(cases)));
