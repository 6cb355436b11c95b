"""The environments are an optional extra; a missing dependency is reported with the install command."""

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).parents[2] / "docs" / "environments.md"


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


def test_the_library_works_without_the_extra() -> None:
    done = run(
        "import sys; sys.modules.update(gymnasium=None, pettingzoo=None);"
        "import qwixx, qwixx.cli; print(len(qwixx.RULESETS))"
    )
    assert (done.stdout, done.stderr) == ("4\n", "")


@pytest.mark.parametrize("missing", ["gymnasium", "numpy", "pettingzoo"])
def test_a_missing_extra_is_reported_in_one_line(missing: str) -> None:
    done = run(f"import sys; sys.modules['{missing}'] = None; import qwixx.envs")
    assert done.returncode == 1
    *_, last = done.stderr.splitlines()
    assert last == (f"qwixx.extras.MissingExtra: qwixx.envs needs {missing}: pip install 'qwixx[envs]'")
    assert "During handling" not in done.stderr


def test_the_examples_of_the_document_run() -> None:
    failures, examples = doctest.testfile(str(DOCUMENT), module_relative=False)
    assert failures == 0
    assert examples > 5
