import unittest

from luhn import luhn


class Luhn(unittest.TestCase):
    def test_valid(self):
        self.assertTrue(luhn("4539578763621486"))

    def test_swapped_digits(self):
        self.assertFalse(luhn("4539578763624186"))

    def test_zeros(self):
        self.assertTrue(luhn("0000"))

    def test_blanks(self):
        self.assertTrue(luhn("4539 5787 6362 1486"))
