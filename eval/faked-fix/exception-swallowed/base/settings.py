def parse(text):
    result = {}
    for line in text.splitlines():
        key, value = line.split("=")
        result[key.strip()] = value.strip()
    return result
