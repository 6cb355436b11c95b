"""The phases in which somebody has to choose, as compiled code numbers them."""

COMMON, OWN, DRAW, PLAY = range(4)
