import unittest

from list import list_products


class ListProducts(unittest.TestCase):
    def test_all(self):
        self.assertEqual(len(list_products()), 25)
