/** Writes Brotli and gzip copies beside the files of a folder: `node compress.js FOLDER`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

// Fonts are compressed already.
const GAINING = new Set(['.html', '.js', '.json', '.css', '.svg', '.webmanifest'])
const SMALLEST = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

const [, , folder] = process.argv
for (const name of readdirSync(folder, { recursive: true })) {
  const path = join(folder, name)
  if (!GAINING.has(extname(path))) continue
  const content = readFileSync(path)
  writeFileSync(`${path}.br`, brotliCompressSync(content, SMALLEST))
  writeFileSync(`${path}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }))
}
