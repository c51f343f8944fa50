from datetime import date, timedelta


def due_date(issued: date, days: int) -> date:
    return issued + timedelta(days=days)
