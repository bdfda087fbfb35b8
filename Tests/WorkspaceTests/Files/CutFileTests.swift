import Base
import GraphQL
import HTTPFormat
import NetEngine
import TestSupport
import Testing

@testable import Workspace

/// Files of the first format, as they are on the disks of users, whole and cut at each byte: what a full or broken disk leaves. What
/// is cut is never taken for less than it was, a sentence says so, and the file stays.
@Suite struct CutFileTests {
    private let folder = ScratchFolder()

    /// All beginnings but the whole.
    private static func cuts(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return (0..<bytes.count).map { String(decoding: bytes[..<$0], as: UTF8.self) }
    }

    @Test func `edits of a description that were cut are neither read nor replaced`() throws {
        let text = #"{"version":1,"path":"/c/a.yaml","edits":[{"name":"n","base":"b","mine":"GET /é\n"}]}"# + "\n"
        let store = DescriptionEditStore(folder: "\(folder.path)/descriptions")
        let edits = DescriptionEdits(path: "/c/a.yaml", blocks: [.init(name: "n", base: "b", mine: "GET /é\n")])
        #expect(store.keep(edits) == nil)
        let name = try #require(DiskFile.names(in: store.folder).get().first { $0.hasSuffix(".json") })
        #expect(folder.read("descriptions/\(name)") == text, "the first format")
        for cut in Self.cuts(text).dropFirst() {
            folder.write("descriptions/\(name)", cut)
            // The line end is not needed.
            if cut + "\n" == text {
                #expect(try store.edits(of: "/c/a.yaml") == edits)
                continue
            }
            let error = #expect(throws: CollectionError.self) { try store.edits(of: "/c/a.yaml") }
            #expect(error?.sentence.hasSuffix("'apitui doctor --fix' gives the file another name.") == true)
            #expect(store.keep(DescriptionEdits(path: "/c/a.yaml")) == error?.sentence)
            #expect(folder.read("descriptions/\(name)") == cut)
        }
    }

    @Test func `a recovery copy that was cut is not offered, stays, and is reported`() throws {
        let text = "# apitui recovery version=1 base=1-a length=13 path=/c/a.http leftover=x%20y\n### é\nGET /\n"
        let store = RecoveryStore(folder: "\(folder.path)/recovery")
        folder.write("recovery/1-1-0-a.http.recovery", text)
        let copy = try #require(store.read(under: "/c").copies.first)
        #expect(copy.path == "/c/a.http" && copy.leftover == "x y")
        #expect(copy.document.bytes == Array("### é\nGET /\n".utf8))
        for cut in Self.cuts(text) {
            folder.write("recovery/1-1-0-a.http.recovery", cut)
            let (copies, problems) = store.read(under: "/c")
            #expect(copies.isEmpty)
            #expect(problems.count == 1 && problems[0].contains("cut"), "\(problems)")
            #expect(folder.read("recovery/1-1-0-a.http.recovery") == cut)
            let found = store.contents()
            #expect(found.waiting == 0 && found.unusable.count == 1 && found.unusable[0].isDamaged)
        }
    }

    @Test func `a recovery copy says how long it is`() throws {
        let store = RecoveryStore(folder: "\(folder.path)/recovery")
        let document = HTTPDocument(bytes: Array("GET /\n".utf8))
        #expect(store.write([RecoveryCopy(path: "/c/a.http", document: document, base: ContentMark([]))]).isEmpty)
        let name = try #require(DiskFile.names(in: store.folder).get().first { $0.hasSuffix(".recovery") })
        // Format 1 would be offered by a program that does not look whether the session is running.
        #expect(folder.read("recovery/\(name)")?.hasPrefix("# apitui recovery version=2 ") == true)
        #expect(folder.read("recovery/\(name)")?.contains(" length=6 path=%2Fc%2Fa.http\n") == true)
        #expect(store.read(under: "/c").copies.map(\.document.bytes) == [document.bytes])
    }

    @Test func `a list of trusted folders that was cut trusts nothing and is not changed`() throws {
        folder.write("c/inner/x.http", "GET /\n")
        let text = "\(folder.path)/c/inner\n"
        let store = TrustStore(path: "\(folder.path)/trust")
        folder.write("trust", text)
        #expect(store.trusts("\(folder.path)/c/inner") && !store.trusts("\(folder.path)/c") && store.problem == nil)
        for cut in Self.cuts(text).dropFirst() {
            folder.write("trust", cut)
            #expect(!store.trusts("\(folder.path)/c/inner"), "'\(cut)' is a folder above")
            #expect(store.problem?.contains("ends in the middle of a line") == true)
            #expect(store.add("\(folder.path)/c")?.hasSuffix("Nothing was changed.") == true)
            #expect(store.remove("\(folder.path)/c")?.hasSuffix("Nothing was changed.") == true)
            #expect(folder.read("trust") == cut)
        }
    }

    @Test func `a kept schema that was cut inside a definition is not used`() throws {
        let text = "type Query {\n  a: Int\n}\n"
        let schemas = KeptSchemas(folder: "\(folder.path)/schemas")
        #expect(schemas.keep(GraphQLSchema(sdl: Array(text.utf8)), of: "http://h/") == nil)
        let name = try #require(DiskFile.names(in: schemas.folder).get().first { $0.hasSuffix(".graphql") })
        let whole = try #require(folder.read("schemas/\(name)"))
        #expect(schemas.schema(of: "http://h/") != nil)
        let end = try #require(whole.lastIndex(of: "}"))
        for cut in Self.cuts(String(whole[..<end])).dropFirst("type Query {".count) {
            folder.write("schemas/\(name)", cut)
            #expect(schemas.schema(of: "http://h/") == nil, "\(cut)")
            #expect(!KeptSchemas.isUsable(Array(cut.utf8)))
            #expect(folder.read("schemas/\(name)") == cut)
        }
    }

    @Test func `a token file that was cut is reported and stays`() throws {
        let text =
            #"{"version":1,"access_token":"t","obtained":1,"login":"shop","collection":"/c","grant":"client credentials"}"#
        let files = TokenFiles(folder: "\(folder.path)/tokens")
        folder.write("tokens/a.json", text)
        #expect(files.kept().tokens.map(\.login) == ["shop"] && files.kept().problems == [])
        for cut in Self.cuts(text) {
            folder.write("tokens/a.json", cut)
            let (tokens, problems) = files.kept()
            #expect(tokens.isEmpty)
            #expect(problems.count == 1 && problems[0].hasSuffix("or was cut; it is left as it is."))
            #expect(folder.read("tokens/a.json") == cut)
        }
    }

    @Test func `an entry of the trash whose manifest was cut is kept as long as others`() throws {
        let trash = Trash(folder: "\(folder.path)/trash")
        for (number, cut) in ["", "{", #"{"version": 1, "fr"#].enumerated() {
            folder.write("trash/2000-\(number)/manifest.json", cut)
            folder.write("trash/2000-\(number)/content", "GET /\n")
        }
        _ = try trash.put(folder.write("c/x.http", "GET /\n"), at: 2000 + Trash.longestSeconds - 10)
        for number in 0..<3 { #expect(folder.read("trash/2000-\(number)/content") == "GET /\n") }
        let unknown = trash.unknownManifests()
        #expect(unknown.cut == (0..<3).map { "\(trash.folder)/2000-\($0)/manifest.json" } && unknown.newer == [])
    }
}
