import Base
import Contract
import Descriptions
import Foundation
import HTTPFormat
import OpenAPI
import TestSupport
import Testing

@testable import Workspace

/// Which other files are read for a description, and what is said of a text that is none.
@Suite struct DescriptionReaderTests {
    private static let text = "openapi: 3.1.0\npaths: {/a: {$ref: 'part.yaml#/a'}}\n"

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("a: {get: {responses: {}}}\n", to: "part.yaml")
    }

    private func read(_ text: String, address: String?) throws -> DescribedFile {
        try DescriptionReader.read(Array(text.utf8), path: folder.path + "/api.yaml", address: address)
    }

    @Test func `a description that was fetched gets nothing of the folder, and one of the folder does`() throws {
        for (address, files, requests, notices) in [
            (nil, ["api.yaml", "part.yaml"], 1, []),
            (
                "http://h.test/api.yaml", ["api.yaml"], 0,
                ["The path item is missing: 'part.yaml' cannot be read: nothing else is fetched."]
            ),
            // An address of which no server can be made is one all the same.
            (
                "nowhere", ["api.yaml"], 0,
                ["The path item is missing: 'part.yaml' cannot be read: nothing else is fetched."]
            ),
        ] as [(String?, [String], Int, [String])] {
            let described = try read(Self.text, address: address)
            #expect(described.paths == files.map { "\(folder.path)/\($0)" }, "\(address ?? "the folder")")
            #expect(HTTPDocument(bytes: described.skeleton).requests.count == requests, "\(address ?? "the folder")")
            let found = described.api?.description.notices.filter { $0.kind == .reference }.map(\.text)
            #expect(found == notices, "\(address ?? "the folder")")
        }
    }

    @Test func `a file that only a schema refers to counts from when it is asked for, also a missing one`() throws {
        let path = try folder.write(
            """
            openapi: 3.1.0
            paths: {/a: {post: {requestBody: {content: {application/json: {schema: {$ref: 'schemas.yaml#/Pet'}}}}}}}

            """, to: "api.yaml")
        let library = DescriptionLibrary()
        var known = try library.description(path).get()
        _ = known.whole
        #expect(try library.description(path).get() == known)
        for name in ["name", "another"] {
            try folder.write(
                "Pet: {type: object, required: [\(name)], properties: {\(name): {type: string}}}\n", to: "schemas.yaml")
            let read = try library.description(path).get()
            #expect(read != known, "\(name)")
            #expect(String(decoding: read.whole, as: UTF8.self).contains("\"\(name)\""), "\(name)")
            #expect(read.paths == [path, "\(folder.path)/schemas.yaml"])
            known = read
        }
    }

    @Test func `a description is read again where one of its files is another, and else not`() throws {
        let library = DescriptionLibrary()
        let path = try folder.write(Self.text, to: "api.yaml")
        var known = try library.description(path).get()
        #expect(known.openAPI?.operations.map(\.method) == ["GET"])
        for (name, text, methods) in [
            ("part.yaml", "a: {get: {responses: {}}, put: {responses: {}}}\n", ["GET", "PUT"]),
            (
                "api.yaml", Self.text.replacing("#/a'}}", with: "#/a'}, /b: {head: {responses: {}}}}"),
                ["GET", "PUT", "HEAD"]
            ),
        ] {
            let same = try library.description(path).get()
            #expect(same == known, "\(name)")
            try folder.write(text, to: name)
            let read = try library.description(path).get()
            #expect(read != known, "\(name)")
            #expect(read.openAPI?.operations.map(\.method) == methods, "\(name)")
            known = read
        }
        // What is wrong with it stays no longer than the text.
        try folder.write("openapi: [\n", to: "api.yaml")
        for _ in 0..<2 { #expect(throws: CollectionError.self) { try library.description(path).get() } }
        try folder.write(Self.text, to: "api.yaml")
        #expect(try library.description(path).get().openAPI?.operations.map(\.method) == ["GET", "PUT"])
    }

    @Test func `an empty file that is filled in place is a description from then on`() throws {
        let root = try TemporaryFolder()
        let library = DescriptionLibrary()
        func fill(_ name: String, _ text: String) throws {
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(root.path)/\(name)"))
            try file.write(contentsOf: Array(text.utf8))
            try file.close()
        }
        for name in ["openapi.yaml", "shop.yaml", "shop.graphql"] { try root.write("", to: name) }
        #expect(library.paths(beside: root.path, upTo: root.path) == [])
        #expect(library.schemas(in: root.path) == [])
        #expect(library.lookalike(beside: root.path, upTo: root.path) == "\(root.path)/openapi.yaml")
        try fill("openapi.yaml", "# To be written\n")
        #expect(library.paths(beside: root.path, upTo: root.path) == [])
        try fill("openapi.yaml", Self.text)
        try fill("shop.yaml", Self.text)
        try fill("shop.graphql", "type Query { a: Int }\n")
        let paths = ["openapi.yaml", "shop.yaml"].map { "\(root.path)/\($0)" }
        #expect(library.paths(beside: root.path, upTo: root.path) == paths)
        #expect(library.schemas(in: root.path) == ["\(root.path)/shop.graphql"])
        #expect(library.lookalike(beside: root.path, upTo: root.path) == nil)
    }

    @Test func `another document is a file of the folder or below it, whatever a link is called`() throws {
        let other = try TemporaryFolder()
        try other.write("b: 1\n", to: "far.yaml")
        try folder.write("c: 1\n", to: "sub/near.yaml")
        try folder.write("c: [1\n", to: "broken.yaml")
        try folder.link("out.yaml", to: "../\(PathText.name(of: other.path))/far.yaml")
        try folder.link("in.yaml", to: "sub/near.yaml")
        func outcome(_ path: String) -> String {
            switch DescriptionReader.document(path, in: folder.path) {
            case .success: "read"
            case .failure(let failure): failure.reason
            }
        }
        for path in ["part.yaml", "sub/near.yaml", "in.yaml"] { #expect(outcome(path) == "read", "\(path)") }
        #expect(outcome("gone.yaml") == "there is no file gone.yaml")
        #expect(outcome("out.yaml") == "out.yaml is a link out of the folder")
        #expect(outcome("sub").hasPrefix("sub cannot be read: "))
        #expect(outcome("broken.yaml").hasPrefix("broken.yaml:2:"))
    }

    @Test func `a text that is none is told to be imported only where it was opened`() {
        func sentence(_ text: String, isOpened: Bool) -> String? {
            do throws(FileProblem) {
                _ = try DescriptionReader.read(Array(text.utf8), path: "/c/api.yaml", isOpened: isOpened)
                return nil
            } catch { return error.text }
        }
        let none = "This is not a description of an API: it has neither 'openapi' nor 'swagger' at its root"
        #expect(sentence("info: {}\n", isOpened: false) == none + ".")
        #expect(
            sentence("info: {}\n", isOpened: true)
                == none + "; 'apitui import' turns files of other tools into request files.")
        #expect(sentence(Self.text, isOpened: true) == nil)
    }

    @Test func `a file is left for later above 2 MiB of JSON, or 512 KiB of YAML`() throws {
        let json = #"{"openapi": "3.1.0", "paths": {}}"#
        let yaml = "openapi: 3.1.0\npaths: {}\n#"
        for (name, text, size, isUnread) in [
            ("a.json", json, 2 << 20, false), ("b.JSON", json, (2 << 20) + 1, true), ("c.yaml", yaml, 512 << 10, false),
            ("d.yml", yaml, (512 << 10) + 1, true), ("e.JSON", json, (512 << 10) + 1, false),
        ] {
            let path = try folder.write(text + String(repeating: " ", count: size - text.utf8.count), to: name)
            let entry = FolderWalk.Entry(path: path, relativePath: name)
            let file = DescriptionReader.file(entry, defersLarge: true)
            #expect(file.isUnread == isUnread && (file.described == nil) == isUnread, "\(name)")
            #expect(file.marks.map(\.size) == [size] && file.problem == nil, "\(name)")
        }
    }
}
