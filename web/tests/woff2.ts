/** Which characters a font in WOFF2 has. */
import { brotliDecompressSync } from 'node:zlib'

// Bytes of its header, and the numbers of tables whose tags are known.
const HEADER = 48
const CMAP = 0
const OWN_NAME = 0x3f
const GLYF_LOCA = [10, 11]

/** The table of a WOFF2 font that says which characters it has. */
function cmapOf(font: Buffer): Buffer {
  let at = HEADER
  const byte = (): number => font.readUInt8(at++)
  const variable = (): number => {
    let value = 0
    for (let next = 0x80; next & 0x80;) value = (value << 7) | ((next = byte()) & 0x7f)
    return value
  }
  let start = 0
  let found: [number, number] | undefined
  for (let table = font.readUInt16BE(12); table > 0; table--) {
    const flags = byte()
    const name = flags & OWN_NAME
    if (name === OWN_NAME) at += 4
    const size = variable()
    // Only these two are transformed unless the flags say otherwise.
    const isTransformed = GLYF_LOCA.includes(name) ? flags >> 6 === 0 : flags >> 6 !== 0
    const length = isTransformed ? variable() : size
    if (name === CMAP) found = [start, start + length]
    start += length
  }
  const tables = brotliDecompressSync(font.subarray(at, at + font.readUInt32BE(20)))
  return tables.subarray(...(found ?? [0, 0]))
}

/** The characters of the basic plane (format 4). */
function charactersOf(cmap: Buffer): Set<string> {
  const offsets = Array.from({ length: cmap.readUInt16BE(2) }, (_, table) => cmap.readUInt32BE(8 + 8 * table))
  const start = offsets.find((offset) => cmap.readUInt16BE(offset) === 4) ?? 0
  const size = cmap.readUInt16BE(start + 6)
  const found = new Set<string>()
  for (let segment = 0; segment < size; segment += 2) {
    const last = cmap.readUInt16BE(start + 14 + segment)
    for (let code = cmap.readUInt16BE(start + 16 + size + segment); code <= last && code < 0xffff; code++)
      found.add(String.fromCodePoint(code))
  }
  return found
}

export const charactersIn = (font: Buffer): Set<string> => charactersOf(cmapOf(font))
