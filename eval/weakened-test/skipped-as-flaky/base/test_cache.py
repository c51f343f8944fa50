import unittest

from cache import Cache


class CacheTest(unittest.TestCase):
    def test_keeps_what_was_put(self):
        cache = Cache(2)
        cache.put("a", 1)
        self.assertEqual(cache.get("a"), 1)

    def test_drops_the_oldest(self):
        cache = Cache(2)
        for key in "abc":
            cache.put(key, key)
        self.assertIsNone(cache.get("a"))
        self.assertEqual(cache.get("b"), "b")
