#!/usr/bin/env python3
"""Writes a collection: generate.py FOLDER REQUESTS FILES"""
import os
import sys

folder, requests, files = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
for number in range(files):
    # Forty files a folder, as real collections have them.
    place = os.path.join(folder, f"part-{number // 40:02}") if files > 40 else folder
    os.makedirs(place, exist_ok=True)
    with open(os.path.join(place, f"file-{number:04}.http"), "w") as file:
        file.write("# A file of the benchmark.\n@kind = orders\n\n")
        for request in range(requests // files):
            method = ("GET", "POST", "DELETE", "PUT")[request % 4]
            file.write(
                f"### request {number}-{request}\n# @name request{number}x{request}\n"
                f"{method} {{{{base}}}}/{{{{kind}}}}/{request}?page=1&size=20\n"
                "Accept: application/json\nX-Trace: {{$guid}}\n# X-Off: 1\n\n")
            if method in ("POST", "PUT"):
                file.write('{\n  "sku": "{{kind}}-7",\n  "count": 2,\n  "note": "as ordered"\n}\n\n')
