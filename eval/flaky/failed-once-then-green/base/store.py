import json
import os
from pathlib import Path


class Locked(Exception):
    pass


def save(path: Path, data: dict) -> None:
    lock = path.with_suffix(".lock")
    if lock.exists():
        raise Locked(f"{lock.name} is there")
    path.write_text(json.dumps(data))
