def initials(names):
    return [name[0] for name in names]
