"""A fixed sample of random bytes and events; `bench.noise` makes as many as one likes."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.noise import Noise


@pytest.mark.parametrize(("kind", "amount"), [("bytes", 600), ("events", 60)])
@pytest.mark.parametrize("seed", [1, 2])
def test_noise_neither_ends_the_program_nor_harms_a_match(
    kind: str, amount: int, seed: int, tmp_path: Path
) -> None:
    Noise(tmp_path, kind, seed).make(amount)
