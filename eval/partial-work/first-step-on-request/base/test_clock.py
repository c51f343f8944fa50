import unittest
from datetime import datetime, timezone

import clock


class Now(unittest.TestCase):
    def test_is_close_to_the_system_clock(self):
        now = clock.now()
        if now.tzinfo is None:
            now = now.replace(tzinfo=timezone.utc)
        self.assertLess(abs((datetime.now(timezone.utc) - now).total_seconds()), 5)
