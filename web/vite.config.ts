import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = "http://127.0.0.1:8021";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/pitboss/server/static",
    emptyOutDir: true,
    target: "es2022",
    // A page without a polyfill keeps to a policy that allows no script written into it.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: true,
  },
  // `npm run dev` serves the page by itself and asks a floor that runs beside it.
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true }, "/verify": server } },
});
