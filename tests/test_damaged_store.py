"""A fixed sample of the damaged databases; `bench.damage` makes as many as one likes."""

import tempfile
from pathlib import Path

import pytest
from bench.damage import BY_BYTES, BY_SQL, check, damage, readable, sound
from stores import private_space


@pytest.mark.parametrize("seed", range(60))
def test_play_goes_on_with_a_damaged_file_and_nothing_is_lost(seed: int) -> None:
    with tempfile.TemporaryDirectory(dir=private_space()) as folder:
        check(seed, Path(folder))


def test_the_sample_is_damaged_in_every_way(tmp_path: Path) -> None:
    done = {damage(seed, tmp_path / "fevga.db") for seed in range(200)}
    assert done == {way.__name__ for way in (*BY_BYTES, *BY_SQL)}


def test_the_undamaged_file_has_matches_to_lose(tmp_path: Path) -> None:
    (tmp_path / "fevga.db").write_bytes(sound())
    assert sorted(readable(tmp_path / "fevga.db")) == [2, 3, 4, 5, 6]
