import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

/** Tests of modules that need no page; pages are tested in a real browser, see tests/browser. */
export default defineConfig({
  plugins: [svelte()],
  test: { include: ['tests/**/*.test.ts'] },
})
