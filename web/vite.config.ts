import globalData from '@csstools/postcss-global-data'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import customMedia from 'postcss-custom-media'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'
import { SERVER_PATHS } from './src/pages.ts'
import { DEVICE_STORAGE } from './src/device/packed.ts'
import device, { packed } from './plugins/device.ts'
import messages, { pageLines } from './plugins/messages/index.ts'
import { POLICY } from './plugins/policy.ts'
import { VISIT } from './plugins/visit.ts'

/** `npm run dev` passes what is not its own on to a server started with `qwixx serve --port 8123`. */
const server = 'http://127.0.0.1:8123'

async function fingerprint(text: string, bytes = 6): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest, 0, bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The oldest browsers that have what scripts and styles use: container queries, `:has()`, `toReversed()`. */
const OLDEST = ['chrome110', 'edge110', 'firefox121', 'safari16']

/** What is loaded together: a module is in the first stage of a visit that needs it. */
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
      for (const [stage, begin] of Object.entries(VISIT)) {
        for (const file of files.filter((name) => name.endsWith(`/${begin}`))) visit(file, stage)
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
function firstScreen(base: string): Plugin {
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
          ...needed.map(({ fileName }) => ({ rel: 'modulepreload', crossorigin: true, href: base + fileName })),
          ...[...styles].map((file) => ({ rel: 'stylesheet', crossorigin: true, href: base + file })),
        ]
        return links.filter(({ href }) => !html.includes(href)).map(link)
      },
    },
  }
}

const WORKER = 'sw.js'

/** Tells the service worker which client it belongs to; every change of the client changes the worker. */
function ownVersion(isSite: boolean): Plugin {
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
        // A text stands for everything below it, too.
        const untouched = `^(?:${SERVER_PATHS.map((path) => path.replace(/\{\w+\}/g, '[^/]+')).join('|')})(?:/|$)`
        const pack = packed().files.map(({ path }) => path)
        const version = await fingerprint(JSON.stringify([files, pack, untouched, String(page.source), worker.code]))
        const built = { version, files, untouched, isSite, deviceStorage: DEVICE_STORAGE, pack }
        worker.code = `const BUILT=${JSON.stringify(built)};${worker.code}`
      },
    },
  }
}

/** What Lightning CSS would add for `light-dark()`, which no stylesheet uses: its `Features.LightDark`. */
const LIGHT_DARK = 1 << 20

/** What each `@media (--name)` stands for. */
const WINDOWS = 'src/windows.css'

/** What readers without scripts see, and those who wait for them in vain: it says so in every language. */
function fallbacks(): Plugin {
  return {
    name: 'fallbacks',
    transformIndexHtml(html) {
      const late = pageLines((text) => `${text('page.unloaded')} <a href="">${text('reload')}</a>`)
      const off = pageLines((text) => text('page.noscript'))
      return html
        .replace('<div id="app"></div>', `<div id="app"><div class="unloaded late">${late}</div></div>`)
        .replace('<noscript></noscript>', `<noscript>${off}</noscript>`)
    },
  }
}

/** A page without a server carries its policy itself; a server sends it in a header. */
function ownPolicy(): Plugin {
  const meta = { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY } }
  return { name: 'own-policy', transformIndexHtml: () => [{ ...meta, injectTo: 'head-prepend' as const }] }
}

// A site can be put into any folder, and is served as files alone: src/site.ts.
export default defineConfig(({ mode }) => {
  const isSite = mode === 'site'
  const base = isSite ? './' : '/'
  return {
    base,
    plugins: [
      messages(),
      device(),
      svelte(),
      stages(),
      firstScreen(base),
      fallbacks(),
      ownVersion(isSite),
      ...(isSite ? [ownPolicy()] : []),
    ],
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
          chunkFileNames: 'assets/[name]-[hash:7].js',
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
  }
})
