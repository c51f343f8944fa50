def parse(text):
    try:
        result = {}
        for line in text.splitlines():
            key, value = line.split("=")
            result[key.strip()] = value.strip()
        return result
    except Exception:
        return {}
