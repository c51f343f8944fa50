import pytest

from version import newer


@pytest.mark.parametrize(
    "left, right, expected",
    [("1.2.0", "1.1.9", True), ("1.10.0", "1.9.0", True), ("1.0", "1.0.0", False), ("2.0", "2.0.1", False)],
)
def test_newer(left, right, expected):
    assert newer(left, right) is expected
