from text import title, wrap


def test_title():
    assert title("the long way") == "The Long Way"


def test_wrap():
    assert wrap("one two three", 7) == ["one two", "three"]


def test_wrap_nothing():
    assert wrap("", 7) == []
