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

PROGRAM = sys.argv[1]
ROUNDS = 7


def description(operations, schemas):
    """An API of CRUD operations on resources, each with a body, parameters and schemas that refer to others."""
    paths, components = {}, {}
    for number in range(schemas):
        components[f"Thing{number}"] = {
            "type": "object", "required": ["id", "name"],
            "properties": {
                "id": {"type": "integer", "minimum": 1}, "name": {"type": "string", "minLength": 3, "maxLength": 80},
                "kind": {"enum": ["small", "large", "other"]}, "made": {"type": "string", "format": "date-time"},
                "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 5},
                "next": {"$ref": f"#/components/schemas/Thing{(number + 1) % schemas}"}}}
    for number in range(operations):
        method = ("get", "post", "put", "delete")[number % 4]
        schema = {"$ref": f"#/components/schemas/Thing{number % schemas}"}
        operation = {
            "operationId": f"operation{number}", "tags": [f"group{number // 50}"], "summary": f"Operation number {number}",
            "parameters": [
                {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 100}},
                {"name": "X-Trace", "in": "header", "schema": {"type": "string", "format": "uuid"}}],
            "responses": {
                "200": {"description": "done", "content": {"application/json": {"schema": schema}}},
                "404": {"description": "there is none"}}}
        if method in ("post", "put"):
            operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
        path = f"/group{number // 50}/things{number // 4}"
        paths.setdefault(path, {})[method] = operation
    return {
        "openapi": "3.1.0", "info": {"title": f"{operations} operations", "version": "1"},
        "servers": [{"url": "http://127.0.0.1:1"}], "paths": paths, "components": {"schemas": components}}


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
