import unittest

from vat import vat


class Vat(unittest.TestCase):
    def test_whole_cents(self):
        self.assertEqual(vat(1000), 200)
