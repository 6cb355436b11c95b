import globalData from '@csstools/postcss-global-data'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import customMedia from 'postcss-custom-media'
import { defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite'
import { LANGUAGES } from './src/languages.ts'
import type english from './src/messages/en/page.ts'

/** `npm run dev` passes what is not its own on to a server started with `qwixx serve --port 8123`. */
const server = 'http://127.0.0.1:8123'

async function fingerprint(text: string, bytes = 6): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest, 0, bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const WORDS = /\/messages\/([\w-]+)\/(?:around\/)?(\w+)\.ts$/
const hashOfWords = new Map<string, string>()

/** Hashes all words of a language together: their names are in the first script, where one hash costs less than twenty. */
function wordHashes(): Plugin {
  return {
    name: 'word-hashes',
    async buildEnd() {
      const words = new Map<string, string>()
      for (const file of [...this.getModuleIds()].sort()) {
        const language = WORDS.exec(file)?.[1]
        if (language !== undefined) words.set(language, `${words.get(language) ?? ''}${this.getModuleInfo(file)?.code}`)
      }
      for (const [language, text] of words) hashOfWords.set(language, (await fingerprint(text, 4)).slice(1))
    },
  }
}

/** Hashes are short, since every name is in the first script. German words of the table are in `words-de-play-….js`. */
function chunkName({ facadeModuleId }: Rolldown.PreRenderedChunk): string {
  const [, language, part] = WORDS.exec(facadeModuleId ?? '') ?? []
  if (language === undefined) return 'assets/[name]-[hash:7].js'
  return `assets/words-${language}-${part}-${hashOfWords.get(language)}.js`
}

/** The oldest browsers that have what scripts and styles use: container queries, `:has()`, `toReversed()`. */
const OLDEST = ['chrome110', 'edge110', 'firefox121', 'safari16']

/** What is loaded together, in the order of a visit: a module is in the first of these that needs it. */
const STAGES = {
  main: '/src/main.ts',
  first: '/src/start.ts',
  table: '/src/screens/Table.svelte',
}
const stageOf = new Map<string, string>()

/** Notes the stage of every module: few files arrive sooner than many. */
function stages(): Plugin {
  return {
    name: 'stages',
    buildEnd() {
      const files = [...this.getModuleIds()]
      const visit = (file: string, stage: string): void => {
        if (stageOf.has(file)) return
        stageOf.set(file, stage)
        for (const next of this.getModuleInfo(file)?.importedIds ?? []) visit(next, stage)
      }
      for (const [stage, begin] of Object.entries(STAGES)) {
        for (const file of files.filter((name) => name.endsWith(begin))) visit(file, stage)
      }
    },
  }
}

const groupOf = (file: string): string | null => {
  const stage = stageOf.get(file)
  return stage === undefined || stage === 'main' ? null : stage
}

const link = (attrs: HtmlTagDescriptor['attrs']): HtmlTagDescriptor => ({
  tag: 'link',
  attrs,
  injectTo: 'head-prepend',
})

/** Everything that the first screen needs is asked for by the page itself: a script would ask too late. */
function firstScreen(): Plugin {
  return {
    name: 'first-screen',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((output) => output.type === 'chunk')
        const first = chunks.filter(({ moduleIds }) => moduleIds.some((file) => stageOf.get(file) === 'first'))
        const imported = new Set(first.flatMap(({ imports }) => imports))
        const needed = [...first, ...chunks.filter(({ fileName }) => imported.has(fileName))]
        const styles = new Set(needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
        const links = [
          ...needed.map(({ fileName }) => ({ rel: 'modulepreload', crossorigin: true, href: `/${fileName}` })),
          ...[...styles].map((file) => ({ rel: 'stylesheet', crossorigin: true, href: `/${file}` })),
        ]
        return links.filter(({ href }) => !html.includes(href)).map(link)
      },
    },
  }
}

const WORKER = 'sw.js'

/** Tells the service worker which client it belongs to; every change of the client changes the worker. */
function ownVersion(): Plugin {
  return {
    name: 'own-version',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const worker = bundle[WORKER]
        const page = bundle['index.html']
        if (worker?.type !== 'chunk' || page?.type !== 'asset') throw new Error(`no ${WORKER}, or no page`)
        if (worker.imports.length > 0) throw new Error(`${WORKER} has to be a single file`)
        const names = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
        const files = names.map((name) => `/${name}`).sort()
        const version = await fingerprint(JSON.stringify([files, String(page.source), worker.code]))
        worker.code = `const BUILT=${JSON.stringify({ version, files })};${worker.code}`
      },
    },
  }
}

/** What Lightning CSS would add for `light-dark()`, which no stylesheet uses: its `Features.LightDark`. */
const LIGHT_DARK = 1 << 20

/** What each `@media (--name)` stands for. */
const WINDOWS = 'src/windows.css'

type PageWords = Record<keyof typeof english, string>

/** Whoever has no scripts, or waits for them in vain, is told so in every language. */
function fallbacks(): Plugin {
  const lines = async (line: (words: PageWords) => string): Promise<string> => {
    const told = Object.entries(LANGUAGES).map(async ([language, { locale }]) => {
      const file = new URL(`./src/messages/${language}/page.ts`, import.meta.url)
      const { default: words } = (await import(file.href)) as { default: PageWords }
      return `<p lang="${locale}">${line(words)}</p>`
    })
    return (await Promise.all(told)).join('')
  }
  return {
    name: 'fallbacks',
    async transformIndexHtml(html) {
      const late = await lines((words) => `${words['page.unloaded']} <a href="">${words['page.reload']}</a>`)
      const off = await lines((words) => words['page.noscript'])
      return html
        .replace('<div id="app"></div>', `<div id="app"><div class="unloaded late">${late}</div></div>`)
        .replace('<noscript></noscript>', `<noscript>${off}</noscript>`)
    },
  }
}

export default defineConfig({
  plugins: [svelte(), stages(), wordHashes(), firstScreen(), fallbacks(), ownVersion()],
  css: {
    postcss: { plugins: [globalData({ files: [WINDOWS] }), customMedia()] },
    lightningcss: { exclude: LIGHT_DARK },
  },
  build: {
    outDir: '../src/qwixx/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    target: OLDEST,
    modulePreload: { polyfill: false }, // every browser that has what the styles need has this, too
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: { index: 'index.html', sw: 'src/sw/sw.ts' },
      output: {
        // Browsers look for a new worker at the address of the old one.
        entryFileNames: ({ name }) => (name === 'sw' ? WORKER : 'assets/[name]-[hash:7].js'),
        chunkFileNames: chunkName,
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: groupOf }] },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/ws': { target: server, ws: true },
      '^/t/[^/]+/s/': server,
    },
  },
})
