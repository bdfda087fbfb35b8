import Base
import Contract
import JSONPath
import OpenAPI
import Testing

@testable import Descriptions

/// What the description of an operation offers while its request is written.
@Suite struct OperationCompletionTests {
    private static let text = #"""
        openapi: 3.1.0
        info: { title: Pets, version: '1' }
        paths:
          /pets:
            get: { operationId: listPets, summary: All pets }
            post:
              operationId: addPet
              parameters:
                - { name: kind, in: query, required: true, schema: { type: array, items: { enum: [cat, dog] } } }
                - { name: limit, in: query, deprecated: true, description: How many, schema: { type: integer, default: 20, examples: [5, 20] } }
                - { name: X-Trace, in: header, schema: { const: "on" } }
                - { name: dry-run, in: query, schema: { type: [boolean, "null"] } }
                - { name: sure, in: query, schema: { type: boolean, const: true } }
              requestBody:
                content:
                  application/json: { schema: { $ref: "#/components/schemas/Pet" } }
                  text/plain: {}
              responses:
                "201": { description: Made, content: { application/json: {} } }
                "4XX": { description: No, content: { application/problem+json: {} } }
          /pets/{pet-id}: { get: { operationId: getPet } }
          /forms:
            post:
              operationId: sendForm
              requestBody:
                content:
                  application/x-www-form-urlencoded: { schema: { $ref: "#/components/schemas/Form" } }
                  multipart/form-data: { schema: { $ref: "#/components/schemas/Form" } }
        components:
          schemas:
            Named: { type: object, required: [name], properties: { id: { type: integer, readOnly: true }, name: { type: string, description: Its name } } }
            Form:
              type: object
              required: [size]
              properties:
                note: { type: string, example: "a & b" }
                size: { enum: [small, large], description: How large }
                tags: { type: array, items: { enum: [red, blue] } }
                sure: { type: boolean }
                id: { type: integer, readOnly: true }
            Pet:
              allOf: [ { $ref: "#/components/schemas/Named" } ]
              properties:
                tags: { type: array, items: { enum: ["a \"b\"", red] } }
                friend: { $ref: "#/components/schemas/Pet" }
                tame: { type: [boolean, "null"], default: true }
                odd: { type: object, patternProperties: { "^x": { properties: { in: { enum: [null, 2] } } } } }
                more: { type: object, additionalProperties: { type: object, properties: { deep: { const: 1 } } } }
              oneOf: [ { properties: { lives: { type: integer, examples: [9] } } }, { properties: { bark: { type: string } } } ]
        """#

    private func api() throws -> DescribedAPI { DescribedAPI(try Description.read(Array(Self.text.utf8))) }

    private func completion(_ id: String = "addPet") throws -> OperationCompletion {
        let api = try api()
        return OperationCompletion(api, try #require(api.description.operation(named: id)))
    }

    /// - Parameter text: `|` stands for the cursor.
    private func body(_ text: String, of id: String = "addPet", mediaType: String? = nil) throws -> [String] {
        let bytes = Array(text.utf8)
        let offset = try #require(bytes.firstIndex(of: Byte.verticalBar))
        let whole = Array(bytes[..<offset] + bytes[(offset + 1)...])
        return try completion(id).completion(in: whole, at: offset, mediaType: mediaType)?.items.map(\.text) ?? []
    }

    @Test func `parameters are offered with their types, and with what is said of them`() throws {
        let completion = try completion()
        #expect(completion.queryNames.map(\.text) == ["kind", "limit", "dry-run", "sure"])
        #expect(completion.queryNames[0].note.contains("required"))
        #expect(completion.queryNames[1].note == "integer, default 20, deprecated; How many")
        #expect(completion.headerNames.map(\.text) == ["X-Trace"])
    }

    @Test func `values come from enumerations, constants, defaults and examples, each once`() throws {
        let completion = try completion()
        #expect(completion.queryValues("kind").map(\.text) == ["cat", "dog"])
        #expect(completion.queryValues("limit").map { "\($0.text) \($0.note)" } == ["20 default", "5 example"])
        #expect(completion.queryValues("dry-run").map(\.text) == ["true", "false"])
        #expect(completion.queryValues("sure").map(\.text) == ["true"])
        #expect(completion.values(ofVariable: "dry_run").map(\.text) == ["true", "false"])
        #expect(completion.headerValues("x-trace").map(\.text) == ["on"])
        #expect(completion.queryValues("other").isEmpty && completion.headerValues("other").isEmpty)
    }

    @Test func `media types are offered for Content-Type and Accept`() throws {
        let completion = try completion()
        #expect(completion.headerValues("Content-Type").map(\.text) == ["application/json", "text/plain"])
        #expect(
            completion.headerValues("accept").map { "\($0.text) \($0.note)" } == [
                "application/json response 201", "application/problem+json response 4XX",
            ])
    }

    @Test func `paths are those of the method, with variables for their parameters`() throws {
        let api = try api()
        #expect(api.paths(method: "get").map(\.text) == ["/pets", "/pets/{{pet_id}}"])
        #expect(api.paths(method: "GET").map(\.note) == ["GET All pets", "GET getPet"])
        #expect(api.paths(method: "PATCH").map(\.text) == ["/pets", "/pets/{{pet_id}}", "/forms"])
    }

    @Test(arguments: [
        (
            "{|",
            [
                "\"name\": ", "\"tags\": ", "\"friend\": ", "\"tame\": ", "\"odd\": ", "\"more\": ", "\"lives\": ",
                "\"bark\": ",
            ]
        ),
        (
            "{\"name\": \"x\", \"ta|",
            ["\"tags\": ", "\"friend\": ", "\"tame\": ", "\"odd\": ", "\"more\": ", "\"lives\": ", "\"bark\": "]
        ),
        (
            "{\"|\": 1, \"name\": 1, \"tags\": 1, \"odd\": 1, \"more\": 1, \"lives\": 1, \"bark\": 1}",
            ["\"friend", "\"tame"]
        ),
        ("{\"tags\": [\"red\", |", ["\"a \\\"b\\\"\"", "\"red\""]),
        ("{\"tags\": [\"|\"]}", ["\"a \\\"b\\\"", "\"red"]),
        ("{\"friend\": {\"friend\": {\"tame\": |", ["true", "false", "null"]), ("{\"lives\": |", ["9"]),
        ("{\"more\": {\"any\": {|", ["\"deep\": "]), ("{\"more\": {\"any\": {\"deep\": |", ["1"]),
        ("{\"odd\": {\"x1\": {\"in\": |", ["null", "2"]), ("{\"name\": |", []),
        ("{\"other\": |", []), ("[|", []),
    ])
    func `members and values of a JSON body`(text: String, expected: [String]) throws {
        #expect(try body(text) == expected, "\(text)")
    }

    @Test func `other media types and long bodies are not completed`() throws {
        #expect(try body("{|", mediaType: "text/plain").isEmpty)
        #expect(try !body("{|", mediaType: "application/json; charset=utf-8").isEmpty)
        let long = Array("{".utf8) + [UInt8](repeating: Byte.space, count: DescribedCompletion.mostBytes)
        #expect(try completion().completion(in: long, at: long.count, mediaType: nil) == nil)
        #expect(try completion("listPets").completion(in: Array("{".utf8), at: 1, mediaType: nil) == nil)
    }

    @Test func `a member that is taken leaves what comes before it valid`() throws {
        let completion = try completion()
        for start in ["{", "{\"name\": \"x\", ", "{\"friend\": {", "{\"more\": {\"a\": {", "{\"odd\": {\"x\": {"] {
            let bytes = Array(start.utf8)
            let found = try #require(completion.completion(in: bytes, at: bytes.count, mediaType: nil))
            for item in found.items {
                let closing = String(repeating: "}", count: start.filter { $0 == "{" }.count)
                let text = String(decoding: bytes[..<found.typed.lowerBound], as: UTF8.self) + item.text + "1" + closing
                #expect((try? JSONTree.parse(Array(text.utf8))) != nil, "\(text)")
            }
        }
    }

    @Test func `fields of a form that are not there yet are offered, required ones first`() throws {
        #expect(try body("|", of: "sendForm") == ["size=", "note=", "tags=", "sure="])
        // The items of a list have one name.
        #expect(try body("size=small&tags=red&|", of: "sendForm") == ["note=", "tags=", "sure="])
        #expect(try body("no|=1", of: "sendForm") == ["size", "note", "tags", "sure"])
        let form = "multipart/form-data; boundary=b"
        let part = "--b\nContent-Disposition: form-data; name=\""
        #expect(try body(part + "|", of: "sendForm", mediaType: form) == ["size\"", "note\"", "tags\"", "sure\""])
        #expect(
            try body(part + "size\"\n\n1\n" + part + "n|\"", of: "sendForm", mediaType: form) == [
                "note", "tags", "sure",
            ])
    }

    @Test func `values of the fields of a form are offered as they are sent`() throws {
        let type = "application/x-www-form-urlencoded"
        #expect(try body("size=|", of: "sendForm", mediaType: type) == ["small", "large"])
        #expect(try body("tags=|", of: "sendForm", mediaType: type) == ["red", "blue"])
        #expect(try body("sure=|", of: "sendForm", mediaType: type) == ["true", "false"])
        #expect(try body("note=|", of: "sendForm", mediaType: type) == ["a%20%26%20b"])
        let part = "--b\nContent-Disposition: form-data; name=\"note\"\n\n|"
        #expect(try body(part, of: "sendForm", mediaType: "multipart/form-data") == ["a & b"])
        #expect(try body("other=|", of: "sendForm", mediaType: type) == [])
        #expect(try body("|", of: "sendForm", mediaType: "text/plain") == [])
    }

    @Test func `of members by pattern only those whose pattern matches are offered`() throws {
        #expect(try body(#"{"odd": {"xa": {"|"#) == [#""in": "#])
        #expect(try body(#"{"odd": {"ya": {"|"#) == [])
    }
}
