import Base
import Contract
import HTTPFormat
import OpenAPI
import Testing

@testable import Descriptions

/// How operations are grouped, called, linked and addressed in the file that is made of them.
@Suite struct SkeletonTests {
    private func collection(_ paths: String, root: String = "openapi: 3.2.0") throws -> DescribedCollection {
        try PetShop.collection("\(root)\npaths:\n\(paths)\n")
    }

    @Test func `operations are grouped by their first tag, in the order of the root's tags`() throws {
        let collection = try collection(
            """
              /a: {get: {operationId: a, tags: [late, first]}}
              /b: {get: {operationId: b}}
              /c: {get: {operationId: c, tags: [second]}}
              /d: {get: {operationId: d, tags: [first, second]}}
              /e: {get: {operationId: e, tags: [second]}}
            webhooks: {w: {post: {operationId: w, tags: [first]}}}
            tags: [{name: first, description: One}, {name: none}, {name: second, summary: Two}, {name: first, description: Again}]
            """)
        #expect(
            collection.groups.map { group in
                "\(group.kind) \(group.name) (\(group.text ?? "-")): "
                    + group.operations.map { collection.operations[$0].operationID ?? "" }.joined(separator: " ")
            } == [
                "tag first (One): d", "tag second (Two): c e", "tag late (-): a", "untagged Other (-): b",
                "webhooks Webhooks (-): w",
            ])
        let plain = try self.collection("  /b: {get: {}}")
        #expect(plain.groups.map(\.name) == ["Operations"])
        #expect(plain.operation(ofRequest: "get_b") == 0 && plain.operation(ofRequest: "get_c") == nil)
        #expect(plain.operation(named: "/paths/~1b/get") == 0 && plain.operation(named: "b") == nil)
    }

    @Test func `a request has its name, its title and its link`() throws {
        let table = """
            {operationId: listPets, summary: All pets} => All pets | listPets | listPets
            {operationId: list.pets} => list.pets | list_pets | list.pets
            {operationId: 'a b'} => a b | a_b | /paths/~1a~1{x}/get
            {operationId: /x} => /x | x | /paths/~1a~1{x}/get
            {operationId: 2x} => 2x | _2x | 2x
            {} => GET /a/{x} | get_a_x | /paths/~1a~1{x}/get
            {summary: '### Title #'} => Title | get_a_x | /paths/~1a~1{x}/get
            {summary: '---', operationId: a} => a | a | a
            {summary: '抹茶'} => 抹茶 | get_a_x | /paths/~1a~1{x}/get
            {summary: '@name x'} => name x | get_a_x | /paths/~1a~1{x}/get
            {summary: "Two\\nlines"} => Two lines | get_a_x | /paths/~1a~1{x}/get
            """
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " => ")
            let collection = try collection("  '/a/{x}': {get: \(parts[0])}")
            let lines = text(collection.skeletonBlock(of: 0)).split(separator: "\n").map(String.init)
            let link = lines.first { $0.hasPrefix("# @openapi ") }?.dropFirst("# @openapi ./openapi.yaml#".count) ?? ""
            let found = "\(lines[0].dropFirst(4)) | \(collection.name(of: 0)) | \(link)"
            #expect(found == parts[1], "\(row)")
        }
    }

    @Test func `an id that two operations have links to neither, and names get numbers`() throws {
        let collection = try collection(
            "  /a: {get: {operationId: x}, put: {operationId: x}, post: {operationId: x_2}}")
        let blocks = (0..<3).map { text(collection.skeletonBlock(of: $0)) }
        #expect((0..<3).map(collection.name) == ["x", "x_2", "x_2_2"])
        #expect(blocks[0].contains("#/paths/~1a/get\n") && blocks[1].contains("#/paths/~1a/put\n"))
        #expect(blocks[2].contains("# @openapi ./openapi.yaml#x_2\n"))
    }

    @Test func `the line of a request has the server's variable and those of its path`() throws {
        let collection = try collection(
            """
              /a/{pet-id}/{server}: {get: {}}
              b c/{x}#more: {get: {}}
              /own: {servers: [{url: /one}], get: {}, put: {servers: [{url: /two}]}, post: {servers: []}}
              /same: {get: {servers: [{url: /two}]}}
              /copy: {additionalOperations: {copy: {}, graphql: {}}}
            webhooks: {w: {post: {}}}
            """, root: "openapi: 3.2.0\nservers: [{url: 'https://{host}.x', variables: {host: {default: a}}}]")
        let lines = collection.operations.indices.map { index in
            text(collection.skeletonBlock(of: index)).split(separator: "\n").last.map(String.init) ?? ""
        }
        #expect(
            lines == [
                "GET {{server}}/a/{{pet_id}}/{{server_value}}", "GET {{server}}/b%20c/{{x}}", "GET {{server_2}}/own",
                "PUT {{server_2_2}}/own", "POST {{server_2}}/own", "GET {{server_2_2}}/same", "COPY {{server}}/copy",
                "X-GRAPHQL {{server}}/copy", "POST {{webhook_url}}",
            ])
        #expect(
            collection.notices.filter { $0.kind == .notRepresented }.map(\.text) == [
                "The method 'copy' cannot be written in a request line; it is COPY there.",
                "The method 'graphql' cannot be written in a request line; it is X-GRAPHQL there.",
            ])
        #expect(
            text(collection.skeletonBlock(of: 8)).contains(
                "# The API sends this request to an address of yours: it is listed, not sent.\n# @disabled\n"))
    }

    // MARK: Completion

    private func completion(_ operation: String) throws -> OperationCompletion {
        let api = DescribedAPI(
            try Description.read(Array("openapi: 3.1.0\npaths: {'/a/{x}': {post: \(operation)}}\n".utf8)))
        return OperationCompletion(api, try #require(api.operations.first))
    }

    @Test func `notes say what is required, deprecated and meant`() throws {
        let completion = try completion(
            """
            {parameters: [
              {name: a, in: query, required: true, deprecated: true, description: "Its text\\n\\nmore", schema: {type: integer}},
              {name: b, in: query, schema: {}}, {name: c, in: query, description: C, schema: {}},
              {name: d, in: header, schema: {enum: [x]}}, {name: e, in: query, content: {application/json: {schema: {type: string}}}}]}
            """)
        #expect(
            completion.queryNames.map { "\($0.text): \($0.note)" } == [
                "a: integer, required, deprecated; Its text", "b: ", "c: C", "e: string",
            ])
        #expect(completion.headerNames.map { "\($0.text): \($0.note)" } == ["d: one of x"])
    }

    @Test func `values come in their order, each once, and only those that fit into a line`() throws {
        let long = String(repeating: "x", count: 1_001)
        let completion = try completion(
            """
            {parameters: [
              {name: a, in: query, schema: {type: string, default: b, enum: [a, b, null, {x: 1}], examples: [c, "d\\ne", '', '\(long)']},
               examples: {one: {summary: First, value: e}, two: {value: a}, three: {serializedValue: f, value: g}, four: {externalValue: u}}},
              {name: b, in: query, schema: {type: boolean, const: false}}, {name: c, in: query, schema: {type: boolean, default: true}},
              {name: x, in: query, schema: {enum: [query]}}, {name: x, in: path, required: true, schema: {enum: [path]}},
              {name: y-z, in: header, schema: {anyOf: [{const: 1}, {const: 2.50}]}}]}
            """)
        func shown(_ items: [DescribedCompletion.Item]) -> String {
            items.map { $0.text + ($0.note.isEmpty ? "" : " (\($0.note))") }.joined(separator: ", ")
        }
        #expect(
            shown(completion.queryValues("a")) == "a (example), b (default), c (example), e (First), f (example)")
        #expect(shown(completion.queryValues("b")) == "false (always)")
        #expect(shown(completion.queryValues("c")) == "true (default), false")
        #expect(
            shown(completion.values(ofVariable: "x")) == "path"
                && shown(completion.values(ofVariable: "y_z")) == "1 (always), 2.50 (always)")
        #expect(
            shown(completion.headerValues("Y-Z")) == "1 (always), 2.50 (always)" && completion.headerValues("x").isEmpty
        )
    }

    @Test func `the media type of a request decides by which schema its body is completed`() throws {
        let completion = try completion(
            """
            {requestBody: {content: {
              application/x-www-form-urlencoded: {schema: {properties: {form: {}}}}, text/plain: {schema: {type: string}},
              application/json: {schema: {properties: {json: {}}}}, application/hal+json: {schema: {properties: {hal: {}}}}}}}
            """)
        func names(_ body: String, _ type: String?) -> String {
            completion.completion(in: Array(body.utf8), at: body.utf8.count, mediaType: type)?.items.map(\.text)
                .joined() ?? "nothing"
        }
        #expect(names("{", nil) == #""json": "# && names("{", "application/json; charset=utf-8") == #""json": "#)
        #expect(
            names("{", "Application/HAL+JSON") == #""hal": "# && names("{", "application/problem+json") == #""json": "#)
        #expect(names("", "application/x-www-form-urlencoded") == "form=" && names("{", "text/plain") == "nothing")
        #expect(names("", "multipart/form-data") == "nothing")
    }

    @Test func `places in a JSON body, with line ends of Windows and odd texts`() throws {
        let table = #"""
            {"a": 1,^|  -> name
            {"a":^|  -> value a
            [|  -> value 0
            [[1],|  -> value 1
            {"a": [1, {"b": 2}, |  -> value a 2
            [{"a": 1}, {|  -> name 1
            {"a" : {"b" : "|  -> value a b
            "|  -> value
            tr|  -> value
            {"a\"b": |  -> value a"b
            {"x": "a\\", |  -> name
            {"x": "{", "y": |  -> value y
            {"x": {{v}}, |  -> name
            {"x": [], "x": |  -> value x
            {"a": 1 "|  -> nothing
            {a: |  -> value a
            {"a": 1} |  -> nothing
            {"a": -1.5e|  -> value a
            {"a" 1|  -> nothing
            """#
        for row in table.split(separator: "\n") {
            let parts = row.replacing("^", with: "\r\n").split(separator: "  -> ").map(String.init)
            let bytes = Array(parts[0].utf8)
            let offset = try #require(bytes.lastIndex(of: Byte.verticalBar))
            let place = JSONBodyPlace(Array(bytes[..<offset] + bytes[(offset + 1)...]), at: offset)
            let steps = place?.path.map {
                if case .name(let name) = $0 { name } else if case .index(let index) = $0 { "\(index)" } else { "" }
            }
            let found = place.map { (["\($0.kind)"] + (steps ?? [])).joined(separator: " ") } ?? "nothing"
            #expect(found == parts[1], "\(row)")
        }
    }
}
