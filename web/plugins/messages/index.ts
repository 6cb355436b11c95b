/** Gives the client its messages: a file for each part in each language, and the parts that each screen needs. */
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { VISIT } from '../visit.ts'
import { catalogues, FOLDER, SOURCE, type Catalogue } from './catalogues.ts'
import { declare } from './declaration.ts'
import type { Form } from './icu.ts'
import { nameOf, partsOf, START, type Parts } from './parts.ts'
import { pathOf } from './paths.ts'
import { pluralsOf } from './plurals.ts'
import { isOfServer, problemsOf, type PageKey } from './problems.ts'
import { lazyCalls, usageIn, type Usage } from './usage.ts'

const CLIENT = fileURLToPath(new URL('../..', import.meta.url))
const SRC = join(CLIENT, 'src')
/** What the client imports; src/virtual.d.ts says what is in it. */
const VIRTUAL = 'virtual:messages'
/** What the server has to know of each language: its files by part, and what the server says itself. */
const INDEX = 'messages.json'

export interface State {
  all: readonly Catalogue[]
  usage: Usage
  parts: Parts
}

export function readMessages(): State {
  const all = catalogues()
  const keys = [...(all.find(({ language }) => language === SOURCE)?.messages.keys() ?? [])]
  const usage = usageIn(SRC, keys)
  return { all, usage, parts: partsOf(usage, join(CLIENT, VISIT.main), join(CLIENT, VISIT.table)) }
}

function compiled({ messages }: Catalogue, keys: Iterable<string>): string {
  const forms: Record<string, Form> = {}
  for (const key of keys) {
    const message = messages.get(key)
    if (message !== undefined) forms[key] = message.form
  }
  return JSON.stringify(forms)
}

interface MessageFile {
  source: string
  /** Of the source: a file that has not changed keeps its address, and stays in caches. */
  hash: string
}

/** The files of a language, by part. */
function filesOf(catalogue: Catalogue, { keys }: Parts): Record<string, MessageFile> {
  const files = [...keys].map(([part, those]) => {
    const source = compiled(catalogue, those)
    return [part, { source, hash: createHash('sha256').update(source).digest('hex').slice(0, 7) }] as const
  })
  return Object.fromEntries(files)
}

function hashesOf(catalogue: Catalogue, parts: Parts): Record<string, string> {
  return Object.fromEntries(Object.entries(filesOf(catalogue, parts)).map(([part, { hash }]) => [part, hash]))
}

const byLanguage = (all: readonly Catalogue[], what: (catalogue: Catalogue) => unknown): Record<string, unknown> =>
  Object.fromEntries(all.map((catalogue) => [catalogue.language, what(catalogue)]))

const languages = (all: readonly Catalogue[]): string =>
  `export const LANGUAGES = ${JSON.stringify(byLanguage(all, ({ name, locale }) => ({ name, locale })))}
export const START = '${START}'\n`

const fetching = ({ all, parts }: State, folder: string): string => `
const HASHES = ${JSON.stringify(byLanguage(all, (each) => hashesOf(each, parts)))}
const pathOf = ${String(pathOf)}
export async function fetchPart(language, part) {
  const path = '${folder}' + pathOf(language, part, HASHES[language][part])
  const response = await fetch(path)
  if (!response.ok) throw new Error(path + ' is answered with ' + response.status)
  return response.json()
}`

/** While nothing is built, all messages of a language come with the first screen. */
const importing = ({ all }: State): string => `
const FILES = {${all.map(({ language: tag }) => `'${tag}': () => import('${VIRTUAL}/${tag}')`).join()}}
export const fetchPart = async (language, part) => part === START ? (await FILES[language]()).default : {}`

/** Adds to every call of `lazy` the parts that it needs. */
function withParts(code: string, file: string, { usage, parts }: State): string {
  const from = usage.modules.get(file)
  if (from === undefined || from.lazy.length === 0) return code
  let at = 0
  let done = ''
  for (const [index, { end }] of lazyCalls(code)
    .filter(({ imported }) => imported.length > 0)
    .entries()) {
    const needed = parts.needed.get(nameOf(from.lazy[index] ?? [])) ?? []
    done += `${code.slice(at, end).trimEnd().replace(/,$/, '')}${needed.map((part) => `, '${part}'`).join('')}`
    at = end
  }
  return done + code.slice(at)
}

/** What the server says itself. */
function forServer(catalogue: Catalogue): object {
  return {
    messages: JSON.parse(compiled(catalogue, [...catalogue.messages.keys()].filter(isOfServer))) as object,
    plurals: pluralsOf(catalogue.locale),
  }
}

/** A line of HTML for each language, made of its messages. */
export function pageLines(line: (text: (key: PageKey) => string) => string): string {
  return catalogues()
    .map(({ locale, messages }) => `<p lang="${locale}">${line((key) => String(messages.get(key)?.form))}</p>`)
    .join('')
}

export default function messages(): Plugin {
  let state: State
  let building = false
  /** Before the paths of files: empty at the root of a server. */
  let folder = ''
  return {
    name: 'messages',
    enforce: 'pre',
    configResolved({ command, base }) {
      building = command === 'build'
      folder = base.replace(/\/$/, '')
    },
    buildStart() {
      state = readMessages()
      declare(state.all)
      const problems = building ? problemsOf(state.all, state.usage, state.parts) : []
      if (problems.length > 0) this.error(['The messages are not in order.', ...problems].join('\n'))
    },
    resolveId: (id) => (id.startsWith(VIRTUAL) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${VIRTUAL}`)) return undefined
      if (id === `\0${VIRTUAL}`) return languages(state.all) + (building ? fetching(state, folder) : importing(state))
      const language = id.slice(VIRTUAL.length + 2)
      this.addWatchFile(join(FOLDER, `${language}.json`))
      const found = catalogues().find((each) => each.language === language)
      return found && `export default ${compiled(found, found.messages.keys())}`
    },
    transform: {
      order: 'pre',
      handler: (code, id) => (building && dirname(id).startsWith(SRC) ? withParts(code, id, state) : undefined),
    },
    generateBundle() {
      if (!building) return
      const index: Record<string, object> = {}
      for (const catalogue of state.all) {
        const files: Record<string, string> = {}
        for (const [part, { source, hash }] of Object.entries(filesOf(catalogue, state.parts))) {
          const path = pathOf(catalogue.language, part, hash)
          files[part] = path
          this.emitFile({ type: 'asset', fileName: path.slice(1), source })
        }
        index[catalogue.language] = { files, ...forServer(catalogue) }
      }
      this.emitFile({ type: 'asset', fileName: INDEX, source: JSON.stringify(index) })
    },
  }
}
