import numba
import pytest

from qwixx.cli.compile_notice import compiling_told


@numba.njit()
def doubled(number: float) -> float:
    return number * 2


@numba.njit()
def quadrupled(number: float) -> float:
    return doubled(doubled(number))


def test_whoever_waits_for_the_compiler_is_told_so_once(capsys: pytest.CaptureFixture[str]) -> None:
    with compiling_told("the example"):
        assert quadrupled(3) == 12
        assert doubled(1.5) == 3
    notice = "qwixx: compiling the example; this takes about half a minute, once on this machine\n"
    assert capsys.readouterr() == ("", notice)


def test_nobody_is_told_of_what_is_compiled_already(capsys: pytest.CaptureFixture[str]) -> None:
    quadrupled(3)
    capsys.readouterr()
    with compiling_told("the example"):
        assert quadrupled(4) == 16
    assert capsys.readouterr() == ("", "")


def test_what_is_compiled_afterwards_is_no_longer_told(capsys: pytest.CaptureFixture[str]) -> None:
    with compiling_told("the example"):
        pass
    assert quadrupled(True) == 4
    assert capsys.readouterr() == ("", "")
