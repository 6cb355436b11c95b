"""Optional dependencies: which extra brings them, and the error for one that is not installed."""

from importlib.util import find_spec

from qwixx.rules.errors import OperationalError

# The modules that each extra brings, as they are imported; pyproject.toml has the distributions.
EXTRAS: dict[str, tuple[str, ...]] = {
    "bots": ("numpy", "numba", "tqdm"),
    "client": ("websockets",),
    "serve": ("segno", "starlette", "uvicorn", "websockets"),
    "host": ("prometheus_client", "uvloop"),
    "postgres": ("asyncpg",),
    "envs": ("gymnasium", "numpy", "pettingzoo"),
    "plot": ("matplotlib",),
    "cluster": ("ray",),
}


class MissingExtra(OperationalError, ImportError):
    """A feature was used whose optional dependencies are not installed."""


def require(extra: str, feature: str, *modules: str) -> None:
    """Refuse a feature unless these modules of an extra (by default all) are installed."""
    missing = [module for module in modules or EXTRAS[extra] if find_spec(module) is None]
    if missing:
        raise MissingExtra(f"{feature} needs {', '.join(missing)}: pip install 'qwixx[{extra}]'")
