"""A script that plays whole games at tables and pads, run where only qwixx and msgspec can be imported."""

import json
import random
import sys


def play_table(game: str, *bots: str) -> str:
    """Play a game of one person and bots, with encoded messages and facts."""
    from qwixx.tables import protocol
    from qwixx.tables.game.opening import plan_opening
    from qwixx.tables.game.state import replayed
    from qwixx.tables.game.table import Table

    seats = (protocol.NewSeat(), *map(protocol.NewSeat, bots))
    opening = plan_opening(protocol.NewTable(game, seats, "Ann"))  # type: ignore[arg-type]
    table, rng = Table("t", [opening], random.Random(1)), random.Random(2)
    joining, secret = table.plan_join("Ann")
    stored = [table.encode(opening), *map(table.encode, joining)]
    table.apply(joining, 0.0)
    while table.now.is_playing:
        update = json.loads(table.broadcast(0.0).update(secret.seat, 0))
        choice = rng.choice(update["view"]["choices"])["text"]
        text = json.dumps({"type": "choose", "id": 1, "version": update["version"], "choice": choice})
        command = protocol.read_table_message(text)
        planned = table.plan(secret.seat, command)  # type: ignore[arg-type]
        stored += map(table.encode, planned)
        table.apply(planned, 0.0)
    assert replayed([table.decode(fact) for fact in stored]) == table.now
    return f"{game} {table.info().state}"


def play_pad() -> str:
    """Play a game on a score pad that ends with four penalties."""
    from qwixx.tables import protocol
    from qwixx.tables.pad.pad import new_pad

    pad, _ = new_pad("p", protocol.NewPad("dice", "Ann"))
    pad.apply(pad.plan_join("Ann")[0], 0.0)
    for number in range(1, 5):
        mark = protocol.PadMark(number, "penalty", pad.now.version)
        pad.apply(pad.plan(0, protocol.Write(1, 1, mark)), 0.0)
    pad.apply(pad.plan(0, protocol.Finish(1, 1)), 0.0)
    update = json.loads(pad.broadcast(0.0).update(0, 0))
    return f"pad {update['happened'][-1]['what']['type']}"


def main(folder: str) -> None:
    """Print the games that were played, and the modules that were loaded."""
    sys.path.append(folder)
    played = [
        play_table("dice", "gap:1,2", "random"),
        play_table("cards", "random", "gap:2,3"),
        play_table("cards_joker", "gap:1,2"),
        play_table("solo"),
        play_pad(),
    ]
    print(json.dumps({"played": played, "modules": sorted(sys.modules)}))


if __name__ == "__main__":
    main(sys.argv[1])
