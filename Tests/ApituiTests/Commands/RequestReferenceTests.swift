import ArgumentParser
import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace
@testable import apitui

@Suite struct RequestReferenceTests {
    private static let file: CollectionFile = {
        let text = """
            ### List all
            # @name listAll
            GET http://h/1

            ### my request
            GET http://h/2

            ### twice
            GET http://h/3

            ### twice
            GET http://h/4

            """
        return CollectionFile(
            path: "/c/x.http", relativePath: "x.http", document: HTTPDocument(bytes: Array(text.utf8)),
            stamp: FileStamp(bytes: []))
    }()

    @Test(arguments: [
        ("x.http#a", ["x.http"], "x.http", "a"), ("x.http", ["x.http"], "x.http", nil),
        ("we#ird.http#a", ["we#ird.http"], "we#ird.http", "a"), ("a#b", ["a#b"], "a#b", nil),
        ("gone.http#a#b", [], "gone.http", "a#b"), ("x.http#", ["x.http"], "x.http", nil), ("-", [], "-", nil),
        ("-#a", [], "-", "a"),
    ])
    func `a reference is split after the name of an existing file`(
        text: String, files: [String], path: String, name: String?
    ) {
        let reference = RequestReference(text) { files.contains($0) }
        #expect(reference.path == path)
        #expect(reference.name == name)
    }

    @Test func `a request of standard input is no flag`() throws {
        let table = """
            send -#b -> -#b
            send -:4 -v --json -> -:4
            send -i -#b -o - -> -#b
            send -# -> -#
            send -- -#b -> -#b
            send http://h/ -d -#b -> http://h/
            send http://h/ --data-raw -:4 -> http://h/
            send http://h/ -o -#b -> http://h/
            export -#b --to curl -> -#b
            export --to curl -:4 -> -:4
            run -#b --tag x -:4 --json -> -#b -:4
            run -d -#b a.http -> refused
            compare -#b --env a --env b -> -#b
            send -b -> refused
            send a.http -#b -> refused
            list -#b -> refused
            """
        let differences = TextTable.differences(table) { line in
            let words = line.split(separator: " ").map(String.init)
            let command = try? Apitui.parseAsRoot(ProgramArguments.forParser(words))
            switch command {
            case let send as SendCommand: return send.request
            case let export as ExportCommand: return export.path
            case let run as RunCommand: return run.paths.joined(separator: " ")
            case let compare as CompareCommand: return compare.runs.joined(separator: " ")
            default: return "refused"
            }
        }
        #expect(differences == [])
    }

    @Test(arguments: [
        ("listAll", "http://h/1"), ("list-all", "http://h/1"), ("List all", "http://h/1"), ("my request", "http://h/2"),
        ("my-request", "http://h/2"), ("3", "http://h/3"), ("4", "http://h/4"),
    ])
    func `a request is found by id, by another spelling, by title, by number`(name: String, target: String) throws {
        #expect(try RequestReference("x.http#\(name)") { _ in false }.find(in: Self.file).target == target)
    }

    @Test(arguments: [("x.http:3", "http://h/1"), ("x.http:9", "http://h/3"), ("x.http:12", "http://h/4")])
    func `a request is found by a line of its block, as list prints it`(text: String, target: String) throws {
        #expect(try RequestReference(text) { $0 == "x.http" }.find(in: Self.file).target == target)
    }

    @Test(arguments: ["get-pet", "get_pet", "/paths/~1pets~1{id}/get"])
    func `an operation is found by its id as the description has it, and by its pointer`(name: String) throws {
        let folder = ScratchFolder()
        folder.write(
            "openapi.yaml",
            """
            openapi: 3.1.0
            paths:
              /pets: {get: {operationId: pets/list, summary: All pets}}
              /pets/{id}: {get: {operationId: get-pet, summary: One pet}}
            """)
        let file = try #require(try CollectionStore().load(path: folder.path + "/openapi.yaml").files.first)
        #expect(try RequestReference("openapi.yaml#\(name)") { _ in false }.find(in: file).title == "One pet")
    }

    @Test(arguments: [("get-a", "First"), ("get_a", "Second"), ("get_a_2", "Second")])
    func `the id that the description has goes before a name that was made of another id`(
        name: String, title: String
    ) throws {
        let folder = ScratchFolder()
        folder.write(
            "openapi.yaml",
            """
            openapi: 3.1.0
            paths:
              /1: {get: {operationId: get-a, summary: First}}
              /2: {get: {operationId: get_a, summary: Second}}
            """)
        let file = try #require(try CollectionStore().load(path: folder.path + "/openapi.yaml").files.first)
        #expect(try RequestReference("openapi.yaml#\(name)") { _ in false }.find(in: file).title == title)
    }

    @Test(arguments: [
        ("x.http:99", "no request at line 99"), ("x.http#twice", "called 'twice' (lines 9, 12)"),
        ("x.http#none", "There is no request 'none' in x.http; there are: listAll, my request, twice, twice."),
        (
            "x.http#lsitAl",
            "There is no request 'lsitAl' in x.http. Did you mean 'listAll'? There are: listAll, my request, twice, twice."
        ),
        ("x.http#my requst", "Did you mean 'my request'?"),
        ("x.http", "name one: listAll"),
    ])
    func `a reference to none or several requests is an error`(text: String, part: String) {
        let failure = #expect(throws: CommandFailure.self) {
            try RequestReference(text) { $0 == "x.http" }.find(in: Self.file)
        }
        #expect(failure?.status == .usage)
        #expect(failure?.sentences.first?.string.contains(part) == true)
    }
}
