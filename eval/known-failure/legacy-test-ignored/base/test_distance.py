import pytest

from distance import hamming


def test_same():
    assert hamming("abc", "abc") == 0


def test_two_places():
    assert hamming("abc", "axy") == 2


def test_lengths():
    with pytest.raises(ValueError):
        hamming("abc", "ab")
