RATES = {"north": 8, "south": 10}


def shipping_fee(region, weight):
    return RATES[region] + max(0, weight - 1) * 2
