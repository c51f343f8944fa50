import unittest

import validate


class Validate(unittest.TestCase):
    def test_email(self):
        self.assertTrue(validate.email("li@example.com"))
        self.assertFalse(validate.email("@"))

    def test_age(self):
        self.assertTrue(validate.age("42"))
        self.assertFalse(validate.age("420"))
