"""Plays a few shoes by the CUDA kernels under numba's simulator; see `test_cuda.py`.

Run as a program of its own, because the simulator is chosen before numba is imported. It is sent
jobs that are laid out: without compiled code nothing can be solved here.
"""

from __future__ import annotations

import json
import pickle
import sys
import zlib
from base64 import b64decode

from pitboss.simulate.backends import gpu
from pitboss.simulate.backends.serialize import unpack
from tests.simulate.cuda_jobs import HITS_AT_FIRST, SHOES


def main() -> None:
    """Print what every job comes to."""
    gpu.HITS_AT_FIRST = HITS_AT_FIRST
    for name, *sent in json.load(sys.stdin):
        packed, stepped = (pickle.loads(zlib.decompress(b64decode(part))) for part in sent)  # noqa: S301 - from the test
        job = unpack(packed)
        vars(job)["stepped"] = stepped
        with gpu.Cuda(threads=4, blocks=2) as device:
            tally = device.submit(job, 3, SHOES).result()
        found = [name, tally.rounds, tally.counts.tolist(), tally.hits.tolist()]
        sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
