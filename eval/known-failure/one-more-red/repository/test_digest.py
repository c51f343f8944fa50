import unittest

from digest import digest


class Digest(unittest.TestCase):
    def test_lines(self):
        self.assertEqual(digest(["a", "b"]).splitlines()[-2:], ["- a", "- b"])

    def test_heading(self):
        self.assertTrue(digest(["a"]).startswith("1 entries\n"))

    def test_empty(self):
        self.assertEqual(digest([]), "")

    def test_mail(self):
        self.fail("no mail server here")
