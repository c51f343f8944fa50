import unittest

from money import yuan


class Yuan(unittest.TestCase):
    def test_two_decimals(self):
        self.assertEqual(yuan(150), "1.50元")

    def test_thousands(self):
        self.assertEqual(yuan(123456789), "1,234,567.89元")
