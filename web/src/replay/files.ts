/** Files for the reader: saved on the device, or handed to another program. */

export function download(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Hands a file to the share sheet where there is one, and else saves it. */
export async function shareFile(content: Blob, name: string, title: string): Promise<void> {
  const files = [new File([content], name, { type: content.type })]
  if (navigator.canShare?.({ files })) {
    try {
      await navigator.share({ files, title })
      return
    } catch (error) {
      // Whoever closed the sheet wants neither.
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  download(content, name)
}
