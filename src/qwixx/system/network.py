"""The address of this machine on its network."""

import ipaddress
import socket
import sys

if sys.platform == "linux":
    import fcntl
    import struct

    # Asks for the address of a network interface.
    SIOCGIFADDR = 0x8915
    # Networks inside this machine, and tunnels to other networks.
    INSIDE = ("docker", "br-", "veth", "virbr", "lxc", "podman", "cni", "tun", "tap", "wg")

    def _all_addresses() -> list[str]:
        """The address of each interface that has one."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            names = [name for _, name in socket.if_nameindex() if not name.startswith(INSIDE)]
            return [address for name in names if (address := _address_of(probe, name)) is not None]

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
