// What keys mean at the table.

export type Command = number | 'pass' | 'confirm' | 'hint' | 'skip'

const COMMANDS: Readonly<Record<string, Command>> = { p: 'pass', h: 'hint', Enter: 'confirm', ' ': 'skip' }
const MOST_CARDS = 5

// Elements that handle letters themselves, and elements that handle Enter and Space.
const WRITES = 'input, textarea, select, [contenteditable]'
const ACTS = 'button, a, summary, [tabindex="0"]'

/** What a key means; null where it means something else. Numbers count from 1. */
export function commandOf(event: KeyboardEvent): Command | null {
  const { key, target } = event
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return null
  const within = (selector: string): boolean => (target as Element | null)?.closest?.(selector) != null
  if (within(WRITES) || document.querySelector('dialog[open]') !== null) return null
  const number = Number(key)
  if (key.trim() !== '' && number >= 1 && number <= MOST_CARDS) return number
  const command = COMMANDS[key.length === 1 ? key.toLowerCase() : key] ?? null
  const isPressed = command === 'confirm' || command === 'skip'
  return isPressed && within(ACTS) ? null : command
}
