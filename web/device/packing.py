"""Compiles and packs Python modules for a device, the same bytes for the same modules.

Runs in Pyodide while the client is built: web/device/pack.mjs.
"""

from collections.abc import Mapping
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash
from zipfile import ZIP_STORED, ZipFile, ZipInfo

EPOCH = (1980, 1, 1, 0, 0, 0)


def compiled(name: str, source: bytes) -> bytes:
    """A module without its docstrings, as Python imports it: compiling takes a phone longer than loading."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return bytes(_code_to_hash_pyc(code, source_hash(source), False))


def pack(files: Mapping[str, bytes], path: str) -> None:
    """A zip file of these; it is not compressed, since all of it will be."""
    with ZipFile(path, "w", ZIP_STORED) as packed:
        for name, content in sorted(files.items()):
            is_source = name.endswith(".py")
            data = compiled(name, content) if is_source else content
            packed.writestr(ZipInfo(f"{name}c" if is_source else name, EPOCH), data)
