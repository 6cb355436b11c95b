import errno
import os
import stat
from pathlib import Path

import pytest

from qwixx.system.files import allow_open_files, free_bytes, is_safe_from_others, replace_file


def test_a_file_is_created_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "file"
    replace_file(path, [b"one ", b"two"])
    assert path.read_bytes() == b"one two"
    replace_file(path, [memoryview(b"three")])
    assert path.read_bytes() == b"three"
    assert list(tmp_path.iterdir()) == [path]


def test_the_content_is_synced_before_the_file_is_renamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    real_fsync, real_replace = os.fsync, os.replace

    def fsync(file: int) -> None:
        steps.append(f"fsync {os.fstat(file).st_size}")
        real_fsync(file)

    def replace(old: Path, new: Path) -> None:
        steps.append("replace")
        real_replace(old, new)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "replace", replace)
    replace_file(tmp_path / "file", [b"1234567"])
    assert steps == ["fsync 7", "replace"]


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "full"), KeyboardInterrupt()])
@pytest.mark.parametrize("at", ["fsync", "replace"])
def test_the_old_file_is_kept_if_it_cannot_be_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str, error: BaseException
) -> None:
    def fail(*_: object) -> None:
        raise error

    path = tmp_path / "file"
    path.write_text("old")
    monkeypatch.setattr(os, at, fail)
    with pytest.raises(type(error)):
        replace_file(path, [b"new"])
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_has_the_permissions_of_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        replace_file(tmp_path / "file", [b""])
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o640


def test_free_space_on_disk(tmp_path: Path) -> None:
    assert free_bytes(tmp_path) > 0
    with pytest.raises(FileNotFoundError):
        free_bytes(tmp_path / "none")


def test_the_limit_of_open_files_is_never_lowered() -> None:
    assert allow_open_files(16) >= 16


@pytest.mark.skipif(os.name != "posix", reason="folders have other rights there")
def test_a_folder_is_safe_if_no_other_user_can_write_to_it_or_replace_it(tmp_path: Path) -> None:
    folder = tmp_path / "parent" / "folder"
    folder.mkdir(parents=True)
    for above, own, is_safe in (
        (0o700, 0o700, True),
        (0o755, 0o755, True),
        (0o1777, 0o755, True),
        (0o777, 0o755, False),
        (0o755, 0o775, False),
        (0o755, 0o757, False),
    ):
        folder.parent.chmod(above)
        folder.chmod(own)
        assert is_safe_from_others(folder) is is_safe, (oct(above), oct(own))


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give folders away")
def test_a_folder_of_another_user_is_not_safe(tmp_path: Path) -> None:
    os.chown(tmp_path, 12345, -1)
    assert not is_safe_from_others(tmp_path)
