import unittest
from datetime import datetime, timezone

import clock


class Now(unittest.TestCase):
    def test_is_close_to_the_system_clock(self):
        self.assertLess(abs((datetime.now(timezone.utc) - clock.now()).total_seconds()), 5)

    def test_is_utc(self):
        self.assertEqual(clock.now().tzinfo, timezone.utc)
