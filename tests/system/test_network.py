"""The address of a machine on its local network, with fake network interfaces."""

from pathlib import Path

from qwixx.system.network import lan_addresses

VPN, CARD, CONTAINER = "100.101.102.103", "192.168.1.20", "172.17.0.2"


def test_the_address_of_a_network_card_comes_before_that_of_a_vpn(tmp_path: Path) -> None:
    (tmp_path / "wlan0" / "device").mkdir(parents=True)
    (tmp_path / "tailscale0").mkdir()
    assert lan_addresses({"tailscale0": VPN, "wlan0": CARD}, tmp_path) == [CARD]


def test_without_a_network_card_private_addresses_come_first(tmp_path: Path) -> None:
    assert lan_addresses({"zt0": VPN, "eth0": CONTAINER}, tmp_path) == [CONTAINER, VPN]
