"""Every message between a server and its clients, as typed structs. docs/protocol.md explains them.

The TypeScript types of the browser client are generated from this package (``make types``).
"""

from qwixx.tables.protocol.happenings import *
from qwixx.tables.protocol.http import *
from qwixx.tables.protocol.pads import *
from qwixx.tables.protocol.values import *
from qwixx.tables.protocol.websocket import *
