#!/usr/bin/env python3
"""Runs the program in a pseudo-terminal and measures what a person at it would notice. Standard library only.

    terminal.py start PROGRAM PATH MARKER...     milliseconds from exec to the frame that holds all markers
    terminal.py keys PROGRAM                     milliseconds from key to painted frame, in the demo
    terminal.py idle PROGRAM                     CPU and memory of the demo left alone
    terminal.py command PROGRAM ARGUMENT...      milliseconds of a headless command

Each prints tab-separated lines: what, best, median, p99, unit.
"""
import fcntl
import os
import pty
import re
import select
import signal
import statistics
import struct
import sys
import termios
import time

ESCAPES = re.compile(rb"\x1b(?:\[[0-9;?<>=]*[a-zA-Z]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()][0AB]|[=>78M])|\x0f")
COLUMNS, ROWS = 140, 45


class Terminal:
    """A program in a terminal of 140 x 45 cells. What it writes is read as it comes, never drawn."""

    def __init__(self, arguments):
        environment = {
            key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLORTERM", "TMUX")}
        environment.update(TERM="xterm-256color", LC_ALL="C.UTF-8")
        leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

        name = os.ttyname(follower)
        self.leader = leader
        self.seen = b""
        self.started = time.perf_counter()
        # Not fork: copying this interpreter would count as the program's start. The leader of a new session gets the
        # first terminal that it opens.
        self.pid = os.posix_spawn(
            arguments[0], arguments, environment, setsid=True,
            file_actions=[
                (os.POSIX_SPAWN_CLOSE, leader), (os.POSIX_SPAWN_OPEN, 0, name, os.O_RDWR, 0),
                (os.POSIX_SPAWN_DUP2, 0, 1), (os.POSIX_SPAWN_DUP2, 0, 2)])
        os.close(follower)

    def read(self, timeout):
        """What has come within `timeout` seconds, or empty; and when it came."""
        if not select.select([self.leader], [], [], timeout)[0]:
            return b"", None
        try:
            data = os.read(self.leader, 1 << 20)
        except OSError:
            raise SystemExit("the program ended: " + self.text()[-500:])
        self.seen += data
        return data, time.perf_counter()

    def text(self):
        return ESCAPES.sub(b"", self.seen).decode("utf-8", "replace")

    def wait_for(self, *markers, timeout=20, quiet=0.004):
        """The time at which the frame that completes the markers had been written."""
        deadline = time.perf_counter() + timeout
        while time.perf_counter() < deadline:
            data, when = self.read(0.05)
            if data and all(marker in self.text() for marker in markers):
                return self.settle(when, quiet)
        raise SystemExit(f"not on the screen after {timeout} s: {markers}\n{self.text()[-3000:]}")

    def settle(self, last=None, quiet=0.004):
        """Reads until nothing has come for `quiet` seconds; the time of the last byte."""
        while True:
            data, when = self.read(quiet)
            if not data:
                return last
            last = when

    def key(self, data, quiet=0.004, timeout=2):
        """Milliseconds from writing a key to the last byte of the frame that answers it; None without an answer."""
        self.seen = b""
        begin = time.perf_counter()
        os.write(self.leader, data)
        first, when = self.read(timeout)
        if not first:
            return None
        return (self.settle(when, quiet) - begin) * 1000

    def statistics(self):
        """CPU ticks used, resident KiB, anonymous KiB, proportional KiB, threads."""
        with open(f"/proc/{self.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        memory = {}
        for name in ("status", "smaps_rollup"):
            with open(f"/proc/{self.pid}/{name}") as file:
                for line in file:
                    parts = line.split()
                    if len(parts) > 1 and parts[1].isdigit():
                        memory[parts[0]] = int(parts[1])
        return {
            "ticks": int(fields[11]) + int(fields[12]), "resident": memory["VmRSS:"], "anonymous": memory["RssAnon:"],
            "proportional": memory["Pss:"], "private": memory["Private_Clean:"] + memory["Private_Dirty:"],
            "threads": memory["Threads:"],
            "switches": memory["voluntary_ctxt_switches:"]}

    def has_ended(self):
        return os.waitpid(self.pid, os.WNOHANG)[0] != 0

    def end(self):
        os.kill(self.pid, signal.SIGTERM)
        deadline = time.perf_counter() + 5
        while not self.has_ended():
            if time.perf_counter() > deadline:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
                break
            try:
                self.read(0.005)
            except SystemExit:
                os.waitpid(self.pid, 0)
                break
        os.close(self.leader)


def row(what, values, unit="ms", digits=1):
    ordered = sorted(values)
    p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    numbers = "\t".join(f"{value:.{digits}f}" for value in (ordered[0], statistics.median(ordered), p99))
    print(f"{what}\t{numbers}\t{unit}", flush=True)


def start(name, program, path, markers, runs=21):
    times = []
    for turn in range(runs + 1):
        terminal = Terminal([program, path])
        moment = terminal.wait_for(*markers)
        # The first run reads from disk what all later ones find in memory.
        if turn:
            times.append((moment - terminal.started) * 1000)
        terminal.end()
    row(name, times)


def press(name, terminal, keys):
    times = [terminal.key(key) for key in keys]
    missing = sum(time is None for time in times)
    if missing:
        name += f" ({missing} of {len(keys)} changed nothing)"
    answered = [time for time in times if time is not None]
    if answered:
        row(name, answered)


def keys(program, folder):
    """`folder` holds requests and one file that asks the demo for a large body."""
    terminal = Terminal([program, "demo", folder])
    terminal.wait_for("Collections", "Log")
    terminal.settle(quiet=0.3)
    down, up = b"\x1b[B", b"\x1b[A"
    press("Down and Up in the tree", terminal, ([down] * 20 + [up] * 20) * 5)
    press("Tab to the next pane", terminal, [b"\t"] * 200)
    terminal.key(b"1")
    terminal.key(b"g")
    # The large body: the first request.
    terminal.key(down)
    terminal.seen = b""
    begin = time.perf_counter()
    os.write(terminal.leader, b"s")
    moment = terminal.wait_for("200", '"items"', timeout=60, quiet=0.3)
    row("s to a pretty 5.7 MB JSON body", [(moment - begin) * 1000])
    press("Tab, 5.7 MB in view", terminal, [b"\t"] * 200)
    terminal.key(b"3")
    press("Down and PgDn in 5.7 MB", terminal, ([down] * 10 + [b"\x1b[6~"] * 10) * 10)
    terminal.key(b"1")
    press("Down and Up in the tree, 5.7 MB in view", terminal, ([down] * 20 + [up] * 20) * 5)
    terminal.key(b"/")
    press("typing in a field, 5.7 MB in view", terminal, ([b"a"] * 10 + [b"\x7f"] * 10) * 10)
    terminal.end()


def idle(program, folder):
    terminal = Terminal([program, "demo", folder] if folder else [program, "demo"])
    terminal.wait_for("Collections", "Log")
    terminal.settle(quiet=0.5)
    # Waits until the greeting has gone and nothing is drawn any more.
    time.sleep(6)
    terminal.settle(quiet=0.5)
    before = terminal.statistics()
    time.sleep(5)
    after = terminal.statistics()
    ticks = os.sysconf("SC_CLK_TCK")
    row("idle, CPU over 5 s", [(after["ticks"] - before["ticks"]) / ticks / 5 * 100], "%")
    row("idle, main thread wakes over 5 s", [after["switches"] - before["switches"]], "", 0)
    row("idle, resident", [after["resident"] / 1024], "MiB")
    row("idle, proportional share", [after["proportional"] / 1024], "MiB")
    row("idle, private pages", [after["private"] / 1024], "MiB")
    row("idle, anonymous", [after["anonymous"] / 1024], "MiB")
    row("idle, threads", [after["threads"]], "", 0)
    terminal.end()


def command(name, arguments, runs=31):
    times = []
    quiet = [(os.POSIX_SPAWN_OPEN, number, "/dev/null", os.O_WRONLY, 0) for number in (1, 2)]
    for turn in range(runs + 1):
        begin = time.perf_counter()
        os.waitpid(os.posix_spawn(arguments[0], arguments, os.environ, file_actions=quiet), 0)
        if turn:
            times.append((time.perf_counter() - begin) * 1000)
    row(name, times)


if __name__ == "__main__":
    verb, arguments = sys.argv[1], sys.argv[2:]
    if verb == "start":
        start(arguments[0], arguments[1], arguments[2], arguments[3:])
    elif verb == "keys":
        keys(*arguments)
    elif verb == "idle":
        idle(arguments[0], arguments[1] if len(arguments) > 1 else None)
    elif verb == "command":
        command(arguments[0], arguments[1:])
    elif verb == "show":
        shown = Terminal(arguments)
        shown.settle(quiet=1)
        print(shown.text())
        shown.end()
    else:
        raise SystemExit(__doc__)
