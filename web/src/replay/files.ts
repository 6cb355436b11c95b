import { download } from '../download'

/** Shares a file if the browser can, and otherwise saves it. */
export async function shareFile(content: Blob, name: string, title: string): Promise<void> {
  const files = [new File([content], name, { type: content.type })]
  if (navigator.canShare?.({ files })) {
    try {
      await navigator.share({ files, title })
      return
    } catch (error) {
      // The share sheet was closed: do nothing.
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  download(content, name)
}
