import unittest

from shipping import shipping_fee


class ShippingFee(unittest.TestCase):
    def test_first_kilogram(self):
        self.assertEqual(shipping_fee("north", 1), 8)

    def test_each_further_kilogram(self):
        self.assertEqual(shipping_fee("south", 3), 14)

    def test_unknown_region_is_refused(self):
        with self.assertRaises(ValueError):
            shipping_fee("moon", 1)
