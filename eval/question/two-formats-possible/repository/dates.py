from datetime import date


def parse(text):
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ValueError(f"kein Datum: {text!r}") from None
