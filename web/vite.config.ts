import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, loadEnv } from "vite";

// `npm run dev` serves the page by itself and asks a floor that runs beside it:
// pitboss serve --origin http://127.0.0.1:5173
const server = loadEnv("", ".", "PITBOSS_").PITBOSS_URL ?? "http://127.0.0.1:8021";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/pitboss/server/static",
    emptyOutDir: true,
    target: "es2022",
    // A page without a polyfill keeps to a policy that allows no script written into it.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // What every page needs is one file: each small one more would cost the headers of an answer.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: "base", test: /src\/lib\/(aloud|api|books|cards|kept|keys|line|money|router|session)\b|svelte\/src\/(internal\/(disclose-version|flags)|version)/ }],
        },
      },
    },
    reportCompressedSize: true,
  },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true }, "/verify": server } },
});
