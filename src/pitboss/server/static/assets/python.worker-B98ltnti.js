(function(){let e=`/python/`,t=1<<20,n=async t=>{let n=await fetch(e+t);if(!n.ok)throw Error(`${t} could not be loaded (${n.status}).`);return n},r=async e=>new Uint8Array(await(await n(e)).arrayBuffer()),i=async e=>{let{body:t}=await n(e);return new Response(t.pipeThrough(new DecompressionStream(`gzip`)),{headers:{"Content-Type":`application/wasm`}})};function a(e){let[t]=WebAssembly.Module.customSections(e,`dylink.0`),n=new Uint8Array(t),r=0,i=()=>{let e=0;for(let t=0;;t+=7){let i=n[r++];if(e|=(i&127)<<t,i<128)return e>>>0}};for(;r<n.length;){let e=n[r++],t=i();if(e===1)return i();r+=t}return 0}async function o(){let o,s=WebAssembly.instantiate.bind(WebAssembly),c=WebAssembly.instantiateStreaming.bind(WebAssembly),l=e=>async(...t)=>{let n=await e(...t);return o??=(n.instance??n).exports.memory,n};Object.assign(WebAssembly,{instantiate:l(s),instantiateStreaming:l(c)});let u=self.fetch.bind(self);self.fetch=(e,t)=>String(e).endsWith(`/pyodide.asm.wasm`)?i(`pyodide.asm.wasm.gz`):u(e,t);let d=`${e}pyodide.mjs`,f=Promise.all([r(`msgspec.zip`),r(`pitboss.zip`),i(`kernels.wasm.gz`).then(e=>e.arrayBuffer()),n(`kernels.json`).then(e=>e.text())]),{loadPyodide:p}=await import(
/* @vite-ignore */
d),m=await p({indexURL:e,stdLibURL:`${e}stdlib.zip`}),[h,g,_,v]=await f;m.unpackArchive(h,`zip`,{extractDir:`/packages`}),m.unpackArchive(g,`zip`,{extractDir:`/packages`});let y=await WebAssembly.compile(_),b=e=>new WebAssembly.Global({value:`i32`},e),x=m._module._malloc(t),{exports:S}=new WebAssembly.Instance(y,{env:{memory:o,__stack_pointer:new WebAssembly.Global({value:`i32`,mutable:!0},x+t),__memory_base:b(m._module._malloc(a(y)+64)+63&-64),__table_base:b(0),js_mod:(e,t)=>e%t,js_pow:Math.pow,js_exp:Math.exp,js_log:Math.log}});for(let e of[`__wasm_apply_data_relocs`,`__wasm_call_ctors`])S[e]?.();return m.registerJsModule(`pitboss_kernels`,{...S,index:()=>v}),m.runPython(`
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
`),m}let s;self.onmessage=async({data:e})=>{let{id:t,kind:n,method:r,path:i,query:a,body:c,language:l,results:u}=e;try{let[e,d]=(await(s??=o())).globals.get(`ask`)(n,r,i,a,c,l,JSON.stringify(u),(e,n)=>self.postMessage({id:t,progress:e,partial:n})).toJs();self.postMessage({id:t,status:e,text:new TextDecoder().decode(d)})}catch(e){s=void 0;let n=`Python could not be started in this browser: ${e instanceof Error?e.message.slice(-300):String(e)}`;self.postMessage({id:t,status:500,text:JSON.stringify({code:`page/python`,message:n})})}}})();