"""What compiled code stands on: Numba with its cache on disk, structs, and the rows of a sheet as numbers."""

from qwixx.extras import require

require("bots", "compiled code")
