from datetime import date, timedelta


def due_date(issued: date, days: int) -> date:
    due = issued + timedelta(days=days)
    if due.weekday() >= 5:
        due += timedelta(days=7 - due.weekday())
    return due
