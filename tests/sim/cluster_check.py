"""Runs a simulation on a local Ray cluster of two nodes and prints it.

It is a separate program, since Ray leaves threads and warnings behind.
"""

import json

from ray.cluster_utils import Cluster

from qwixx.sim import simulate, summarise

PLAYERS = ("gap:1,2", "random")


def main() -> None:
    quietly = {"num_cpus": 1, "include_dashboard": False, "object_store_memory": 80_000_000}
    cluster = Cluster(initialize_head=True, head_node_args=quietly)
    try:
        cluster.add_node(num_cpus=1, object_store_memory=80_000_000)
        tally = simulate("dice", PLAYERS, games=5_000, seed=3, cluster=cluster.address)
        print(json.dumps([tally.points.tolist(), summarise(tally).turns.mean]))
    finally:
        cluster.shutdown()  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    main()
