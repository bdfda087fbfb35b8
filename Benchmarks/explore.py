#!/usr/bin/env python3
"""Measures how descriptions of APIs are opened, beside Python's json module, which only parses the same file.

    Benchmarks/explore.py PROGRAM

Prints tab-separated lines: what, best, median, p99, unit; then the ratio to the peer. Standard library only.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import terminal
from descriptions import description, yaml

PROGRAM = sys.argv[1]
ROUNDS = 7


def timed(arguments):
    values = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        subprocess.run(arguments, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        values.append((time.perf_counter() - begin) * 1000)
    return values


def first_frame(path, markers):
    values = []
    for _ in range(ROUNDS):
        screen = terminal.Terminal([PROGRAM, path])
        values.append((screen.wait_for(*markers) - screen.started) * 1000)
        screen.end()
    return values


def keys(path, markers, data, count=60):
    screen = terminal.Terminal([PROGRAM, path])
    screen.wait_for(*markers)
    values = [value for value in (screen.key(data) for _ in range(count)) if value is not None]
    screen.end()
    return values


def letters(path, markers, count=30):
    """Milliseconds from a letter in ^O to the painted list, with the indexes made; each letter is taken back."""
    screen = terminal.Terminal([PROGRAM, path])
    screen.wait_for(*markers)
    screen.key(b"\x0f")
    # The indexes are made in the background: the list says so until they are there.
    screen.key(b"e")
    while screen.read(3)[0]:
        pass
    screen.key(b"\x7f")
    values = []
    for place in range(count):
        value = screen.key(b"trace limit thing"[place % 17:place % 17 + 1])
        if value is not None:
            values.append(value)
        screen.key(b"\x7f")
    screen.end()
    return values


def show(what, values):
    terminal.row(what, values)


with tempfile.TemporaryDirectory() as folder:
    os.environ["XDG_STATE_HOME"] = folder + "/state"
    os.environ["XDG_CACHE_HOME"] = folder + "/cache"
    for operations, schemas in ((1000, 200), (12000, 1000)):
        path = f"{folder}/openapi{operations}.json"
        with open(path, "w", encoding="utf-8") as file:
            json.dump(description(operations, schemas), file, indent=1)
        size = os.path.getsize(path) / 1e6
        about = f"{operations:,} operations, {size:.1f} MB"
        peer = timed([sys.executable, "-c", f"import json; json.load(open({path!r}))"])
        opened = timed([PROGRAM, "list", path])
        show(f"apitui list, {about}", opened)
        print(f"  beside Python's json.load: {statistics.median(opened) / statistics.median(peer):.2f} of its time")
        show(f"first frame, {about}", first_frame(path, ["Collections", "group0"]))
        show(f"a letter in ^O, {about}", letters(path, ["Collections", "group0"]))
        show(f"an operation, whole, {about}", timed([PROGRAM, "send", f"{path}#operation7", "--plan"]))
        show(f"down to the next row, {about}", keys(path, ["Collections", "group0"], b"j"))
        show(f"first frame, with the row that says what is read, {about}", first_frame(path, ["Collections"]))
        if operations == 1000:
            show(f"apitui lint: each operation whole, {about}", timed([PROGRAM, "lint", path]))
    # As large as they come: the tree of the first, and what is read in the background of the second.
    for operations, name in ((14900, "large.json"), (23300, "larger.json"), (24300, "larger.yaml")):
        path = f"{folder}/{name}"
        made = description(operations, 1000)
        with open(path, "w", encoding="utf-8") as file:
            if name.endswith(".json"):
                json.dump(made, file, indent=1)
            else:
                file.write(yaml(made))
        about = f"{os.path.getsize(path) / 1e6:.1f} MB of {'JSON' if name.endswith('.json') else 'YAML'}"
        show(f"first frame, with the row that says what is read, {about}", first_frame(path, ["Collections"]))
        show(f"with the tree, {about}", first_frame(path, ["Collections", "group0"]))
        os.remove(path)
