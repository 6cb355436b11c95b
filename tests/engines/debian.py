"""Debian packages, for tests that need programs which no Python package contains."""

import os
import shutil
import subprocess
import time

# Seconds. Another installation may be running, for instance on a machine that has just booted.
LONGEST_WAIT = 300


def install(*packages: str, alone: bool = False) -> None:
    """Install packages if possible, on Debian as root; ``alone`` omits recommended packages.

    The caller checks whether it succeeded.
    """
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return
    print(f"installing Debian's {', '.join(packages)} by apt-get ...", flush=True)
    _apt_get("update")
    _apt_get("install", "-y", *(["--no-install-recommends"] if alone else []), *packages)


def _apt_get(*arguments: str) -> None:
    """Run apt-get, and retry as long as another process holds one of its locks.

    apt-get itself waits only for the lock of dpkg, not for the lock of its package lists.
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
