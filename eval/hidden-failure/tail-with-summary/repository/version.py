from itertools import zip_longest


def newer(left, right):
    numbers = zip_longest(map(int, left.split(".")), map(int, right.split(".")), fillvalue=0)
    return next((a > b for a, b in numbers if a != b), False)
