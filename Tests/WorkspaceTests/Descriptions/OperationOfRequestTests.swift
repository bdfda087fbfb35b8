import Base
import Descriptions
import HTTPFormat
import OpenAPI
import TestSupport
import Testing

@testable import Workspace

/// Which operation a request is, by its method and its target as it is written.
@Suite struct OperationOfRequestTests {
    private let folder: TemporaryFolder
    private let described: DescribedFile

    init() throws {
        folder = try TemporaryFolder()
        let path = try folder.write(
            """
            openapi: 3.1.0
            info: {title: Pets, version: '1'}
            servers: [{url: 'http://h.test/v1'}]
            paths:
              /pets: {get: {operationId: listPets}, post: {operationId: addPet}}
              /pets/{id}: {get: {operationId: getPet}}
              /pets/{id}/toys/{toy}: {get: {operationId: getToy}}
            """, to: "openapi.yaml")
        described = try DescriptionLibrary().description(path).get()
    }

    private func operation(_ line: String, isNamed: Bool = false, _ values: [String: String] = [:]) throws -> String? {
        let request = try #require(HTTPDocument(bytes: Array((line + "\n").utf8)).requests.first)
        let index = described.operation(of: request, isNamed: isNamed) { values[$0] }
        return try index.map { try #require(described.openAPI).operations[$0].operationID ?? "" }
    }

    @Test(
        arguments: [
            ("GET http://h.test/v1/pets", "listPets"), ("POST http://h.test/v1/pets?dry=1", "addPet"),
            ("GET http://h.test/v1/pets/{{id}}", "getPet"), ("GET {{server}}/pets/{{id}}/toys/{{ toy }}", "getToy"),
            ("GET {{base}}/pets?limit={{n}}", "listPets"), ("GET http://h.test/v1/nothing", nil),
            ("DELETE http://h.test/v1/pets", nil), ("GET http://other.test/v1/pets", nil), ("GET {{whole}}", nil),
            ("GET {{a", nil), ("GET {{server}}pets", "listPets"), ("GET {{server}}?a=1", nil),
        ] as [(String, String?)])
    func `a target is matched with the paths`(line: String, name: String?) throws {
        #expect(try operation(line) == name)
    }

    @Test func `of a target of more than 64 KiB no operation is looked for`() throws {
        let target = "http://h.test/v1/pets?a="
        for (count, name) in [(65_536, "listPets"), (65_537, nil)] as [(Int, String?)] {
            let rest = String(repeating: "a", count: count - target.utf8.count)
            #expect(try operation("GET \(target)\(rest)") == name)
        }
    }

    @Test func `a request stands for the line of its operation, which may be in another file`() throws {
        try folder.write(
            """
            openapi: 3.1.0
            info: {title: Pets, version: '1'}
            paths:
              /pets:
                get: {operationId: listPets}
              /toys: {$ref: './toys.yaml'}
            """, to: "parts.yaml")
        try folder.write("summary: Toys\nget: {operationId: listToys}\n", to: "toys.yaml")
        let file = try #require(try CollectionStore().load(path: folder.path + "/parts.yaml").files.first)
            .expandingAll()
        #expect(file.document.requests.map(\.id) == ["listPets", "listToys"])
        #expect(file.document.requests.map { file.sourceLine($0.line) } == [5, 6])
        #expect(file.sourceLine(100_000) == 1)
    }

    @Test func `values of variables count, and a named description is on any server`() throws {
        #expect(try operation("GET {{server}}/pets", ["server": "http://h.test/v1"]) == "listPets")
        #expect(try operation("GET {{server}}/pets", ["server": "http://other.test"]) == nil)
        #expect(try operation("GET {{server}}/pets", isNamed: true, ["server": "http://other.test"]) == "listPets")
        #expect(try operation("GET http://other.test/pets", isNamed: true) == "listPets")
        #expect(try operation("GET http://h.test/v1/pets/{{id}}", ["id": "a/toys/b"]) == "getToy")
    }

    @Test func `a variable with an empty value counts as one without a value`() throws {
        #expect(try operation("GET http://h.test/v1/pets/{{id}}", ["id": ""]) == "getPet")
        #expect(try operation("GET {{server}}/pets", ["server": ""]) == "listPets")
    }
}
