#!/usr/bin/env python3
"""Measures the terminal UI in a pseudo terminal: start to first full frame, key to painted frame, idle CPU, memory.

    screen.py PROGRAM FOLDER=TEXT...     prints one line a folder, in milliseconds, percent and megabytes

The frame stands when TEXT, a row far down on the first screen, has come.

Needs nothing beyond Python's standard library.
"""
import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import sys
import termios
import time

COLUMNS, ROWS = 120, 40
STARTS, KEYS, IDLE_SECONDS = 20, 200, 5


class Terminal:
    def __init__(self, program, folder):
        self.started = time.perf_counter()
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            environment = {
                "PATH": os.environ["PATH"], "HOME": "/nonexistent", "TERM": "xterm-256color", "LC_ALL": "C.UTF-8",
            }
            os.execve(program, [program, folder], environment)
        size = struct.pack("HHHH", ROWS, COLUMNS, 0, 0)
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, size)

    def read_until(self, text, seconds=10):
        """Reads until the text has come; returns the seconds since the start of the program."""
        seen = b""
        deadline = time.perf_counter() + seconds
        while text not in seen:
            left = deadline - time.perf_counter()
            if left <= 0 or not select.select([self.descriptor], [], [], left)[0]:
                sys.exit(f"'{text.decode()}' did not come within {seconds} s")
            seen += os.read(self.descriptor, 65536)
        return time.perf_counter() - self.started

    def drain(self, quiet=0.15):
        while select.select([self.descriptor], [], [], quiet)[0]:
            os.read(self.descriptor, 65536)

    def paint_after(self, key):
        """Seconds from a key to the last byte of the frame that it causes."""
        begin = time.perf_counter()
        os.write(self.descriptor, key)
        if not select.select([self.descriptor], [], [], 2)[0]:
            return None
        os.read(self.descriptor, 65536)
        end = time.perf_counter()
        while select.select([self.descriptor], [], [], 0.003)[0]:
            os.read(self.descriptor, 65536)
            end = time.perf_counter()
        return end - begin

    def cpu_seconds(self):
        with open(f"/proc/{self.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident_megabytes(self):
        with open(f"/proc/{self.pid}/status") as file:
            for line in file:
                if line.startswith("VmRSS"):
                    return int(line.split()[1]) / 1024
        return 0

    def end(self):
        os.kill(self.pid, signal.SIGTERM)
        while True:
            try:
                if not os.read(self.descriptor, 65536):
                    break
            except OSError:
                break
        os.waitpid(self.pid, 0)
        os.close(self.descriptor)


def median(values):
    return statistics.median(values)


def main():
    program, folders = sys.argv[1], sys.argv[2:]
    for argument in folders:
        folder, text = argument.split("=", 1)
        last = text.encode()
        starts = []
        for _ in range(STARTS):
            terminal = Terminal(program, folder)
            starts.append(terminal.read_until(last))
            terminal.end()
        terminal = Terminal(program, folder)
        terminal.read_until(last)
        terminal.drain()
        keys = sorted(filter(None, (terminal.paint_after(b"j" if i < KEYS / 2 else b"k") for i in range(KEYS))))
        terminal.drain()
        before = terminal.cpu_seconds()
        time.sleep(IDLE_SECONDS)
        idle = (terminal.cpu_seconds() - before) / IDLE_SECONDS
        memory = terminal.resident_megabytes()
        terminal.end()
        print(
            f"{os.path.basename(folder):<28} first frame {1000 * median(starts):6.1f} ms (best {1000 * min(starts):.1f})"
            f"   key {1000 * median(keys):5.2f} ms (99 %: {1000 * keys[int(len(keys) * 0.99) - 1]:.2f})"
            f"   idle {100 * idle:.1f} % CPU   {memory:.0f} MB")


main()
