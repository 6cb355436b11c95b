/**
 * The host of tables as it is downloaded, in Pyodide: `node pyodide_host.mjs FOLDER`, the folder of the packed files.
 *
 * Each line of its input names a method and arguments; each line of its output is what the method gave back.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startHost } from '../../web/src/device/worker/python.ts'

const [, , folder] = process.argv
const engine = dirname(fileURLToPath(import.meta.resolve('../../web/node_modules/pyodide/pyodide.mjs')))
const { info } = JSON.parse(readFileSync(join(folder, 'pack.json'), 'utf-8'))
// Node fetches no files.
const modules = `data:application/zip;base64,${readFileSync(join(folder, 'modules.zip')).toString('base64')}`
const host = await startHost({ engine, library: join(folder, 'library.zip'), modules, info })

for await (const line of createInterface({ input: process.stdin })) {
  const [method, ...more] = JSON.parse(line)
  process.stdout.write(`${JSON.stringify(host[method](...more) ?? null)}\n`)
}
