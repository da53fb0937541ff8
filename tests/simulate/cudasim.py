"""Plays a few shoes by the CUDA kernels under numba's simulator; see `test_cuda.py`.

Run as a program of its own, because the simulator is chosen before numba is imported.
"""

from __future__ import annotations

import json
import sys

from pitboss.simulate.gpu import Cuda
from tests.simulate.cuda_jobs import SHOES, jobs


def main() -> None:
    """Print what every job comes to."""
    for name, job in jobs():
        with Cuda(threads=4, blocks=2) as device:
            tally = device.submit(job, 3, SHOES).result()
        found = [name, tally.rounds, tally.counts.tolist(), tally.hits.tolist()]
        sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
