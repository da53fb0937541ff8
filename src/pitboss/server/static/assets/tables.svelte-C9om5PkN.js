<<<<<<<< HEAD:src/pitboss/server/static/assets/tables.svelte-C9om5PkN.js
import{K as e,N as t,q as n}from"./disclose-version-Dd9sZcgW.js";import{g as r}from"./index-C8Jc0ggp.js";var i=new class{#e=n({});#t=!1;of(e){return this.#t||this.#n(),t(this.#e)[e]??e}async#n(){this.#t=!0;let{tables:t}=await r(`/tables`).catch(()=>({tables:[]}));e(this.#e,Object.fromEntries(t.map(e=>[e.id,e.name])))}};export{i as t};
========
import{K as e,N as t,q as n}from"./disclose-version-Dd9sZcgW.js";import{g as r}from"./index-Cm0xs66N.js";var i=new class{#e=n({});#t=!1;of(e){return this.#t||this.#n(),t(this.#e)[e]??e}async#n(){this.#t=!0;let{tables:t}=await r(`/tables`).catch(()=>({tables:[]}));e(this.#e,Object.fromEntries(t.map(e=>[e.id,e.name])))}};export{i as t};
>>>>>>>> main:src/pitboss/server/static/assets/tables.svelte-CFCHE4jh.js
