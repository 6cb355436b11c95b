/** What is wrong with the messages: each line names the file and the key. */
import { REFUSALS } from '../refusals.ts'
import { LOCALE, NAME, SOURCE, type Catalogue } from './catalogues.ts'
import { START, type Parts } from './parts.ts'
import type { Message } from './icu.ts'
import type { Usage } from './usage.ts'

/** Messages that the build itself uses. */
export const OF_THE_PAGE = ['page.unloaded', 'reload', 'page.noscript'] as const
export type PageKey = (typeof OF_THE_PAGE)[number]
const OF_THE_BUILD: readonly string[] = [NAME, LOCALE, ...OF_THE_PAGE]

/** Messages that the server says, in previews of links. */
export const isOfServer = (key: string): boolean => /^preview\.|^game\.\w+\.long$/.test(key)

/** The names of placeholders, and the words that one is chosen by; a language need not count what another counts. */
const shown = ({ placeholders }: Message): string =>
  [...placeholders]
    .map(([name, kind]) => (typeof kind === 'string' ? `{${name}}` : `{${name}: ${kind.join(', ')}}`))
    .sort()
    .join(' ') || 'none'

function ofTranslation(source: Catalogue, { file, messages, problems }: Catalogue): string[] {
  const found: string[] = []
  const broken = new Set(problems.map((problem) => problem.split(': ')[1]))
  for (const [key, message] of source.messages) {
    const translated = messages.get(key)
    if (translated === undefined) {
      if (!broken.has(key)) found.push(`${file}: ${key} is missing`)
    } else if (shown(translated) !== shown(message)) {
      found.push(`${file}: ${key} has the placeholders ${shown(translated)}, ${SOURCE} has ${shown(message)}`)
    }
  }
  for (const key of messages.keys()) {
    if (!source.messages.has(key)) found.push(`${file}: ${key} is not in ${source.file}`)
  }
  return found
}

/** The client puts the keys of refusals together, so their use cannot be seen in it. */
function ofRefusals({ file, messages }: Catalogue, refusals: readonly string[]): string[] {
  const wanted = new Set(refusals.map((code) => `reason.${code}`))
  const found = [...messages.keys()].filter((key) => key.startsWith('reason.'))
  return [
    ...[...wanted].filter((key) => !messages.has(key)).map((key) => `${file}: ${key} is missing`),
    ...found.filter((key) => !wanted.has(key)).map((key) => `${file}: ${key} is used nowhere`),
  ]
}

export function problemsOf(
  all: readonly Catalogue[],
  { problems }: Usage,
  { keys }: Parts,
  refusals: readonly string[] = REFUSALS,
): string[] {
  const source = all.find(({ language }) => language === SOURCE)
  if (source === undefined) return [`messages/${SOURCE}.json is missing`]
  const used = new Set([...OF_THE_BUILD, ...[...keys.values()].flatMap((part) => [...part])])
  const unused = [...source.messages.keys()].filter((key) => !used.has(key) && !isOfServer(key))
  const undescribed = [...source.messages.keys()].filter((key) => !source.descriptions.get(key))
  return [
    ...problems,
    ...all.flatMap((each) => each.problems),
    ...unused.map((key) => `${source.file}: ${key} is used nowhere`),
    ...ofRefusals(source, refusals),
    ...undescribed.map((key) => `${source.file}: ${key} has no description`),
    ...all.filter((each) => each !== source).flatMap((each) => ofTranslation(source, each)),
    ...(keys.has(START) ? [] : ['the first screen has no messages']),
  ]
}
