/** The hexadecimal digits that stand for bytes. */

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** So many bytes; null where there are other digits, or more or fewer of them. */
export function fromHex(text: string, size: number): Uint8Array | null {
  if (!/^[0-9a-fA-F]*$/.test(text) || text.length !== 2 * size) return null
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => parseInt(digits, 16))
}
