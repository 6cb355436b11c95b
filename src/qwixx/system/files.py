"""Files that are replaced as a whole, and the room there is for files."""

import os
import secrets
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path


def replace_file(path: Path, parts: Iterable[bytes | memoryview]) -> None:
    """Write a file atomically: whoever reads it finds the old content or the new one, also after a crash."""
    # Not from tempfile, whose files nobody else may read.
    temporary = path.with_name(f".{path.name}-{secrets.token_hex(8)}")
    try:
        with open(temporary, "xb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        # An interrupt may come just after the file was replaced; then nothing is left to remove.
        temporary.unlink(missing_ok=True)
        raise


def free_bytes(folder: Path) -> int:
    """How much may still be written to the disk that a folder is on."""
    return shutil.disk_usage(folder).free


if sys.platform == "win32":

    def has_smaller_blocks(file: int, size: int) -> bool:
        """Whether an open file is on a disk with blocks smaller than that. There is no telling here."""
        return False

    def allow_open_files(most: int) -> int:
        """How many files this process may have open. Only those of the C library are limited here."""
        return most

else:
    import resource

    def has_smaller_blocks(file: int, size: int) -> bool:
        """Whether an open file is on a disk with blocks smaller than that."""
        return os.fstatvfs(file).f_frsize < size

    def allow_open_files(most: int) -> int:
        """Let this process open as many files as the system allows, up to ``most``: how many these are."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = most if hard == resource.RLIM_INFINITY else min(hard, most)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            return wanted
        return most if soft == resource.RLIM_INFINITY else soft
