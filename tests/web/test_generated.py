"""The files of the client that are generated from Python."""

import pytest

from web.codegen.__main__ import FILES, WEB


@pytest.mark.parametrize("path", FILES)
def test_generated_files_are_up_to_date(path: str) -> None:
    assert (WEB / path).read_text(encoding="utf-8") == FILES[path](), f"{path} is stale: make types"
