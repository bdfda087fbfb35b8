"""Descriptions of APIs for the benchmarks, and bodies that keep to them."""
import json


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


def yaml(value, indent=0):
    """A value as YAML, in blocks as people write it; texts in quotation marks."""
    space = " " * indent
    if isinstance(value, (dict, list)) and value:
        lines = []
        for item in value.items() if isinstance(value, dict) else [(None, item) for item in value]:
            mark = f"{space}{json.dumps(item[0])}:" if item[0] is not None else f"{space}-"
            if isinstance(item[1], (dict, list)) and item[1]:
                lines.append(mark + "\n" + yaml(item[1], indent + 2))
            else:
                lines.append(f"{mark} {json.dumps(item[1])}\n")
        return "".join(lines)
    return space + json.dumps(value) + "\n"


def checked_schemas(count=200, formats=True):
    """Schemas as descriptions have them: members of all types with bounds, enums and patterns, one of two branches, references to
    others; with formats, which are only warned of, or without."""
    def text(name, **more):
        return {"type": "string", **({"format": name} if formats else {}), **more}
    schemas = {}
    for number in range(count):
        schemas[f"Thing{number}"] = {
            "type": "object", "required": ["id", "name", "state"], "additionalProperties": False,
            "properties": {
                "id": {"type": "integer", "minimum": 1}, "key": text("uuid"),
                "name": {"type": "string", "minLength": 1, "maxLength": 80},
                "state": {"enum": ["open", "closed", f"s{number}"]}, "price": {"type": "number", "minimum": 0},
                "created": text("date-time", pattern="^20"), "contact": text("email"), "page": text("uri"),
                "text": {"type": "string"},
                "tags": {"type": "array", "items": {"type": "string", "minLength": 1}, "maxItems": 20},
                "shape": {"oneOf": [
                    {"type": "object", "required": ["kind", "size"],
                     "properties": {"kind": {"const": "round"}, "size": {"type": "number"}}},
                    {"type": "object", "required": ["kind", "width"],
                     "properties": {"kind": {"const": "square"}, "width": {"type": "number"}}}]},
                "owner": {"anyOf": [{"type": "null"}, {"$ref": f"#/components/schemas/Thing{(number + 1) % count}"}]}}}
    members = {f"m{number}": {"$ref": f"#/components/schemas/Thing{number}"} for number in range(count)}
    schemas["All"] = {"type": "array", "items": {"type": "object", "properties": members, "additionalProperties": False}}
    return schemas


def checked_description(schemas):
    """One operation whose response is `All`."""
    media = {"application/json": {"schema": {"$ref": "#/components/schemas/All"}}}
    return {
        "openapi": "3.1.0", "info": {"title": "All", "version": "1"}, "servers": [{"url": "http://127.0.0.1:1"}],
        "paths": {"/all": {"get": {"responses": {"200": {"description": "all", "content": media}}}}},
        "components": {"schemas": schemas}}


def checked_body(size, count=200):
    """JSON of about `size` bytes, valid against `All`."""
    parts, length, number = [], 0, 0
    while length < size:
        shape = f'{{"kind": "round", "size": {number % 90}.5}}' if number % 2 else f'{{"kind": "square", "width": {number % 70}}}'
        inner = f'{{"id": {number + 1}, "name": "Someone Else", "state": "open", "owner": null, "price": 12.50}}'
        part = (
            f'{{"m{number % count}": {{"id": {number + 17}, "key": "6ba7b810-9dad-11d1-80b4-{number:012d}", "name": "A name of {number}", '
            f'"state": "closed", "price": 19.99, "created": "2024-05-31T12:00:00Z", "contact": "someone{number}@example.org", '
            f'"page": "https://example.org/things/{number}", '
            f'"text": "Some words that are a little longer, as they are in responses.", "tags": ["red", "green", "blue"], '
            f'"shape": {shape}, "owner": {inner}}}}}')
        parts.append(part)
        length += len(part) + 2
        number += 1
    return "[" + ",\n".join(parts) + "]"
