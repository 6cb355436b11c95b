import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

/** `npm run dev` passes what is not its own on to a server started with `qwixx serve --port 8123`. */
const server = 'http://127.0.0.1:8123'

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/qwixx/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    target: 'es2022',
    modulePreload: false, // one chunk needs no preloading
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: {
    proxy: {
      '/api': server,
      '/ws': { target: server, ws: true },
      '^/t/[^/]+/s/': server,
    },
  },
})
