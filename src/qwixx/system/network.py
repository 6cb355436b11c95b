"""The address of this machine on its network."""

import ipaddress
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

# Linux has a folder for each network interface.
INTERFACES = Path("/sys/class/net")

if sys.platform == "linux":
    import fcntl
    import struct

    # Asks for the address of a network interface.
    SIOCGIFADDR = 0x8915
    # Networks inside this machine, and tunnels to other networks.
    INSIDE = ("docker", "br-", "veth", "virbr", "lxc", "podman", "cni", "tun", "tap", "wg")

    def _all_addresses() -> list[str]:
        """The addresses of interfaces to the network."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            names = [name for _, name in socket.if_nameindex() if not name.startswith(INSIDE)]
            found = {name: _address_of(probe, name) for name in names}
        return lan_addresses({name: each for name, each in found.items() if each is not None})

    def _address_of(probe: socket.socket, name: str) -> str | None:
        try:
            answer = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", name.encode()))
        except OSError:
            return None
        return socket.inet_ntoa(answer[20:24])

else:

    def _all_addresses() -> list[str]:
        """The addresses of this machine's host name."""
        try:
            return socket.gethostbyname_ex(socket.gethostname())[2]
        except OSError:
            return []


def lan_addresses(addresses: Mapping[str, str], interfaces: Path = INTERFACES) -> list[str]:
    """Of addresses by interface those of network cards; without any, as in a container, private ones first.

    The interface of a VPN has no hardware, and other machines on the network cannot reach its address.
    """
    cards = [each for name, each in addresses.items() if (interfaces / name / "device").exists()]
    return cards or sorted(addresses.values(), key=lambda each: not ipaddress.ip_address(each).is_private)


def network_address() -> str | None:
    """The IPv4 address of this machine on its network, None without one; may wait for a name lookup."""
    routed = _routed_address()
    addresses = list(filter(_is_reachable, _all_addresses()))
    if routed is not None and _is_reachable(routed) and (routed in addresses or not addresses):
        return routed
    # The route leads into a tunnel, whose address other machines on the network cannot reach.
    return next(iter(addresses), None)


def _routed_address() -> str | None:
    """The source address of the route to other networks; None without a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: connecting a datagram socket only chooses a local address.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def _is_reachable(text: str) -> bool:
    address = ipaddress.ip_address(text)
    return not (address.is_loopback or address.is_link_local or address.is_unspecified)
