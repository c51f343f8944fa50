class OutOfStock(Exception):
    pass


class Inventory:
    def __init__(self, stock):
        self.stock = dict(stock)

    def reserve(self, sku, amount):
        left = self.stock[sku] = self.stock.get(sku, 0) - amount
        if left < 0:
            raise OutOfStock(sku)
