import Base
import GraphQL
import HTTPFormat
import NetEngine
import TestSupport
import Testing

@testable import Workspace

/// Files of this program that have a format: what came before is read, what comes later is left as it is.
@Suite struct KeptFormatTests {
    private let folder = ScratchFolder()

    @Test(arguments: [
        ("a\n", true), ("# apitui format 1\na\n", true), ("# apitui format 2\na\n", false),
        ("# apitui format 12", false),
        ("# apitui format x\n", true), ("# apitui format 99999999999999999999\n", false), ("", true),
    ])
    func `a text file is read up to the format that is known`(text: String, isRead: Bool) {
        let path = folder.write("state/a", text)
        let file = StateFile(path: path, what: "The list", maxBytes: 1000)
        let refusal = file.change { bytes in
            bytes = Array("changed".utf8)
            return nil
        }
        #expect((refusal == nil) == isRead)
        #expect(folder.read("state/a") == (isRead ? "changed" : text))
        if !isRead {
            #expect(refusal?.hasPrefix("The list \(path) was written by a newer apitui (format ") == true)
            #expect(refusal?.hasSuffix("this one knows 1) and is left as it is. Nothing was changed.") == true)
        }
    }

    @Test(
        arguments: [
            ("# apitui format 2\n", 2), ("# apitui format 1\n", nil), ("/a\n", nil), ("", nil), ("{}", nil),
            ("[2]", nil),
            (#"{"version":2}"#, 2), (#"{"version":1}"#, nil), (#"{"a":{"version":7}}"#, nil),
            (#"{"version":"2"}"#, nil),
            (#"{"version":2.5}"#, nil), (#"{"version":-2}"#, nil), (#"{"version":99999999999999999999}"#, Int.max),
            (#"{"a":1,"version":3}"#, 3), (#" { "version" : 3, "a"#, 3), ("{\"version\":3}\n{\"a\":1}\n", 3),
            (#"{"version":1,"a"#, nil), (#"{"a":1,"version":3,"#, nil), (#"{"version":"#, nil),
        ] as [(String, Int?)])
    func `a file names a later format in its first line or as version, also where it was cut`(
        text: String, later: Int?
    ) {
        #expect(StateFile.laterFormat(of: Array(text.utf8), than: 1) == later)
        #expect(later == Int.max || StateFile.laterFormat(of: Array(text.utf8), than: 3) == nil)
    }

    @Test func `edits of descriptions without a version are read; those of a newer are neither read nor replaced`()
        throws
    {
        let store = DescriptionEditStore(folder: "\(folder.path)/descriptions")
        let edits = DescriptionEdits(path: "/a.yaml", blocks: [.init(name: "n", base: "b", mine: "m")])
        #expect(store.keep(edits) == nil)
        let name = try #require(DiskFile.names(in: store.folder).get().first { $0.hasSuffix(".json") })
        let written = try #require(folder.read("descriptions/\(name)"))
        #expect(written.contains(#""version":1"#))
        folder.write("descriptions/\(name)", written.replacing(#""version":1,"#, with: ""))
        #expect(try store.edits(of: "/a.yaml") == edits)
        let newer = written.replacing(#""version":1"#, with: #""version":2"#)
        folder.write("descriptions/\(name)", newer)
        let error = #expect(throws: CollectionError.self) { try store.edits(of: "/a.yaml") }
        #expect(error?.sentence.contains("was written by a newer apitui (format 2, this one knows 1)") == true)
        #expect(store.keep(DescriptionEdits(path: "/a.yaml"))?.contains("newer apitui") == true)
        #expect(folder.read("descriptions/\(name)") == newer)
    }

    @Test func `recovery copies without a version are offered; one of a newer is reported and stays`() throws {
        let store = RecoveryStore(folder: "\(folder.path)/recovery")
        folder.write("recovery/1-1-0-a.http.recovery", "# apitui recovery base=1-a path=/c/a.http\nGET /\n")
        folder.write("recovery/2-1-0-b.http.recovery", "# apitui recovery version=1 base=1-a path=/c/b.http\nGET /\n")
        folder.write("recovery/3-1-0-c.http.recovery", "# apitui recovery version=2 base=1-a path=/c/c.http\nGET /\n")
        folder.write("recovery/4-1-0-d.http.recovery", "# apitui recovery version=3 base=1-a path=/c/d.http\nGET /\n")
        let (copies, problems) = store.read(under: "/c")
        #expect(copies.map(\.path) == ["/c/a.http", "/c/b.http", "/c/c.http"])
        #expect(
            problems.count == 1
                && problems.first?.contains("written by a newer apitui (format 3, this one knows 2)") == true)
        #expect(folder.read("recovery/4-1-0-d.http.recovery") != nil)
    }

    @Test func `a kept schema of a newer format is not used and not replaced`() throws {
        let schemas = KeptSchemas(folder: "\(folder.path)/schemas")
        let schema = GraphQLSchema(sdl: Array("type Query { a: Int }".utf8))
        #expect(schemas.keep(schema, of: "http://h/") == nil && schemas.schema(of: "http://h/") != nil)
        let name = try #require(DiskFile.names(in: schemas.folder).get().first { $0.hasSuffix(".graphql") })
        let newer = "# apitui format 2\ntype Query { a: Int }\n"
        folder.write("schemas/\(name)", newer)
        #expect(schemas.schema(of: "http://h/") == nil)
        #expect(schemas.keep(schema, of: "http://h/")?.contains("newer apitui") == true)
        #expect(folder.read("schemas/\(name)") == newer)
    }

    @Test func `a file that another program writes meanwhile is changed after it, and not without end`() {
        let file = StateFile(path: "\(folder.path)/state/list", what: "The list", maxBytes: 1000)
        var rounds = 0
        #expect(
            file.change { bytes in
                rounds += 1
                if rounds < 3 { folder.write("state/list", "theirs \(rounds)\n") }
                bytes += Array("mine\n".utf8)
                return nil
            } == nil)
        #expect(rounds == 3)
        #expect(folder.read("state/list") == "theirs 2\nmine\n")
        rounds = 0
        #expect(
            file.change { bytes in
                rounds += 1
                folder.write("state/list", "theirs \(rounds)\n")
                bytes += Array("mine\n".utf8)
                return nil
            } == "\(file.path) was not written: other programs keep changing it.")
        #expect(folder.read("state/list") == "theirs \(rounds)\n")
    }

    @Test func `changes of a file at the same moment are all kept`() async {
        let path = "\(folder.path)/state/list"
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    for turn in 0..<20 {
                        let file = StateFile(path: path, what: "The list", maxBytes: 10_000)
                        let sentence = file.change { bytes in
                            bytes += Array("\(number) \(turn)\n".utf8)
                            return nil
                        }
                        #expect(sentence == nil)
                    }
                }
            }
        }
        #expect(folder.read("state/list")?.split(separator: "\n").count == 160)
    }

    @Test func `the program's own files are where docs/files.md says`() {
        let own = ["HOME": "/home/ann"]
        let moved = ["HOME": "/home/ann", "XDG_STATE_HOME": "/state"]
        #expect(Trash.live { own[$0] }?.folder == "/home/ann/.local/state/apitui/trash")
        #expect(Trash.live { moved[$0] }?.folder == "/state/apitui/trash")
        #expect(Trash.live { _ in nil } == nil)
    }

    @Test func `what a newer program put into the trash is not cleared away`() throws {
        let trash = Trash(folder: "\(folder.path)/trash")
        folder.write("trash/1000-0/manifest.json", #"{"version": 2, "from": "/c/a"}"#)
        folder.write("trash/1000-1/manifest.json", #"{"version": 1, "from": "/c/b"}"#)
        folder.write("trash/1000-2/manifest.json", #"{"version": 2, "fr"#)
        _ = try trash.put(folder.write("c/x.http", "GET /\n"), at: 1000 + Trash.longestSeconds + 10)
        #expect(folder.read("trash/1000-0/manifest.json") != nil && folder.read("trash/1000-1/manifest.json") == nil)
        #expect(folder.read("trash/1000-2/manifest.json") != nil, "also one that was cut")
    }
}
