<<<<<<<< HEAD:src/pitboss/server/static/assets/solver-2l2clyXt.js
import{S as e,b as t,y as n}from"./base-BDpyk7dD.js";var r=1e3,i=20,a=e=>new Promise(t=>setTimeout(t,e));async function o(e,t){for(let o=0;t();){try{let t=await e();if(!t.working)return t}catch(e){if(!(e instanceof n&&(e.status===429||e.code===`server/busy`))||++o>i)throw e}await a(r)}return null}var s=()=>!0,c=(e,n=s)=>o(()=>t(e),n),l=(t,n,r=s)=>o(()=>e(t,n),r);export{l as n,c as t};
========
import{S as e,b as t,y as n}from"./base-D9ZFpPlK.js";var r=1e3,i=20,a=e=>new Promise(t=>setTimeout(t,e));async function o(e,t){for(let o=0;t();){try{let t=await e();if(!t.working)return t}catch(e){if(!(e instanceof n&&(e.status===429||e.code===`server/busy`))||++o>i)throw e}await a(r)}return null}var s=()=>!0,c=(e,n=s)=>o(()=>t(e),n),l=(t,n,r=s)=>o(()=>e(t,n),r);export{l as n,c as t};
>>>>>>>> main:src/pitboss/server/static/assets/solver-BxLOY6YR.js
