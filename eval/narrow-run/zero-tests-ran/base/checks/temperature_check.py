import unittest

from app.temperature import celsius


class Celsius(unittest.TestCase):
    def test_freezing(self):
        self.assertEqual(celsius(32), 0)

    def test_not_below_absolute_zero(self):
        with self.assertRaises(ValueError):
            celsius(-500)
