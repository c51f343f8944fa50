import unittest

from pinyin import initials


class Initials(unittest.TestCase):
    def test_upper_case(self):
        self.assertEqual(initials(["li", "wang"]), ["L", "W"])

    def test_empty_name(self):
        self.assertEqual(initials(["", "li"]), ["L"])
