import re


def email(text):
    return re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", text) is not None


def age(text):
    return text.isdigit() and int(text) <= 150


def phone(text):
    return re.match(r"1\d{10}", text) is not None
