import unittest

from wordcount import count


class Count(unittest.TestCase):
    def test_words(self):
        self.assertEqual(count("one two"), 2)

    def test_line_breaks(self):
        self.assertEqual(count("one\ntwo\nthree"), 3)

    def test_several_blanks(self):
        self.assertEqual(count("one   two"), 2)
