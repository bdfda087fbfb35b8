import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat
@testable import Workspace

/// How far a folder is walked, and what a text that names a collection may be.
@Suite struct FolderWalkTests {
    @Test func `a folder 64 deep is read, and one below it is named`() throws {
        let folder = ScratchFolder()
        func below(_ depth: Int) -> String { Array(repeating: "d", count: depth).joined(separator: "/") }
        folder.write(below(64) + "/a.http", "GET http://h/\n")
        folder.write(below(65) + "/b.http", "GET http://h/\n")
        var walk = FolderWalk(root: folder.path)
        let found = walk.walk(folder.path)
        guard case .success(let trees) = found else { throw CollectionError(sentence: "it was not read") }
        #expect(trees.count == 1 && walk.folderPaths.count == 65)
        #expect(walk.entries.map(\.relativePath) == [below(64) + "/a.http", below(65) + "/"])
        #expect(walk.entries.first?.problem == nil)
        #expect(walk.entries.last?.problem?.text == "was not read: it is 65 folders deep.")
    }

    @Test func `folders without request files, hidden ones and modules of Node are left out`() throws {
        let folder = ScratchFolder()
        for name in [
            "b.http", "A.rest", "c.HTTP", "notes.txt", ".d.http", "empty/x.txt", "in/e.http", ".git/f.http",
            "node_modules/g.http", "in/node_modules/h.http", "Z/i.http",
        ] {
            folder.write(name, "GET http://h/\n")
        }
        var walk = FolderWalk(root: folder.path)
        let found = walk.walk(folder.path)
        guard case .success(let trees) = found else { throw CollectionError(sentence: "it was not read") }
        #expect(Set(walk.entries.map(\.relativePath)) == ["b.http", "A.rest", "c.HTTP", "in/e.http", "Z/i.http"])
        // Folders first.
        let folders = trees.prefix { if case .folder = $0 { true } else { false } }.count
        #expect(folders == 2 && trees.dropFirst(folders).allSatisfy { if case .file = $0 { true } else { false } })
        let gone = walk.walk(folder.path + "/gone")
        guard case .failure(let failure) = gone else { throw CollectionError(sentence: "it was read") }
        #expect(failure == .missing)
    }

    @Test func `of more folders than may be read that many are, and the next one is named`() {
        #expect(FolderWalk.maxFolders == 20_000)
        let folder = ScratchFolder()
        for name in ["a", "b", "c", "d"] { folder.write("\(name)/a.http", "GET http://h/\n") }
        var walk = FolderWalk(root: folder.path, maxFolders: 2)
        _ = walk.walk(folder.path)
        #expect(walk.entries.map(\.relativePath) == ["a/a.http", "b/a.http", "c/"])
        #expect(walk.entries.last?.problem?.text == "was not read: there are more than 2 folders here.")
    }

    @Test func `an address of the web begins with its scheme, behind the mark of GraphQL or not`() {
        for text in ["http://h", "HTTPS://h", "https://", "graphql+http://h/g", "GraphQL+HTTPS://h"] {
            #expect(FetchedDescription.isURL(text), "\(text)")
        }
        for text in [
            "", "http:/h", "https//h", "httpx://h", "ftp://h", "a/http://h", " http://h", "graphql+h",
            "graphql+ftp://h", "graphql+graphql+http://h", "graphql http://h",
        ] {
            #expect(!FetchedDescription.isURL(text), "\(text)")
        }
        let plain = FetchedDescription("http://h/openapi.json")
        #expect(plain.url == "http://h/openapi.json" && plain.text == plain.url && !plain.isGraphQL)
        let marked = FetchedDescription("GraphQL+http://h/g")
        #expect(marked.url == "http://h/g" && marked.text == "GraphQL+http://h/g" && marked.isGraphQL)
    }

    @Test func `a saved schema names its endpoint in its first line alone`() {
        let table = #"""
            # Endpoint: http://h/g\ntype A -> http://h/g
            # Endpoint: https://h/g?x=1\r\ntype A -> https://h/g?x=1
            # Endpoint: http://h -> http://h
            #Endpoint: http://h ->
            # endpoint: http://h ->
            \n# Endpoint: http://h ->
            # a\n# Endpoint: http://h ->
            type A ->
            """#
        #expect(TextTable.differences(table) { SchemaText.endpoint(of: Array($0.utf8)) ?? "" } == [])
        let start = "# Endpoint: http://h/"
        let long = start + String(repeating: "a", count: 8193 - start.utf8.count)
        #expect(SchemaText.endpoint(of: Array(long.utf8)) == nil)
    }

    @Test func `of many changed requests eight are named`() {
        func sentence(_ count: Int, conflicts: [String] = [], of sent: Set<String>? = nil) -> String? {
            KeptChanges.Joined(
                file: ChainingFixtures.file("GET http://h/\n"), names: (0..<count).map { "r\($0)" },
                conflicts: conflicts
            ).sentence(of: sent)
        }
        let (start, end) = ("a.http: with the changes that the screen keeps of ", "; --no-kept leaves them out.")
        #expect(sentence(0) == nil && sentence(3, of: []) == nil)
        #expect(sentence(1) == start + "r0" + end && sentence(3, of: ["r2", "x"]) == start + "r2" + end)
        #expect(sentence(8) == start + "r0, r1, r2, r3, r4, r5, r6, r7" + end)
        #expect(sentence(9) == start + "r0, r1, r2, r3, r4, r5, r6, r7 and 1 more" + end)
        let changed = " The description changed since in the same place of r1."
        #expect(sentence(2, conflicts: ["r1", "gone"]) == start + "r0, r1" + end + changed)
        #expect(sentence(2, conflicts: ["r1"], of: ["r0"]) == start + "r0" + end)
    }
}
