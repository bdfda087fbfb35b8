#!/usr/bin/env python3
"""Large bodies on the screen: the first pretty frame, the whole, a jump to the end, keys, memory; and what jq, less and grep need
for the same bytes. Standard library only.

    bodies.py PROGRAM [BODY...]     default all: megabytes of records (1 5 50 236 1000), or a shape (line levels tokens name)

A server of Python sends a file as fast as a socket takes it. `first` is from the last byte that the server wrote to the frame
with the first members of the body, or the time before it with a minus; `all` is to the frame in which nothing is left to read.
Prints tab-separated lines: body, what, milliseconds (median, p99), resident MB.
"""
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from terminal import Terminal


def records(path, megabytes):
    with open(path, "w") as file:
        file.write("[")
        number = size = 0
        while size < megabytes * 1_000_000:
            some = ",".join(
                json.dumps(
                    {"id": n, "name": f"Person {n}", "active": n % 3 == 0, "score": n * 7 % 1000 / 10, "tags": ["a", "b"],
                     "address": {"city": "Zürich" if n % 5 == 0 else "Basel", "zip": str(1000 + n % 9000)}, "note": None},
                    ensure_ascii=False, separators=(",", ":"))
                for n in range(number, number + 2000))
            file.write(("," if number else "") + some)
            number += 2000
            size += len(some)
        file.write("]")


def repeated(path, begin, million, count, end):
    """A file of `begin`, `count` times the same bytes, and `end`."""
    with open(path, "wb") as file:
        file.write(begin)
        for _ in range(count):
            file.write(million)
        file.write(end)


def one_line(path, megabytes):
    repeated(path, b'"', b"abcdefghi " * 100_000, megabytes, b'"')


def levels(path, thousands):
    with open(path, "wb") as file:
        file.write(b'["first",' + b"[" * (thousands * 1000) + b"]" * (thousands * 1000) + b"]")


def tokens(path, millions):
    repeated(path, b'["first"', b",1" * 1_000_000, millions, b"]")


def name(path, megabytes):
    repeated(path, b'{"first": 1, "', b"abcdefghi " * 100_000, megabytes, b'": 2}')


class Server:
    """Answers every request with one file."""

    def __init__(self, path):
        self.path = path
        self.sent = None
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            with client, open(self.path, "rb") as file:
                client.recv(65536)
                size = os.path.getsize(self.path)
                client.sendall(
                    f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {size}\r\n\r\n".encode())
                client.sendfile(file)
                self.sent = time.perf_counter()


def row(body, what, values, resident=None):
    ordered = sorted(values)
    p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    memory = "" if resident is None else f"{resident / 1024:.0f}"
    print(f"{body}\t{what}\t{statistics.median(ordered):.1f}\t{p99:.1f}\t{memory}", flush=True)


def screen(program, name, path, marker):
    server = Server(path)
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + "/a.http", "w") as file:
            file.write(f"### large\n# @timeout 120\n# @max-body 2 GB\nGET http://127.0.0.1:{server.port}/\n")
        terminal = Terminal([program, folder])
        terminal.wait_for("Collections", "Log")
        terminal.settle(quiet=0.3)
        terminal.seen = b""
        os.write(terminal.leader, b"s")
        first = terminal.wait_for(marker, timeout=120)
        # Until the screen says nothing any more about what is to come.
        while server.sent is None:
            terminal.read(0.05)
        last = terminal.settle(first, quiet=1.0)
        row(name, "first", [(first - server.sent) * 1000])
        row(name, "all", [max(0, last - server.sent) * 1000], terminal.statistics()["resident"])
        terminal.key(b"3")
        row(name, "G", [terminal.key(b"G") or 0])
        row(name, "g", [terminal.key(b"g") or 0])
        keys = [terminal.key(key) for key in ([b"\x1b[6~"] * 20 + [b"G", b"\x1b[5~", b"\x1b[5~", b"g"] * 5) * 5]
        row(name, "keys", [key for key in keys if key is not None], terminal.statistics()["resident"])
        terminal.end()
    server.listener.close()


def peer(name, what, arguments, path):
    """Another program, from spawn to exit, with the file on its standard input."""
    if not shutil.which(arguments[0]):
        return
    with open(path, "rb") as file:
        begin = time.perf_counter()
        process = subprocess.Popen(arguments, stdin=file, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, _, usage = os.wait4(process.pid, 0)
    row(name, what, [(time.perf_counter() - begin) * 1000], usage.ru_maxrss)


def less_end(name, path):
    if not shutil.which("less"):
        return
    terminal = Terminal([shutil.which("less"), "-S", path])
    terminal.settle(quiet=0.3)
    # Long lines take less many seconds.
    took = terminal.key(b"G", quiet=0.5, timeout=60)
    if took is not None:
        row(name, "less G", [took], terminal.statistics()["resident"])
    terminal.end()


def main():
    program = os.path.abspath(sys.argv[1])
    shapes = {
        "line": ("line of 1000 MB", one_line, 1000, '"abcdefghi abc'),
        "levels": ("100,000 levels", levels, 100, '"first"'),
        "tokens": ("50 million tokens", tokens, 50, '"first"'),
        "name": ("name of 100 MB", name, 100, '"first"'),
    }
    print("body\twhat\tmedian ms\tp99 ms\tresident MB")
    # On a disk: in a file system that lives in memory the bodies would count twice.
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        for wanted in sys.argv[2:] or ["1", "5", "50", "236", "1000", *shapes]:
            title, make, size, marker = shapes.get(wanted) or (f"{wanted} MB", records, int(wanted), '"name": "Person 0"')
            path = folder + "/body"
            make(path, size)
            screen(program, title, path, marker)
            # jq needs ten times the memory of a body.
            if os.path.getsize(path) < 300_000_000:
                peer(title, "jq length", ["jq", "length"], path)
                peer(title, "jq .", ["jq", "."], path)
            peer(title, "grep -c", ["grep", "-c", "Person 77"], path)
            less_end(title, path)


main()
