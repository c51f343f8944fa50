def digest(lines):
    return f"{len(lines)} entries\n" + "\n".join(f"- {line}" for line in lines)
