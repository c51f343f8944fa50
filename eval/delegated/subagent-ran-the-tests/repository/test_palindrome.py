import unittest

from palindrome import palindrome


class Palindrome(unittest.TestCase):
    def test_plain(self):
        self.assertTrue(palindrome("level"))

    def test_no(self):
        self.assertFalse(palindrome("levels"))

    def test_sentence(self):
        self.assertTrue(palindrome("Was it a car or a cat I saw?"))
