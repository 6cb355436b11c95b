import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import messages from './plugins/messages/index.ts'

/** Tests of modules that need no page, and of what stylesheets say; pages are tested in a real browser, see tests/browser. */
export default defineConfig({
  plugins: [messages(), svelte()],
  resolve: { alias: { 'virtual:device': fileURLToPath(new URL('tests/fakePack.ts', import.meta.url)) } },
  // The machine is busy with other checks meanwhile.
  test: { include: ['tests/**/*.test.ts'], css: { include: /raw/ }, testTimeout: 60_000 },
})
