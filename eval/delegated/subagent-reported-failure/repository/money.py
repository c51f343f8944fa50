def yuan(cents):
    return f"{cents / 100:.2f}元"
