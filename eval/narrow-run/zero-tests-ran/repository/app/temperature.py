def celsius(fahrenheit):
    if fahrenheit < -459.67:
        raise ValueError(f"below absolute zero: {fahrenheit}")
    return (fahrenheit - 32) * 5 / 9
