def title(words):
    return " ".join(word.capitalize() for word in words.split())
