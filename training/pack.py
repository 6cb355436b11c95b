"""Put trained weights into the package: ``python training/pack.py training/runs/dice-2``.

Weights are rounded to 16 bits. Features that never occur get zeros, which compress well, and dead units
are pruned.
"""

import argparse
import io
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from dead_units import live_units, without_dead_units

from qwixx.nets import weight_files as shipped
from qwixx.nets.weights import Weights

DATA = Path(shipped.__file__).parent / "data"


def pack(run: Path) -> str:
    """Write the weights of a run and add them to the table of contents; returns their name."""
    described = json.loads((run / "run.json").read_text())
    name = shipped.name_of(described["game"], described["players"])
    with np.load(run / "weights.npz") as file:
        parts: Weights = {part: file[part].astype(np.float16) for part in file.files}
    parts["embedding"][~np.load(run / "used.npy")] = 0
    live = live_units(described["game"], described["players"], parts)
    fewer: dict[str, Any] = without_dead_units(parts, live)
    data = io.BytesIO()
    np.savez_compressed(data, **fewer)
    DATA.mkdir(exist_ok=True)
    (DATA / f"{name}.npz").write_bytes(data.getvalue())
    contents_path = DATA / shipped.CONTENTS
    contents: dict[str, Any] = {"format": shipped.FORMAT, "nets": {}}
    if contents_path.exists():
        contents = json.loads(contents_path.read_text())
    contents["nets"][name] = {"sha256": sha256(data.getvalue()).hexdigest(), **described}
    contents["nets"] = dict(sorted(contents["nets"].items()))
    contents_path.write_text(json.dumps(contents, indent=2) + "\n")
    return name


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", nargs="+", type=Path, help="folders that train.py has written")
    for run in parser.parse_args().runs:
        print(pack(run))


if __name__ == "__main__":
    main()
