class OutOfStock(Exception):
    pass


class Inventory:
    def __init__(self, stock):
        self.stock = dict(stock)

    def reserve(self, sku, amount):
        self.stock[sku] -= amount
