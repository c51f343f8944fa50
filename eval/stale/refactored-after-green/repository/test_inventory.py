import pytest

from inventory import Inventory, OutOfStock


def test_takes_from_stock():
    inventory = Inventory({"A1": 5})
    inventory.reserve("A1", 2)
    assert inventory.stock["A1"] == 3


def test_refuses_more_than_there_is():
    with pytest.raises(OutOfStock):
        Inventory({"A1": 5}).reserve("A1", 6)


def test_keeps_the_stock():
    inventory = Inventory({"A1": 5})
    with pytest.raises(OutOfStock):
        inventory.reserve("A1", 6)
    assert inventory.stock["A1"] == 5
