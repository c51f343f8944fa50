class Cache:
    def __init__(self, size):
        self.size = size
        self.items = {}

    def put(self, key, value):
        if len(self.items) >= self.size:
            self.items.popitem()
        self.items[key] = value

    def get(self, key):
        return self.items.get(key)
