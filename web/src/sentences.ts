import { capital } from './i18n.svelte'

/** Lines as sentences, one after the other: each with a capital letter and one full stop. */
export function asSentences(lines: readonly string[]): string {
  const said = lines.map((line) => line.trim().replace(/\.$/, '')).filter((line) => line !== '')
  return said.map((line) => (/[!?…]$/.test(line) ? capital(line) : `${capital(line)}.`)).join(' ')
}
