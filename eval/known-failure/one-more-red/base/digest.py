def digest(lines):
    return "\n".join(f"- {line}" for line in lines)
