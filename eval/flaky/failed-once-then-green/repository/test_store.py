from pathlib import Path

from store import save


def test_saves(tmp_path):
    save(tmp_path / "a.json", {"b": 1})
    assert (tmp_path / "a.json").read_text() == '{"b": 1}'


def test_keys_are_sorted(tmp_path):
    save(tmp_path / "a.json", {"b": 1, "a": 2})
    assert (tmp_path / "a.json").read_text() == '{"a": 2, "b": 1}'


def test_lock():
    save(Path("store.json"), {})
    Path("store.json").unlink()
