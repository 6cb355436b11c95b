import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

// How Pyodide loads its second part, from an address that it makes.
const LOADING = /let (\w+)=`\$\{\w+\.indexURL\}pyodide\.asm\.mjs`;return\(await \w+\(\1\)\)\.default/

/** Makes one file of Pyodide: in a worker of WebKit, an import without a network never ends, whatever the page keeps. */
function oneFile(): Plugin {
  return {
    name: 'one-file',
    transform(code, id) {
      if (!id.endsWith('/pyodide/pyodide.mjs')) return undefined
      if (!LOADING.test(code)) this.error('Pyodide loads its parts in another way now')
      return code.replace(LOADING, "return (await import('./pyodide.asm.mjs')).default")
    },
  }
}

/** The worker of games on a device, as web/device_pack.py packs it. */
export default defineConfig({
  plugins: [oneFile()],
  publicDir: false,
  build: {
    outDir: 'node_modules/.device/worker',
    emptyOutDir: true,
    target: ['chrome110', 'edge110', 'firefox121', 'safari16'],
    modulePreload: false,
    rolldownOptions: {
      input: fileURLToPath(new URL('src/device/worker/worker.ts', import.meta.url)),
      // What only Node has is never asked for in a browser.
      external: [/^node:/, 'ws'],
      output: { entryFileNames: 'worker.js', codeSplitting: false },
    },
  },
})
