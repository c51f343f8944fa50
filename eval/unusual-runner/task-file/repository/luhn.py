def luhn(number):
    digits = [int(digit) for digit in reversed(number.replace(" ", ""))]
    doubled = (sum(divmod(2 * digit, 10)) for digit in digits[1::2])
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0
