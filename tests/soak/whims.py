"""Extra actions of players: ask, change a choice, leave, flood, send garbage, disconnect."""

import random

from websockets.frames import Frame, Opcode

from tests.soak.connection import CUT_OFF, FLOODED, NO_TEXT, NORMAL, TOO_LONG, Connection
from tests.soak.person import Person, Whims

# Enough to be refused but not to be disconnected, which would delay the other players too long.
FLOOD = 120
LONGEST_ABSENCE = 7.0

GARBAGE: tuple[str | bytes, ...] = (
    "",
    "{}",
    "null",
    "[" * 1500,
    '{"type":"choose"}',
    '{"type":"choose","id":1,"version":0,"choice":7}',
    '{"type":"steal","id":5}',
    '{"type":"choose","id":-1,"version":-1,"choice":"-"}',
    '{"type":"ask","id":99999999999999999999,"choice":"-"}',
    '{"type":"leave","id":3,"more":1}',
    "\x00\x01\u2028😀",
    b"\xff\xfe\x00",
    "x" * 3000,
)
# All in one packet: questions, pings, invalid UTF-8, and a close frame.
RUDE_GOODBYE = (
    *[Frame(Opcode.TEXT, b'{"type":"ask","id":1000000,"choice":"-"}')] * 6,
    *[Frame(Opcode.PING, b"")] * 3,
    Frame(Opcode.TEXT, b"\xff\xfe"),
    Frame(Opcode.CLOSE, b"\x03\xe8"),
)
# None of these is a legal choice; some cannot even be parsed.
ILLEGAL = ("take 9", "r1", "play", "g13 g14", "- -", "b7 b7 b7", "x" * 300)


async def ask(person: Person, connection: Connection) -> None:
    """Ask whether a choice is legal."""
    choices = (
        "-",
        "r7",
        "b2",
        "take 1",
        "play R4",
        "play J5 as g cross g5",
        "x",
        person.any_choice(connection),
    )
    await connection.command("ask", choice=person.rng.choice(choices) or "-")


async def ask_for_hint(person: Person, connection: Connection) -> None:
    await connection.command("hint")


async def choose_illegally(person: Person, connection: Connection) -> None:
    await person.send(connection, "choose", choice=person.rng.choice(ILLEGAL))


async def choose_too_late(person: Person, connection: Connection) -> None:
    """Choose with an outdated or a future version."""
    choice, version = person.any_choice(connection), person.rng.choice((0, 1, 10**6))
    await connection.command("choose", choice=choice or "-", version=version)


async def tap_twice(person: Person, connection: Connection) -> None:
    choice = person.any_choice(connection) or "-"
    await connection.command("choose", choice=choice)
    await person.send(connection, "choose", choice=choice)


async def change_mind(person: Person, connection: Connection) -> None:
    """Change the choice, possibly too late."""
    await person.choose(connection)


async def withdraw(person: Person, connection: Connection) -> None:
    await person.send(connection, "withdraw")


async def command_out_of_turn(person: Person, connection: Connection) -> None:
    await person.send(connection, person.rng.choice(("start", "rematch")))


async def send_garbage(person: Person, connection: Connection) -> None:
    await send_any_garbage(person.rng, connection)


async def send_any_garbage(rng: random.Random, connection: Connection) -> None:
    """Send an invalid message, and occasionally invalid UTF-8 or too long a message."""
    kind = rng.random()
    if kind < 0.1:
        connection.may_be_closed.add(NO_TEXT)
        await connection.say(b"\xff\xfe", as_text=True)
    elif kind < 0.2:
        connection.may_be_closed.add(TOO_LONG)
        await connection.say("y" * 20_000)
    elif kind < 0.25:
        connection.may_be_closed |= {NO_TEXT, NORMAL, CUT_OFF}
        connection.paste(*RUDE_GOODBYE)
    else:
        await connection.say(rng.choice(GARBAGE))


async def flood(person: Person, connection: Connection) -> None:
    """Send messages, among them commands, far above the rate limit."""
    connection.may_be_closed.add(FLOODED)
    kind = person.rng.choice(("ask", "ask", "choose", "withdraw"))
    for _ in range(FLOOD):
        await connection.command(kind, choice=person.any_choice(connection) or "-")


async def leave(person: Person, connection: Connection) -> None:
    """Let a bot take over, and come back after a while."""
    await person.send(connection, "leave")
    await person.rest(0.3, 2.0)
    now = connection.now
    # Once all players have left, the game pauses, and only a player who has to choose can return by choosing.
    if now is None or now.view is None or person.seat not in now.view.public.to_act:
        person.away = 0.0


async def close(person: Person, connection: Connection) -> None:
    """Disconnect, for a moment or for longer than the others wait."""
    person.away = person.rng.choices((0.0, 0.3, 1.0, LONGEST_ABSENCE), (4, 4, 3, 1))[0]


async def choose_and_close(person: Person, connection: Connection) -> None:
    """Choose, and disconnect before the reply."""
    await person.choose(connection)
    person.away = person.rng.uniform(0.0, 1.0)


async def dawdle(person: Person, connection: Connection) -> None:
    """Think for a long time, beyond the time limit if there is one."""
    limit = person.gathering.party.new.settings.time_limit
    if limit is not None and limit <= 6:
        await person.rest(limit + 0.5, limit + 1.0)
    else:
        await person.rest(0.5, 2.0)


async def change_device(person: Person, connection: Connection) -> None:
    """Reconnect through the private link, with the cookie it sets."""
    assert person.link is not None
    answer = await person.gathering.web.get(person.link)
    person.away = 0.0
    if answer is None:
        return
    if answer.status_code != 303 or answer.headers["location"] != f"/t/{person.gathering.story.table}":
        person.gathering.world.figures.violated(str(person.gathering.story), "a private link leads nowhere")
        return
    person.cookie = answer.headers["set-cookie"].split(";")[0]


async def look_around(person: Person, connection: Connection) -> None:
    """Request over HTTP what exists, what does not exist yet, and what never did."""
    table = person.gathering.story.table
    paths = (
        f"/api/tables/{table}",
        f"/api/tables/{table}/record",
        "/api/tables/nowhere",
        f"/t/{table}/s/wrong",
    )
    expected = ((200,), (200, 409), (404,), (403,))
    place = person.rng.randrange(len(paths))
    answer = await person.gathering.web.get(paths[place])
    world = person.gathering.world
    # A server that cannot check a private link redirects to the table, which reports the error.
    if answer is not None and answer.status_code not in expected[place] and world.host.is_well():
        world.figures.violated(paths[place], f"answered {answer.status_code}", answer.text)


USUAL = Whims(
    deciding=[
        (0.06, ask),
        (0.03, ask_for_hint),
        (0.02, choose_illegally),
        (0.02, choose_too_late),
        (0.03, tap_twice),
        (0.02, send_garbage),
        (0.004, flood),
        (0.015, leave),
        (0.015, close),
        (0.02, choose_and_close),
        (0.008, dawdle),
        (0.01, change_device),
        (0.01, look_around),
        (0.005, command_out_of_turn),
    ],
    waiting=[
        (0.08, change_mind),
        (0.08, withdraw),
        (0.02, ask),
        (0.01, ask_for_hint),
        (0.01, send_garbage),
        (0.01, leave),
        (0.02, close),
        (0.01, command_out_of_turn),
    ],
)
