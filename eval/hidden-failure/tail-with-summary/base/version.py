def newer(left, right):
    return left > right
