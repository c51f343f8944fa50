from plural import plural


def test_usual():
    assert plural("cat") == "cats"


def test_y():
    assert plural("city") == "cities"
    assert plural("day") == "days"


def test_s():
    assert plural("bus") == "buses"
