def hamming(left, right):
    if len(left) != len(right):
        raise ValueError("different lengths")
    return sum(a != b for a, b in zip(left, right))


def legacy_distance(left, right):
    raise NotImplementedError("moved to the C library")
