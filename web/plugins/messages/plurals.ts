/** The plural categories of a language, for a server that has no Intl. */

// The categories of integers repeat every hundred, less those of the first hundred. Only those of whole millions do not,
// and nothing is counted so far.
const COUNTS = 200

/** The numbers below 200 in each category but "other". */
export function pluralsOf(locale: string): Record<string, number[]> {
  const rules = new Intl.PluralRules(locale)
  const found: Record<string, number[]> = {}
  for (let count = 0; count < COUNTS; count++) {
    const category = rules.select(count)
    if (category !== 'other') (found[category] ??= []).push(count)
  }
  return found
}
