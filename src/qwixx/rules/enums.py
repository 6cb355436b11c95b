"""The repr of enumeration members: as in Python code."""


class QualifiedRepr:
    """A ``repr`` that can be pasted: ``Colour.RED`` instead of ``<Colour.RED: 0>``."""

    name: str

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"
