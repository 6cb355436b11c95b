"""``qwixx move-tables``: tables from one store to another."""

import argparse

SUMMARY = "move tables between a SQLite file and a PostgreSQL database"
EXAMPLES = """\
examples:
  qwixx move-tables tables.sqlite postgresql://qwixx@db.example.org/qwixx
  qwixx move-tables postgresql://qwixx@db.example.org/qwixx tables.sqlite

Stop every server first. All tables arrive or none; they are replayed and compared before they stay, and
tables that exist are never overwritten. FROM is left as it is. A password may be in PGPASSWORD instead."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    where = "a file, or postgresql://USER@HOST/DATABASE"
    parser.add_argument("source", metavar="FROM", help=f"where the tables are: {where}")
    parser.add_argument("target", metavar="TO", help=f"where they shall be: {where}")


def run(args: argparse.Namespace) -> int:
    # Only this command and the server need stores.
    from qwixx.cli.move_tables_run import move_tables

    return move_tables(args)
