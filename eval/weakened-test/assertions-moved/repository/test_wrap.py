from wrap import wrap


def test_wrap():
    assert wrap("one two three", 7) == ["one two", "three"]


def test_wrap_nothing():
    assert wrap("", 7) == []
