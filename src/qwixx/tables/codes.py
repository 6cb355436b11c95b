"""Join codes: six letters that can be spoken in all our languages.

A code finds a table, as its link does. It is not the secret of a seat.
"""

import random
import re

CONSONANTS = "BDFGKLMNPRSTZ"
VOWELS = "AEIOU"
PAIRS = 3
CODE = re.compile(f"([{CONSONANTS}][{VOWELS}]){{{PAIRS}}}")

# Parts of rude words in English, German, Spanish and Portuguese.
RUDE = re.compile(
    "BOBO|BUSEN|DIKE|FAG|FIKA|FIKE|FODA|FODE|FOTE|FUDE|GOZA|KAGA|KAKA|KANAKE|KIKE|KULO|KUZA|LUDER|MAMADA|MARIKA"
    "|MORON|MOSE|NAZI|NEGER|NIGA|NIGER|NUDE|NUTE|PEDE|PEDO|PENE|PENIS|PIKA|PIMEL|PIPI|PIROKA|POLAKE|POPO|PUTA"
    "|PUTE|PUTO|RAPE|RETAR|ROLA|SATAN|SUDAKA|TARADO|TETA|TITE|TITI|TUSI|ZIGAN"
)


def new_code(rng: random.Random) -> str:
    """Six letters, consonants and vowels in turn, without a rude word.

    >>> CODE.fullmatch(new_code(random.Random(1))) is not None
    True
    """
    while True:
        code = "".join(rng.choice(CONSONANTS) + rng.choice(VOWELS) for _ in range(PAIRS))
        if RUDE.search(code) is None:
            return code


def typed_code(text: str) -> str | None:
    """The code that a player typed, in any case; None if it cannot be a code.

    >>> typed_code("tomixa"), typed_code(" toMILa ")
    (None, 'TOMILA')
    """
    code = text.strip().upper()
    return code if CODE.fullmatch(code) else None
