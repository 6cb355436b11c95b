/**
 * Packs the Python that games on a device need: `node device/pack.mjs SOURCES WHEEL FOLDER`.
 *
 * It plays all games in Pyodide, and packs what they import.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadPyodide } from 'pyodide'

const [, , sources, wheel, folder] = process.argv
const HERE = dirname(fileURLToPath(import.meta.url))

const python = await loadPyodide()
const { FS } = python

/** Copies Python files into the file system of Pyodide. */
function copy(from, to) {
  FS.mkdirTree(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.isDirectory()) copy(join(from, entry.name), `${to}/${entry.name}`)
    else if (entry.name.endsWith('.py')) FS.writeFile(`${to}/${entry.name}`, readFileSync(join(from, entry.name)))
  }
}

copy(join(sources, 'qwixx'), '/source/qwixx')
copy(HERE, '/tools')
FS.writeFile('/packages.txt', readFileSync(join(HERE, 'packages.txt')))
python.unpackArchive(new Uint8Array(readFileSync(wheel)), 'wheel')
FS.writeFile('/wheel.whl', new Uint8Array(readFileSync(wheel)))

python.runPython(`
import sys
sys.path += ["/source", "/tools"]
from trace_imports import trace_imports
used = trace_imports()

from zipfile import ZipFile
from packing import pack

(library,) = (each for each in sys.path if each.endswith(".zip"))
with ZipFile(library) as whole:
    names = {file.removeprefix(library + "/") for file in used if file.startswith(library)}
    # How text is decoded at the start, and what tells of an unexpected error.
    names |= {each for each in whole.namelist() if each.startswith("importlib/") and each.endswith(".py")}
    names |= {"traceback.py", "linecache.py", "tokenize.py", "token.py", "codeop.py", "textwrap.py"}
    pack({name: whole.read(name) for name in names if name in whole.namelist()}, "/library.zip")

ours = {file.removeprefix("/source/"): open(file, "rb").read() for file in used if file.startswith("/source/")}
listed = open("/packages.txt").read().split()
if outside := [name for name in ours if name.split("/")[1] not in listed]:
    raise ImportError(f"a change of {', '.join(outside)} would not be noticed: add it to web/device/packages.txt")
with ZipFile("/wheel.whl") as msgspec:
    ours |= {each: msgspec.read(each) for each in msgspec.namelist() if not each.endswith((".pyi", "/"))}
pack(ours, "/modules.zip")
`)
for (const name of ['library.zip', 'modules.zip']) writeFileSync(join(folder, name), FS.readFile(`/${name}`))
