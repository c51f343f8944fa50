def celsius(fahrenheit):
    return (fahrenheit - 32) * 5 / 9
