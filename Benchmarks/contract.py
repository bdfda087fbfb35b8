#!/usr/bin/env python3
"""Measures contract checks of a large body against a schema of 200 definitions, beside Python validators on the same body.

    Benchmarks/contract.py CONTRACT-BENCHMARK [MEGABYTES]

The peers are jsonschema-rs (Rust) and fastjsonschema, where they are installed. Prints tab-separated lines. CPU time, not wall time: the
machine may be shared.
"""
import json
import subprocess
import sys
import tempfile
import time

from descriptions import checked_body, checked_description, checked_schemas, description

PROGRAM = sys.argv[1]
MEGABYTES = float(sys.argv[2]) if len(sys.argv) > 2 else 50
ROUNDS = 3


def best(body):
    values = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        body()
        values.append(time.process_time() - begin)
    return min(values)


def peers(schemas, text):
    """Best times of the peers: parsing, and the verdict alone."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": "#/components/schemas/All",
        "components": {"schemas": schemas}}
    value = json.loads(text)
    found = {"json.loads": best(lambda: json.loads(text))}
    try:
        import jsonschema_rs
        validator = jsonschema_rs.validator_for(schema)
        assert validator.is_valid(value)
        found["jsonschema-rs"] = best(lambda: validator.is_valid(value))
    except ImportError:
        pass
    try:
        import fastjsonschema
        # Draft 7, the last one that it knows.
        validate = fastjsonschema.compile({
            "$schema": "http://json-schema.org/draft-07/schema#", "allOf": [{"$ref": "#/components/schemas/All"}],
            "components": {"schemas": schemas}}, use_formats=False)
        validate(value)
        found["fastjsonschema"] = best(lambda: validate(value))
    except ImportError:
        pass
    return found


with tempfile.TemporaryDirectory() as folder:
    body = checked_body(int(MEGABYTES * 1e6))
    with open(f"{folder}/body.json", "w", encoding="utf-8") as file:
        file.write(body)
    for formats in (False, True):
        schemas = checked_schemas(formats=formats)
        with open(f"{folder}/openapi.json", "w", encoding="utf-8") as file:
            json.dump(checked_description(schemas), file)
        about = "with formats" if formats else "without formats"
        ours = {}
        for line in subprocess.run(
                [PROGRAM, "check", f"{folder}/openapi.json", f"{folder}/body.json"], check=True, capture_output=True,
                text=True).stdout.splitlines():
            name, seconds = line.split("\t")
            ours[name] = float(seconds)
        size = len(body) / 1e6
        for name, seconds in ours.items():
            rate = "" if name == "schema compiled" else f"{size / seconds:.0f} MB/s"
            print(f"{name}, {size:.0f} MB, {about}\t{seconds * 1000:.1f} ms\t{rate}", flush=True)
        both = ours["index"] + ours["verdict"]
        print(f"index and verdict, {about}\t{both * 1000:.1f} ms\t{size / both:.0f} MB/s", flush=True)
        for name, seconds in peers(schemas, body).items():
            print(f"Python: {name}, {about}\t{seconds * 1000:.1f} ms\t{size / seconds:.0f} MB/s", flush=True)
            if name != "json.loads":
                print(f"  verdict : {name}, {about}\t{ours['verdict'] / seconds:.2f} of its time\t", flush=True)
    for operations, count in ((1000, 200), (12000, 1000)):
        with open(f"{folder}/openapi.json", "w", encoding="utf-8") as file:
            json.dump(description(operations, count), file)
        for line in subprocess.run(
                [PROGRAM, "search", f"{folder}/openapi.json"], check=True, capture_output=True, text=True).stdout.splitlines():
            name, seconds = line.split("\t")
            print(f"search, {operations:,} operations: {name}\t{float(seconds) * 1000:.2f} ms\t", flush=True)
