"""The client in Firefox."""

from tests.engines import firefox
from tests.engines.suite import EngineSuite


class TestFirefox(EngineSuite):
    name = "Firefox"
    game = "cards_joker"

    @staticmethod
    def ensure() -> bool:
        return firefox.ensure()

    @staticmethod
    def driver(*, keeps_pages: bool) -> firefox.Firefox:
        return firefox.Firefox(keeps_pages=keeps_pages)
