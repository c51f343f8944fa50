from distance import legacy_distance


def test_legacy():
    assert legacy_distance("a", "b") == 1
