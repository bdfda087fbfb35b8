#!/usr/bin/env python3
"""How long the program takes to read request files, beside programs that only look at their lines. Standard library only.

    reading.py PROGRAM FOLDER...

Reading is what `apitui list` does before it prints: from the first look at the folder to the documents that the list shows,
as the program itself measures it. The peers are measured from the first read to the last line, without the start of a
process: a Python loop that reads the files and splits them at line ends (`lines`), and one that also looks at the first
letters of each line, as the crudest reader of requests would (`first words`); and from spawn to exit `grep -c '^###'`.
All in turns, so that what else the machine does falls on all alike. Prints a table: best, median, ratios of the bests.
"""
import os
import re
import statistics
import subprocess
import sys
import time

ROUNDS = 15
GOALS = {1: 20.0, 1000: 150.0}


def files(folder):
    found = []
    for place, folders, names in os.walk(folder):
        folders.sort()
        found += [os.path.join(place, name) for name in sorted(names) if name.endswith(".http")]
    return found


def program(path, folder):
    result = subprocess.run([path, "list", "--timing", folder], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True)
    wall, used = re.search(rb"Read in (\d+) us, (\d+) us", result.stderr).groups()
    return int(wall) / 1000, int(used) / 1000


def timed(work):
    begin = time.perf_counter()
    work()
    return (time.perf_counter() - begin) * 1000


def lines(folder):
    count = 0
    for path in files(folder):
        with open(path, "rb") as file:
            count += len(file.read().splitlines())
    return count


def first_words(folder):
    kinds = {}
    for path in files(folder):
        with open(path, "rb") as file:
            for line in file.read().splitlines():
                kind = "separator" if line.startswith(b"###") else "comment" if line[:1] == b"#" else line.split(b":")[0][:1]
                kinds[kind] = kinds.get(kind, 0) + 1
    return kinds


def main():
    path = sys.argv[1]
    print("what\tgoal\tbest\tmedian\tCPU\t: lines\t: first words\t: grep\tpeers' bests")
    for folder in sys.argv[2:]:
        found = files(folder)
        size = sum(os.path.getsize(path) for path in found)
        runs = {"program": [], "used": [], "lines": [], "words": [], "grep": []}
        for _ in range(ROUNDS):
            wall, used = program(path, folder)
            runs["program"].append(wall)
            runs["used"].append(used)
            runs["lines"].append(timed(lambda: lines(folder)))
            runs["words"].append(timed(lambda: first_words(folder)))
            runs["grep"].append(timed(lambda: subprocess.run(
                ["grep", "-rc", "^###", folder], stdout=subprocess.DEVNULL, check=True)))
        best = {name: min(values) for name, values in runs.items()}
        goal = GOALS.get(len(found))
        print(
            f"read {size / 1e6:.2f} MB in {len(found)} file{'s' if len(found) > 1 else ''}\t{goal or '-'} ms\t"
            f"{best['program']:.1f} ms\t{statistics.median(runs['program']):.1f} ms\t"
            f"{best['used']:.1f} ms\t"
            + "\t".join(f"{best['program'] / best[name]:.2f} x" for name in ("lines", "words", "grep"))
            + "\t" + ", ".join(f"{best[name]:.1f}" for name in ("lines", "words", "grep")) + " ms")


main()
