def save(path, text):
    try:
        path.write_text(text)
        return True
    except PermissionError:
        return False
