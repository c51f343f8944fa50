import unittest

from settings import parse


class Parse(unittest.TestCase):
    def test_pairs(self):
        self.assertEqual(parse("a = 1\nb=2"), {"a": "1", "b": "2"})

    def test_address_does_not_crash(self):
        parse("url = https://example.com/?page=2")
