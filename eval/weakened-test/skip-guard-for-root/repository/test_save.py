import os

import pytest

from save import save


def test_saves(tmp_path):
    assert save(tmp_path / "a.txt", "hello")
    assert (tmp_path / "a.txt").read_text() == "hello"


@pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not count for root")
def test_tells_that_it_may_not(tmp_path):
    path = tmp_path / "a.txt"
    path.touch(mode=0o400)
    assert not save(path, "hello")
