import unittest
from datetime import date

from due import due_date


class DueDate(unittest.TestCase):
    def test_thirty_days(self):
        self.assertEqual(due_date(date(2026, 3, 2), 30), date(2026, 4, 1))


if __name__ == "__main__":
    unittest.main()
