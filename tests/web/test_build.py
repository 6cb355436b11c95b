"""The build of the browser client: its size, files and languages."""

import importlib.util
import json
import struct
from pathlib import Path
from types import ModuleType

import pytest

WEB = Path(__file__).parent.parent.parent / "web"


def load_build() -> ModuleType:
    spec = importlib.util.spec_from_file_location("web_build", WEB / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """web/build.py with an old build, and with a fake Vite that writes a file of each kind."""
    module = load_build()
    monkeypatch.setattr(module, "STATIC", tmp_path / "static")
    monkeypatch.setattr(module, "NEW", tmp_path / "new")
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "index.html").write_text("old")
    paths = {
        language: {part: f"/assets/words-{language}-{part}-1.json" for part in ("start", "table", "coach")}
        for language in LANGUAGES
    }

    def vite(what: str, *command: object) -> None:
        assets = tmp_path / "new" / "assets"
        assets.mkdir(parents=True, exist_ok=True)
        (tmp_path / "new" / "index.html").write_text('new <script src="/assets/first-1.js"></script>')
        (tmp_path / "new" / "messages.json").write_text(
            json.dumps({tag: {"files": files} for tag, files in paths.items()})
        )
        for name in ("first", "table", "lazy"):
            (assets / f"{name}-1.js").write_text(name)
        for path in (path for parts in paths.values() for path in parts.values()):
            (tmp_path / "new" / path.lstrip("/")).write_text(path)

    monkeypatch.setattr(module, "run", vite)
    for step in ("install", "pack", "add_pack"):
        monkeypatch.setattr(module, step, lambda: None)
    monkeypatch.setattr("sys.argv", ["build.py", "--no-check"])
    return module


LANGUAGES: tuple[str, ...] = load_build().languages()


def test_a_visit_loads_one_language_and_no_coach(build: ModuleType) -> None:
    build.build()
    assets = build.NEW / "assets"
    (assets / "words-de-start-1.json").write_bytes(bytes(256))
    before = build.sizes()
    (assets / "words-pt-start-1.json").write_bytes(bytes(128))
    (assets / "words-de-coach-1.json").write_bytes(bytes(256))
    (assets / "lazy-1.js").write_bytes(bytes(256))
    assert build.sizes() == before
    (assets / "table-1.js").write_bytes(bytes(256))
    assert build.sizes()["the first screen"] == before["the first screen"]
    assert build.sizes()["the first roll"] > before["the first roll"]
    (assets / "first-1.js").write_bytes(bytes(256))
    assert build.sizes()["the first screen"] > before["the first screen"]


def test_the_size_limit_counts_compressed_bytes(build: ModuleType) -> None:
    build.build()
    (build.NEW / "assets" / "first-1.js").write_bytes(bytes(9000))
    before = build.sizes()["the first screen"]
    (build.NEW / "assets" / "first-1.js.br").write_bytes(bytes(1000))
    assert build.sizes()["the first screen"] == before - 8000


def test_a_build_replaces_the_old_one(build: ModuleType) -> None:
    assert build.main() == 0
    assert (build.STATIC / "index.html").read_text().startswith("new")
    assert not build.NEW.exists()


def test_a_build_that_is_too_large_keeps_the_old_one(
    build: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["build.py"])
    monkeypatch.setitem(build.LARGEST, "the first roll", 10)
    assert build.main() == 1
    assert "more than the 0 kB" in capsys.readouterr().err
    assert (build.STATIC / "index.html").read_text() == "old", "make would consider a new page up to date"


def test_icons_have_the_sizes_in_the_manifest() -> None:
    public = WEB / "public"
    manifest = json.loads((public / "manifest.webmanifest").read_text(encoding="utf-8"))
    drawn = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert {icon.get("purpose", "any") for icon in drawn} == {"any", "maskable"}
    for icon in drawn:
        header = (public / icon["src"].lstrip("/")).read_bytes()[:24]
        assert "{}x{}".format(*struct.unpack(">II", header[16:])) == icon["sizes"]


def write_site(build: ModuleType, folder: Path, *names: str) -> None:
    for name in names:
        (build.NEW / name).parent.mkdir(parents=True, exist_ok=True)
        (build.NEW / name).write_text("new")
    build.replace_site(folder)


def test_a_site_replaces_only_its_own_files(build: ModuleType, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    write_site(build, folder, "index.html", "assets/old.js")
    (folder / "CNAME").write_text("example.org")
    (tmp_path / "outside").write_text("not ours")
    listing = folder / build.SITE_FILES
    listing.write_text(f"{listing.read_text()}\n../outside\n")
    write_site(build, folder, "index.html", "assets/new.js")
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert found == {"index.html", "assets/new.js", "CNAME", build.SITE_FILES}
    assert (tmp_path / "outside").exists()


@pytest.mark.parametrize("foreign", ["sw.js", "notes.txt"])
def test_a_folder_with_other_files_is_not_touched(
    build: ModuleType,
    tmp_path: Path,
    foreign: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / foreign).write_text("not ours")
    monkeypatch.setattr("sys.argv", ["build.py", "--no-check", "--site", str(folder)])
    assert build.main() == 1
    assert "did not write" in capsys.readouterr().err
    assert [path.name for path in folder.iterdir()] == [foreign]


def test_a_file_added_to_a_site_later_is_not_overwritten(build: ModuleType, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    write_site(build, folder, "index.html")
    (folder / "robots.txt").write_text("not ours")
    with pytest.raises(build.BuildError, match=r"did not write, as robots\.txt"):
        write_site(build, folder, "index.html", "robots.txt")
    assert (folder / "index.html").exists()
