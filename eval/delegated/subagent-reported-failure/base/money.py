def yuan(cents):
    return f"{cents / 100}元"
