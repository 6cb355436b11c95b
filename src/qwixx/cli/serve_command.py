"""``qwixx serve``: a table in the browser, for this machine and the phones around it."""

import argparse

SUMMARY = "serve tables to browsers on this machine and on the same network"
EXAMPLES = """\
examples:
  qwixx serve                                    opens the browser; phones scan the code
  qwixx serve --host 127.0.0.1 --port 9000       for this machine alone
  qwixx serve --base-url https://play.example.org --host 127.0.0.1 --proxy 127.0.0.1   behind a proxy
  qwixx serve --limit tables_per_hour=600        for a school behind one address
  qwixx serve --data postgresql://qwixx@db.example.org/qwixx       one of many servers

Tables are kept in one SQLite file (--data) and go on after a restart. Several servers, on several machines,
can share those in a PostgreSQL database. Keep its password out of the command line, which others can read:
in PGPASSWORD, or with the whole address in QWIXX_DATA, which stands for --data."""

FORMATS = ("text", "json")
LEVELS = ("critical", "error", "warning", "info", "debug")
EVENT_LOOPS = ("auto", "asyncio", "uvloop")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: all, 0.0.0.0)")
    parser.add_argument("--port", type=int, default=8080, help="port to listen on (default: 8080)")
    parser.add_argument(
        "--data",
        metavar="PLACE",
        help="what keeps the tables: a file (the default), or postgresql://USER@HOST/DATABASE",
    )
    parser.add_argument("--base-url", metavar="URL", help="the address people use, if a proxy is in between")
    parser.add_argument(
        "--proxy",
        metavar="ADDRESS",
        action="append",
        default=[],
        help="a proxy, or a network of them, whose X-Forwarded-For and -Proto are believed; may be repeated",
    )
    parser.add_argument(
        "--keep-days", type=int, default=14, metavar="N", help="forget tables unused for N days (default: 14)"
    )
    parser.add_argument(
        "--limit",
        metavar="NAME=N",
        action="append",
        default=[],
        help="set a limit, as `--limit list` tells them; may be repeated",
    )
    parser.add_argument("--log-level", choices=LEVELS, default="info", help="how much to log (default: info)")
    parser.add_argument(
        "--log-format", choices=FORMATS, default="text", help="lines for people, or JSON (default: text)"
    )
    parser.add_argument(
        "--metrics-port", type=int, metavar="PORT", help="tell Prometheus how it goes, on a port of its own"
    )
    parser.add_argument(
        "--metrics-host",
        default="127.0.0.1",
        metavar="HOST",
        help="address to tell it on (default: this machine alone, 127.0.0.1)",
    )
    parser.add_argument(
        "--drain-seconds",
        type=int,
        default=0,
        metavar="N",
        help="play on for N seconds after SIGTERM, while /readyz sends newcomers elsewhere (default: 0)",
    )
    parser.add_argument(
        "--loop",
        choices=EVENT_LOOPS,
        default="auto",
        help="the event loop: uvloop where it is installed (auto, the default), or always the same one",
    )
    parser.add_argument("--no-chat", action="store_true", help="let nobody talk at the tables")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")


def run(args: argparse.Namespace) -> int:
    # A web server takes longer to load than all the rest, and the other commands need none.
    from qwixx.cli.serve_run import serve

    return serve(args)
