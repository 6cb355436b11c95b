"""Structs have the layout that their classes declare, in Python and in compiled code."""

from typing import Annotated

import numba
import numpy as np
import pytest

from qwixx.compiled.structs import Floats, Ints, NumbaStruct, Singles, UInts, new_struct


class Inner(NumbaStruct):
    weight: float
    marks: Annotated[UInts, 5]


class Outer(NumbaStruct):
    count: int
    grid: Annotated[Ints, (2, 3)]
    inner: Inner
    values: Annotated[Floats, 4]
    singles: Annotated[Singles, 4]


@numba.njit()
def fill(outer: Outer) -> None:
    outer.count += 1
    outer.grid[1, 2] = 7
    outer.inner.weight = 0.5
    outer.inner.marks[4] = 9


def test_fields_have_the_declared_types_and_shapes() -> None:
    outer = new_struct(Outer)
    assert Outer.dtype.names == ("count", "grid", "inner", "values", "singles")
    arrays = (outer.grid, outer.inner.marks, outer.values, outer.singles)
    assert [array.shape for array in arrays] == [(2, 3), (5,), (4,), (4,)]
    assert [array.dtype for array in arrays] == [np.int64, np.uint64, np.float64, np.float32]
    assert (outer.count, outer.inner.weight) == (0, 0.0)


def test_compiled_code_and_python_write_to_the_same_struct() -> None:
    outer = new_struct(Outer)
    outer.count = 41
    fill(outer)
    assert (outer.count, outer.inner.weight) == (42, 0.5)
    assert (outer.grid[1, 2], outer.inner.marks[4]) == (7, 9)


def test_a_copy_is_deep() -> None:
    outer = new_struct(Outer)
    other = outer.copy()
    fill(other)
    assert (outer.count, outer.inner.weight, outer.grid.sum()) == (0, 0.0, 0)
    assert (other.count, other.inner.weight, other.grid.sum()) == (1, 0.5, 7)


def test_a_field_cannot_shadow_an_attribute_of_records() -> None:
    with pytest.raises(TypeError, match=r"^Hidden: np\.record has attributes of its own named base, size$"):

        class Hidden(NumbaStruct):
            base: int
            count: int
            size: int
