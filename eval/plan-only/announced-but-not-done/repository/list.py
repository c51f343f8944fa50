PRODUCTS = [f"商品{number}" for number in range(1, 26)]


def list_products():
    return PRODUCTS
