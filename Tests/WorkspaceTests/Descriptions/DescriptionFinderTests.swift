import Contract
import HTTPFormat
import OpenAPI
import TestSupport
import Testing

@testable import Workspace

/// Which files of a folder are descriptions of an API.
@Suite struct DescriptionFinderTests {
    @Test(arguments: [
        "openapi: 3.1.0\n", "# about\n---\nopenapi: '3.0.0'\n", "info:\n  title: x\nswagger: '2.0'\n",
        #"{"openapi":"3.1.0"}"#,
        "{\n  \"info\": {},\n  \"swagger\" : \"2.0\"\n}", "'openapi': 3.1.0\n", "\"openapi\":\n  3.1.0\n",
        "\u{FEFF}openapi: 3.1.0\n", "\u{FEFF}# about\nswagger: '2.0'\n", "\u{FEFF}{\"openapi\": \"3.1.0\"}",
    ])
    func `a file that begins like one`(_ text: String) {
        #expect(DescriptionFinder.beginsLikeOne(Array(text.utf8)))
    }

    @Test(arguments: [
        "", "{}", "name: openapi\n", "  openapi: 3.1.0\n", #"{"name": "openapi"}"#, "# openapi\nx: 1\n", "openapi",
        "\"openapi",
        "openapi-generator: 1\n",
    ])
    func `a file that only speaks of one`(_ text: String) {
        #expect(!DescriptionFinder.beginsLikeOne(Array(text.utf8)))
    }

    @Test func `the name decides what is looked into`() {
        #expect(DescriptionFinder.mayBe("openapi.yaml") && DescriptionFinder.mayBe("API.YML"))
        #expect(DescriptionFinder.mayBe("swagger.json"))
        for name in ["openapi.http", ".openapi.yaml", "http-client.env.json", "settings.json", "openapi.txt"] {
            #expect(!DescriptionFinder.mayBe(name), "\(name)")
        }
        let named = ["openapi.yaml", "Swagger.JSON", "shop-swagger-2.yml", "api.yaml", "swagger.http"].filter {
            DescriptionFinder.isNamedLikeOne($0)
        }
        #expect(named == ["openapi.yaml", "Swagger.JSON", "shop-swagger-2.yml"])
    }

    @Test func `a schema of GraphQL begins with a definition, after comments and what describes it`() {
        let words = ["schema", "type", "interface", "union", "enum", "input", "scalar", "directive", "extend"]
        for word in words { #expect(DescriptionFinder.beginsLikeSchema(Array("\(word) A".utf8)), "\(word)") }
        let described = ["# a\n\n\"b\" type A", "\"\"\"\nquery\n\"\"\" enum A { B }", "\"a\" \"b\" \"c\" type A"]
        for text in described { #expect(DescriptionFinder.beginsLikeSchema(Array(text.utf8)), "\(text)") }
        let others = [
            "", "query A { b }", "mutation { a }", "fragment A on B { c }", "{ type }", "Type A", "types A", "\"type\"",
            "# type A", "\"a\" \"b\" \"c\" \"d\" type A",
        ]
        for text in others { #expect(!DescriptionFinder.beginsLikeSchema(Array(text.utf8)), "\(text)") }
    }

    @Test func `of many files 256 are looked into, and those whose names say so beside them`() {
        let folder = ScratchFolder()
        folder.write("a.yaml", "openapi: 3.1.0\n")
        folder.write("a.graphql", "type A { b: C }\n")
        folder.write("openapi.yaml", "openapi: 3.1.0\n")
        var finder = DescriptionFinder()
        func count(_ name: String, _ times: Int) -> Int {
            (0..<times).count { _ in finder.isDescription(name, in: folder.path) }
        }
        let named = count("openapi.yaml", 300)
        let (yaml, graphQL) = (count("a.yaml", 200), count("a.graphql", 100))
        let (more, last) = (count("a.yaml", 1), count("openapi.yaml", 1))
        let gone = count("openapi-gone.yaml", 1)
        #expect(named == 300 && yaml == 200 && graphQL == 56 && more == 0 && last == 1 && gone == 0)
    }

    @Test func `a folder lists its descriptions beside its request files`() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("GET http://h/\n", to: "a.http")
        _ = try folder.write(
            "openapi: 3.1.0\ninfo: {title: t, version: '1'}\npaths: {/x: {get: {}}}\n", to: "api/shop.yaml")
        _ = try folder.write("{\"data\": [1]}", to: "api/data.json")
        let read = try CollectionStore().load(path: folder.path)
        #expect(read.files.map(\.relativePath) == ["api/shop.yaml", "a.http"])
        let file = try #require(read.files.first)
        #expect(file.described != nil && file.problem == nil)
        #expect(file.document.requests.map(\.method) == ["GET"])
    }

    @Test(arguments: [
        ("openapi: [\n", ":2:1: It is neither JSON nor YAML"), ("a: 1\n", ":1:1: This is not a description of an API"),
        ("{\"a\": ]", ":1:7: It is neither JSON nor YAML"),
    ])
    func `a file that is none is a problem with its place`(_ text: String, _ sentence: String) throws {
        let folder = try TemporaryFolder()
        _ = try folder.write(text, to: "x.yaml")
        let error = #expect(throws: CollectionError.self) { try CollectionStore().load(path: folder.path + "/x.yaml") }
        #expect(error?.sentence.contains("x.yaml\(sentence)") == true, "\(error?.sentence ?? "")")
    }

    @Test func `nothing outside of the folder is read`() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("Pet: {type: object}\n", to: "outside.yaml")
        _ = try folder.write(
            """
            openapi: 3.1.0
            info: {title: t, version: '1'}
            paths:
              /x:
                get:
                  parameters: [{$ref: '../outside.yaml#/Pet'}, {$ref: 'link.yaml#/Pet'}]
            """, to: "in/api.yaml")
        try folder.link("in/link.yaml", to: "outside.yaml")
        let file = try #require(try CollectionStore().load(path: folder.path + "/in").files.first)
        let described = try #require(file.described)
        let notices = try #require(described.api?.description.allNotices()).map(\.text)
        #expect(notices.contains { $0.contains("it leads out of the folder") }, "\(notices)")
        #expect(notices.contains { $0.contains("link.yaml is a link out of the folder") }, "\(notices)")
        #expect(described.api?.description.documents.paths == ["api.yaml"])
        // A link may become a file of the folder.
        #expect(described.paths == [file.path, "\(folder.path)/in/link.yaml"])
    }
}
