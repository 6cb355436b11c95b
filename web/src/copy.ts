/** Puts a text on the clipboard. Says whether it worked; without https only the older way does. */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard !== undefined && isSecureContext) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      // Not allowed: try the older way.
    }
  }
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'vh'
  // Inside an open dialog everything else is inert.
  const home = document.querySelector('dialog[open]') ?? document.body
  const before = document.activeElement
  home.append(area)
  area.select()
  let worked = false
  try {
    worked = document.execCommand('copy')
  } catch {
    // The answer stays no.
  }
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return worked
}
