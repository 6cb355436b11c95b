"""Values that show themselves as pictures in notebooks."""

from importlib import import_module


class Pictured:
    """The base of values that ``qwixx.svg`` draws.

    The drawing lies above what it draws, so it is looked up only when a notebook asks for it.
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        picture: str = import_module("qwixx.svg").picture(self)
        return picture
