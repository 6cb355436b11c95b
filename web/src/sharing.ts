/** Ways to take something out of the page: the clipboard, a file, the share sheet. */
import { t } from './i18n.svelte'
import { toast } from './toast.svelte'

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

/** Saves a file on the reader's device. */
export function download(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Copies a text, and says whether that worked. */
export async function copyAndSay(text: string): Promise<boolean> {
  const isCopied = await copyText(text)
  toast.show(t(isCopied ? 'copied' : 'copy.failed'))
  return isCopied
}

/** Whether the device shared it, or its share sheet was closed: a player who closes it wants no other way to share. */
export async function share(data: ShareData): Promise<boolean> {
  if (typeof navigator.share !== 'function') return false
  try {
    await navigator.share(data)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

/** Shares a file if the browser can, and otherwise saves it. */
export async function shareFile(content: Blob, name: string, title: string): Promise<void> {
  const files = [new File([content], name, { type: content.type })]
  if (!navigator.canShare?.({ files }) || !(await share({ files, title }))) download(content, name)
}
