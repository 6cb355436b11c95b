"""The client in WebKit."""

from tests.engines import webkit
from tests.engines.suite import EngineSuite


class TestWebKit(EngineSuite):
    name = "WebKit"
    game = "dice"

    @staticmethod
    def ensure() -> bool:
        return webkit.ensure()

    @staticmethod
    def driver(*, keeps_pages: bool) -> webkit.WebKit:
        return webkit.WebKit()
