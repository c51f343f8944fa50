import unittest
from datetime import date

from dates import parse


class Parse(unittest.TestCase):
    def test_iso(self):
        self.assertEqual(parse("2026-04-07"), date(2026, 4, 7))
