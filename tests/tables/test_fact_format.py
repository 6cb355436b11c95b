"""The schema of stored facts changes only with a new format version and a migration."""

import json
from pathlib import Path

import msgspec

from qwixx.server.stores.postgres import schema as postgres
from qwixx.server.stores.sqlite import schema as sqlite
from qwixx.tables.aggregate import FACT_FORMAT
from qwixx.tables.game.facts import AnyStoredFact
from qwixx.tables.pad.facts import AnyPadFact

SCHEMA = Path(__file__).with_name(f"fact_format_{FACT_FORMAT}.json")


def without_descriptions(schema: object) -> object:
    """A schema without the docstrings of its structs."""
    match schema:
        case dict():
            return {
                key: without_descriptions(value)
                for key, value in schema.items()
                if key != "description" or not isinstance(value, str)
            }
        case list():
            return list(map(without_descriptions, schema))
        case _:
            return schema


def test_no_stored_fact_changes_without_a_new_format_version() -> None:
    kinds = {"table": AnyStoredFact, "pad": AnyPadFact}
    found = {name: without_descriptions(msgspec.json.schema(kind)) for name, kind in kinds.items()}
    assert found == json.loads(SCHEMA.read_text(encoding="utf-8"))


def test_each_engine_has_a_migration_to_the_format() -> None:
    assert sqlite.STORED_FORMAT >= FACT_FORMAT
    assert postgres.STORED_FORMAT >= FACT_FORMAT
