/** Whether this page has no server; `pitboss site` marks it. */
export const isAlone = document.querySelector('meta[name="pitboss-alone"]') !== null;
