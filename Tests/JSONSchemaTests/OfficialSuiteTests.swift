import Base
import Foundation
import JSONPath
import JSONSchema
import Testing

/// The official JSON-Schema-Test-Suite, if `JSON_SCHEMA_SUITE` names its folder: `scripts/json-schema-suite` does.
@Suite struct OfficialSuiteTests {
    static let folder = ProcessInfo.processInfo.environment["JSON_SCHEMA_SUITE"]

    /// Cases that are not passed, by a part of `draft/file/group/case`, each with its reason.
    static let skipped: [(String, String)] = [
        ("/optional/format/idn-hostname.json/", "the format idn-hostname is not known"),
        ("draft7/optional/content.json/", "contentEncoding and contentMediaType are annotations only"),
    ]

    @Test(
        .enabled(if: OfficialSuiteTests.folder != nil, "JSON_SCHEMA_SUITE names no folder"),
        arguments: [
            ("draft7", SchemaDialect.draft7), ("draft2019-09", .draft2019), ("draft2020-12", .draft2020),
        ])
    func `the official suite passes`(_ draft: String, _ dialect: SchemaDialect) throws {
        let folder = try #require(Self.folder)
        let remotes = try Self.documents(folder + "/remotes", draft, dialect)
        var (passed, skipped) = (0, 0)
        var reasons: [String: Int] = [:]
        for file in try Self.files(folder + "/tests/" + draft) {
            let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: folder + "/tests/" + draft + "/" + file)))
            let tree = try JSONTree.parse(bytes)
            for group in Self.children(tree, 0) {
                let schemaNode = try #require(tree.member(Array("schema".utf8), of: group))
                let schemaTree = try JSONTree.parse(Array(tree.slice(schemaNode)))
                let name = "\(draft)/\(file)/\(Self.text(tree, "description", group))"
                let library = SchemaLibrary(
                    [SchemaDocument(uri: "", tree: schemaTree, dialect: dialect)] + remotes)
                let options = SchemaOptions(assertsFormats: file.hasPrefix("optional/format/"))
                let schema = library.schema(document: 0, options)
                let tests = try #require(tree.member(Array("tests".utf8), of: group))
                for test in Self.children(tree, tests) {
                    let full = name + "/" + Self.text(tree, "description", test)
                    if let reason = Self.skipped.first(where: { full.contains($0.0) }) {
                        skipped += 1
                        reasons[reason.1, default: 0] += 1
                        continue
                    }
                    let data = try #require(tree.member(Array("data".utf8), of: test))
                    let valid = try #require(tree.member(Array("valid".utf8), of: test))
                    let wanted: SchemaVerdict = tree.slice(valid).count == 4 ? .valid : .invalid
                    // Alone, and within the larger tree.
                    let verdict = schema.verdict(on: tree, node: data)
                    #expect(verdict == wanted, "\(full)")
                    if verdict == wanted { passed += 1 }
                }
            }
        }
        print("\(draft): \(passed) passed, \(skipped) skipped")
        for (reason, count) in reasons.sorted(by: { $0.key < $1.key }) { print("  \(count): \(reason)") }
        #expect(passed > 1000)
    }

    private static func children(_ tree: JSONTree, _ node: Int) -> [Int] {
        var result: [Int] = []
        tree.forEachChild(of: node) {
            result.append($0)
            return true
        }
        return result
    }

    private static func text(_ tree: JSONTree, _ name: String, _ node: Int) -> String {
        tree.member(Array(name.utf8), of: node).map { String(decoding: tree.string($0), as: UTF8.self) } ?? ""
    }

    private static func files(_ folder: String) throws -> [String] {
        let found = try #require(FileManager.default.enumerator(atPath: folder))
        return found.compactMap { $0 as? String }.filter { $0.hasSuffix(".json") }.sorted()
    }

    /// The documents that the suite expects to be served, and the metaschemas.
    private static func documents(_ folder: String, _ draft: String, _ dialect: SchemaDialect) throws
        -> [SchemaDocument]
    {
        var documents = Metaschemas.documents
        for file in try files(folder) {
            // Documents of other drafts declare themselves.
            let own = [("draft7", SchemaDialect.draft7), ("draft2019-09", .draft2019), ("draft2020-12", .draft2020)]
            let folderDialect = own.first { file.hasPrefix($0.0 + "/") }?.1
            if file.hasPrefix("draft"), folderDialect == nil { continue }
            let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: folder + "/" + file)))
            documents.append(
                SchemaDocument(
                    uri: "http://localhost:1234/" + file, tree: try JSONTree.parse(bytes),
                    dialect: folderDialect ?? dialect))
        }
        return documents
    }
}
