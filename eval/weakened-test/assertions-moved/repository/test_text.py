from text import title


def test_title():
    assert title("the long way") == "The Long Way"
