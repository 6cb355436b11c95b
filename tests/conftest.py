"""Settings for all tests."""

import os

from hypothesis import settings

# How long an example takes is a matter of the machine, and no test is about it.
# Where a result must be repeatable, the examples are.
settings.register_profile("qwixx", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("qwixx")
