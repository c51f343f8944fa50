import re


def email(text):
    return "@" in text


def age(text):
    return text.isdigit()


def phone(text):
    return re.match(r"1\d{10}", text) is not None
