"""Packs what games on a device without a server need: Pyodide, a part of Python's library, our modules.

Every file is compressed here and unpacked in the browser, so that any server of files will do. Its path has a
hash of its content: what has not changed from one version to the next is not fetched again.
"""

import gzip
import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

WEB = Path(__file__).resolve().parent
SOURCES = WEB.parent / "src"
REQUIREMENTS = WEB.parent / "requirements" / "device.txt"
PYODIDE = WEB / "node_modules" / "pyodide"
# Built here, and kept until something in it changes.
PACK = WEB / "node_modules" / ".device"
# The list of its files, for the client.
MANIFEST = PACK / "pack.json"
VITE = WEB / "node_modules" / "vite" / "bin" / "vite.js"
# Pyodide asks for this by its name, in the folder that it is given; the scripts of Pyodide are in the worker.
ENGINE = "pyodide.asm.wasm"
# Our packages and modules that a table may import; the Makefile reads it, too.
PACKAGES = WEB / "device" / "packages.txt"
# Where the browser finds the files, and what they are called there while they are compressed.
FOLDER = "/assets/device"
SUFFIX = ".pack"
TYPES = {".js": "text/javascript", ".wasm": "application/wasm", ".zip": "application/zip"}
HASH_LETTERS = 12


class PackError(Exception):
    """A step that failed, in words."""


def pack(run: Callable[..., None]) -> None:
    """Write the files and their manifest, unless they are there already; ``run`` takes a step with Node."""
    key = _key()
    if MANIFEST.exists() and json.loads(MANIFEST.read_text(encoding="utf-8"))["key"] == key:
        return
    wheel = _wheel()
    for file in ("library.zip", "modules.zip"):
        (PACK / file).unlink(missing_ok=True)
    run("packing games for devices", WEB / "device" / "pack.mjs", SOURCES, wheel, PACK)
    run(
        "packing their worker (vite)",
        VITE,
        "build",
        "--config",
        "vite.worker.config.ts",
        "--logLevel",
        "error",
    )
    engine = (PYODIDE / ENGINE).read_bytes()
    folder = f"{FOLDER}/{_hash(engine)}"
    files = [_write(f"{folder}/{ENGINE}", engine)]
    worker = _write_hashed("worker", PACK / "worker" / "worker.js")
    library, modules = (_write_hashed(name, PACK / f"{name}.zip") for name in ("library", "modules"))
    manifest = {
        "key": key,
        "engine": folder,
        "worker": worker["path"],
        "library": library["path"],
        "modules": modules["path"],
        "info": json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))["info"],
        "files": [*files, worker, library, modules],
    }
    MANIFEST.write_text(json.dumps(manifest, indent=1), encoding="utf-8")


def copy_to(built: Path) -> None:
    """Put the files where the client was built."""
    for file in json.loads(MANIFEST.read_text(encoding="utf-8"))["files"]:
        target = built / (file["path"].lstrip("/") + SUFFIX)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(PACK / _stored_name(file["path"]), target)


def _key() -> str:
    """What the pack is made of; it changes with each of its sources."""
    digest = hashlib.sha256()
    ours = (SOURCES / "qwixx" / name for name in PACKAGES.read_text(encoding="utf-8").split())
    tools = (Path(__file__), WEB / "device", REQUIREMENTS, PYODIDE / "package.json")
    worker = (WEB / "src" / "device", WEB / "vite.worker.config.ts", WEB / "package-lock.json")
    for top in (*ours, *tools, *worker):
        for file in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if file.suffix in (".py", ".mjs", ".ts", ".txt", ".json"):
                digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()


def _wheel() -> Path:
    """The wheel of msgspec for Pyodide, which is checked against its hash."""
    folder = PACK / f"wheel-{_hash(REQUIREMENTS.read_bytes())}"
    wheels = list(folder.glob("*.whl"))
    if not wheels:
        print("web: downloading msgspec for Pyodide ...", flush=True)
        options = "--quiet --disable-pip-version-check --require-hashes --no-deps --only-binary=:all:"
        platform = (
            "--platform pyemscripten_2026_0_wasm32 --python-version 3.14 --implementation cp --abi cp314"
        )
        command = [sys.executable, "-m", "pip", "download", *options.split(), *platform.split()]
        done = subprocess.run([*command, "-r", str(REQUIREMENTS), "-d", str(folder)], check=False)
        if done.returncode != 0:
            raise PackError("msgspec for Pyodide could not be downloaded; what pip said is above")
        wheels = list(folder.glob("*.whl"))
    (wheel,) = wheels
    return wheel


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:HASH_LETTERS]


def _stored_name(path: str) -> str:
    return path.removeprefix(f"{FOLDER}/").replace("/", "-")


def _write_hashed(name: str, path: Path) -> dict[str, str | int]:
    content = path.read_bytes()
    return _write(f"{FOLDER}/{name}-{_hash(content)}{path.suffix}", content)


def _write(path: str, content: bytes) -> dict[str, str | int]:
    """Compress a file, unless that was done before; its line of the manifest."""
    stored = PACK / _stored_name(path)
    if not stored.exists():
        stored.write_bytes(gzip.compress(content, 9, mtime=0))
    packed = stored.read_bytes()
    return {
        "path": path,
        "type": TYPES[Path(path).suffix],
        "bytes": len(packed),
        "sha256": hashlib.sha256(packed).hexdigest(),
    }
