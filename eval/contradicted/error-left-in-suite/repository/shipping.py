RATES = {"north": 8, "south": 10}


def shipping_fee(region, weight):
    if RATES[region] is None:
        raise ValueError(f"未知地区：{region}")
    return RATES[region] + max(0, weight - 1) * 2
