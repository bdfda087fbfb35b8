import Base
import Contract
import Descriptions
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
                == none + "; 'apitui import' makes request files of what other tools keep.")
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
