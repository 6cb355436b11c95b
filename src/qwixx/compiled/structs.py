"""Structs: numbers and arrays under names, which Python and compiled code share without copying.

A class that derives from ``NumbaStruct`` declares the fields, so that the type checker knows them. It has no
instances: ``new_struct`` makes an ``np.record`` with these fields, and compiled code gets a pointer to it.
"""

from inspect import get_annotations
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Self,
    TypeAlias,
    TypeVar,
    cast,
    get_args,
    get_origin,
)

import numpy as np
from numpy.typing import NDArray

from qwixx.compiled.folder import INTERPRETED

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Singles: TypeAlias = NDArray[np.float32]
UInts: TypeAlias = NDArray[np.uint64]

_ARRAYS = {Ints: np.int64, Floats: np.float64, Singles: np.float32, UInts: np.uint64}
_NUMBERS: dict[type, type[np.generic]] = {int: np.int64, float: np.float64}


class NumbaStruct:
    """The base class of all structs.

    A field is an ``int``, a ``float``, another struct, or ``Annotated[Ints, (3, 4)]``: an array with its
    shape. No field may have the name of an attribute of ``np.record``.

    >>> class Point(NumbaStruct):
    ...     x: int
    ...     history: Annotated[Floats, (2, 3)]
    >>> Point.dtype.names
    ('x', 'history')
    """

    dtype: ClassVar[np.dtype[np.void]]

    def __init_subclass__(cls) -> None:
        fields = get_annotations(cls)
        taken = [name for name in fields if hasattr(np.record, name)]
        if taken:
            raise TypeError(f"{cls.__name__}: np.record has attributes of its own named {', '.join(taken)}")
        cls.dtype = np.dtype((np.record, [(name, *_field(declared)) for name, declared in fields.items()]))

    if TYPE_CHECKING:
        # A method of np.record.
        def copy(self) -> Self: ...


S = TypeVar("S", bound=NumbaStruct)


def new_struct(struct: type[S]) -> S:
    """A struct of zeros.

    Allocate from Python: Numba frees an array made in compiled code while its record is still in use.
    """
    made: Any = _Interpreted(struct.dtype) if INTERPRETED else np.zeros(1, dtype=struct.dtype)[0]
    return cast(S, made)


class _Interpreted:
    """The same fields on a plain object: attribute access of ``np.record`` is ten times slower."""

    def __init__(self, dtype: np.dtype[np.void]) -> None:
        for name in dtype.names or ():
            setattr(self, name, _zeros(dtype[name]))


def _zeros(dtype: np.dtype[Any]) -> Any:
    if dtype.names:
        return _Interpreted(dtype)
    return np.zeros(dtype.shape, dtype.base) if dtype.shape else 0


def _field(declared: Any) -> tuple[Any, ...]:
    """A dtype, and for an array its shape."""
    if get_origin(declared) is Annotated:
        array, shape = get_args(declared)
        return _ARRAYS[array], shape
    if issubclass(declared, NumbaStruct):
        return (declared.dtype,)
    return (_NUMBERS[declared],)
