#!/usr/bin/env python3
"""Times `apitui query` on a document of 50 MB beside jq, where that is installed, or Python's json module, and prints ratios.

    Benchmarks/query.py PROGRAM [MEGABYTES]
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time

PROGRAM = sys.argv[1]
MEGABYTES = int(sys.argv[2]) if len(sys.argv) > 2 else 50
ROUNDS = 3
# A query, the same for jq, and the same for Python.
CASES = [
    ("$..id", "[.. | objects | .id | select(. != null)]",
     "r=[]\ndef w(v):\n if isinstance(v,dict):\n  if 'id' in v: r.append(v['id'])\n  for x in v.values(): w(x)\n"
     " elif isinstance(v,list):\n  for x in v: w(x)\nw(d)"),
    ("$.items[*].name", "[.items[].name]", "r=[i['name'] for i in d['items']]"),
    ("$.items[?@.price < 10].name", "[.items[] | select(.price < 10) | .name]",
     "r=[i['name'] for i in d['items'] if i['price'] < 10]"),
    ("$.items[?search(@.name, 'number 1+ ')].id", '[.items[] | select(.name | test("number 1+ ")) | .id]',
     "import re\nr=[i['id'] for i in d['items'] if re.search('number 1+ ',i['name'])]"),
    ("$.items[-1].id", "[.items[-1].id]", "r=[d['items'][-1]['id']]"),
]


def document(path):
    with open(path, "w") as file:
        file.write('{"items":[')
        number = 0
        while file.tell() < MEGABYTES << 20:
            if number:
                file.write(",")
            file.write(
                f'{{"id":{number},"name":"Product number {number} of many","price":{number % 4000 / 100},'
                f'"tags":["tea","loose","organic"],"stock":{{"here":{number % 50},"away":null}}}}\n')
            number += 1
        file.write("]}")


def best(command):
    least = None
    for _ in range(ROUNDS):
        start = time.monotonic()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        taken = time.monotonic() - start
        least = taken if least is None else min(least, taken)
    return least


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "document.json")
    document(path)
    jq = shutil.which("jq")
    peer = "jq" if jq else "python json"
    print(f"query\tapitui\t{peer}\tratio")
    for query, filter, code in CASES:
        ours = best([PROGRAM, "query", query, path])
        script = f"import json,sys\nd=json.load(open({path!r}))\n{code}\njson.dump(r,sys.stdout)"
        theirs = best([jq, "-c", filter, path] if jq else [sys.executable, "-c", script])
        print(f"{query}\t{ours:.2f} s\t{theirs:.2f} s\t{ours / theirs:.2f}", flush=True)
