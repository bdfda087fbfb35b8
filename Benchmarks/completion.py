#!/usr/bin/env python3
"""How long the program takes to answer a Tab in the shell, from spawn to exit, on ordinary files and on the largest that it looks into.

    completion.py PROGRAM

What a completion script asks (`apitui complete`), in turns with `apitui --version`, which is the start alone: the ratios of the bests show
what the answer costs, whatever else the machine does. Prints a table. Standard library only.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

from descriptions import description, yaml

ROUNDS = 15
GOAL = 50
# The limits of Sources/apitui/Commands/Completion/CompletionFiles.swift.
REQUESTS, JSON, YAML = 2 << 20, 768 << 10, 512 << 10

PLAIN = "### r{0}\n# @name r{0}\n# @tag t{1}\nGET https://example.com/things/{0}?page=1\nAccept: application/json\n\n"
SCRIPTS = (
    "### r{0}\n# @tag t{1}\nPOST https://example.com/things/{0}\nContent-Type: application/json\nAuthorization: Bearer {{{{token}}}}\n\n"
    '{{\n  "name": "thing {0}",\n  "price": 12.5,\n  "tags": ["a", "b"]\n}}\n\n'
    "> {{% client.test('status', () => {{ client.assert(response.status === 200) }}) %}}\n\n")
SHORT = "###\nGET /{0}\n"
OPERATION = '"/{0}":{{"get":{{"responses":{{}}}}}}'


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    return path


def requests(form, size):
    """As many requests of a form as fit."""
    parts, length = [], 0
    while True:
        part = form.format(len(parts), len(parts) % 20)
        if length + len(part) > size:
            return "".join(parts)
        parts.append(part)
        length += len(part)


def described(write_as, size):
    """The text of a description with as many operations as fit, to a few percent."""
    count, text = 100, ""
    while True:
        next_text = write_as(description(count, 50))
        if len(next_text) > size:
            return text
        text = next_text
        count += max(20, count // 20)


def cases(folder):
    """A title, the folder in which it is asked, and the words up to the cursor."""
    path = lambda name: os.path.join(folder, name)
    write(path("a/small.http"), requests(PLAIN, 2000))
    write(path("a/openapi.yaml"), yaml(description(100, 20)))
    for number in range(10):
        write(path(f"small/{number}.http"), requests(PLAIN, 2000))
    write(path("a/plain.http"), requests(PLAIN, REQUESTS))
    write(path("a/scripts.http"), requests(SCRIPTS, REQUESTS))
    write(path("a/short.http"), requests(SHORT, REQUESTS))
    write(path("a/large.json"), described(json.dumps, JSON))
    write(path("a/large.yaml"), described(yaml, YAML))
    operations = ",".join(OPERATION.format(number) for number in range(JSON // 40))
    write(path("a/short.json"), '{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{' + operations + "}}")
    for number in range(100):
        write(path(f"large/{number}.http"), requests(PLAIN, REQUESTS // 100))
    return [
        ("a command", "a", ["do"]),
        ("a flag", "a", ["run", "--ti"]),
        ("ordinary: a request of 2 KB", "a", ["send", "small.http#"]),
        ("ordinary: an operation of 100", "a", ["send", "openapi.yaml#operation1"]),
        ("ordinary: a tag in 10 files", "small", ["run", "--tag", ""]),
        ("largest: a request of 2 MB", "a", ["send", "plain.http#r19"]),
        ("largest: 2 MB with bodies and scripts", "a", ["send", "scripts.http#r19"]),
        ("largest: 2 MB of the shortest requests", "a", ["send", "short.http#GET /19"]),
        ("largest: an operation in 768 KB of JSON", "a", ["send", "large.json#operation19"]),
        ("largest: the shortest operations in as much", "a", ["send", "short.json#GET /19"]),
        ("largest: an operation in 512 KB of YAML", "a", ["send", "large.yaml#operation19"]),
        ("largest: a tag in 2 MB in 100 files", "large", ["run", "--tag", ""]),
    ]


def timed(command, folder, environment):
    begin = time.perf_counter()
    subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, check=True)
    return (time.perf_counter() - begin) * 1000


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        environment = {"HOME": folder, "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C.UTF-8"}
        print("Tab\tgoal\tbest\tmedian\t: --version")
        for title, place, words in cases(folder):
            runs, starts = [], []
            for _ in range(ROUNDS):
                runs.append(timed([program, "complete", "zsh", *words], os.path.join(folder, place), environment))
                starts.append(timed([program, "--version"], folder, environment))
            best = min(runs)
            print(
                f"{title}\t{GOAL} ms\t{best:.1f} ms\t{statistics.median(runs):.1f} ms\t{best / min(starts):.2f} x",
                flush=True)


main()
