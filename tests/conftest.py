"""Settings for all tests."""

from hypothesis import settings

# How long an example takes is a matter of the machine, and no test is about it.
settings.register_profile("qwixx", deadline=None)
settings.load_profile("qwixx")
