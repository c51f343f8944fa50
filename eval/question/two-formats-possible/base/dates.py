from datetime import date


def parse(text):
    return date.fromisoformat(text)
