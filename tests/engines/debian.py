"""Debian's packages, for tests that need programs which no Python package brings."""

import os
import shutil
import subprocess
import time

# Seconds. Another installation may be running, such as that of a machine which has just started.
LONGEST_WAIT = 300


def install(*packages: str, alone: bool = False) -> None:
    """Install packages where that is possible: on Debian, as root; alone without those that they recommend.

    Whether it succeeded is for the caller to find out.
    """
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return
    print(f"installing Debian's {', '.join(packages)} by apt-get ...", flush=True)
    _apt_get("update")
    _apt_get("install", "-y", *(["--no-install-recommends"] if alone else []), *packages)


def _apt_get(*arguments: str) -> None:
    """Run apt-get, and once more for as long as another process holds one of its locks.

    apt-get itself waits for the lock of dpkg alone, not for that of its lists.
    """
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
    command = ["apt-get", "-qq", "-o", f"DPkg::Lock::Timeout={LONGEST_WAIT}", *arguments]
    end = time.monotonic() + LONGEST_WAIT
    while True:
        done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)
        if done.returncode == 0 or "lock" not in done.stderr or time.monotonic() > end:
            break
        time.sleep(2)
    if done.returncode != 0:
        print(done.stderr, flush=True)
