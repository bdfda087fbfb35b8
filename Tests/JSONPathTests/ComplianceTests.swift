import TestSupport
import Testing

@testable import Base
@testable import JSONPath

/// The whole public compliance test suite for JSONPath, and hostile input sizes.
struct JSONPathComplianceTests {
    private struct Case {
        var group: String
        var query: String
        var document: [UInt8]?
        /// The accepted results, each an array of the selected values.
        var results: [[UInt8]] = []
    }

    private static let lines = (ComplianceCases.lines + "\n" + ComplianceCases.later).split(separator: "\n")
    private static let cases: [Case] = lines.compactMap { line in
        guard let tree = try? JSONTree.parse(Array(line.utf8)) else { return nil }
        func member(_ name: String) -> Int? { tree.member(Array(name.utf8), of: 0) }
        guard let group = member("g"), let query = member("q") else { return nil }
        var found = Case(
            group: String(decoding: tree.string(group), as: UTF8.self),
            query: String(decoding: tree.string(query), as: UTF8.self))
        found.document = member("d").map { Array(tree.slice($0)) }
        if let results = member("r") {
            tree.forEachChild(of: results) { child in
                found.results.append(Array(tree.slice(child)))
                return true
            }
        }
        return found
    }

    @Test func `the whole suite passes`() throws {
        #expect(Self.cases.count == Self.lines.count)
        #expect(Self.cases.count > 690)
        var failures: [String] = []
        for one in Self.cases {
            guard let document = one.document else {
                if (try? JSONPathParser.parse(one.query)) != nil {
                    failures.append("\(one.group): accepts \(one.query)")
                }
                continue
            }
            guard let query = try? JSONPathParser.parse(one.query) else {
                failures.append("\(one.group): refuses \(one.query)")
                continue
            }
            let tree = try JSONTree.parse(document)
            let nodes = try JSONPathEvaluation(tree).nodes(query)
            let selected = nodes.map { String(decoding: tree.slice($0), as: UTF8.self) }.joined(separator: ",")
            if try !one.results.contains(where: { try Self.areEqual(Array("[\(selected)]".utf8), $0) }) {
                failures.append("\(one.group): \(one.query) selects \(selected)")
            }
        }
        #expect(failures.isEmpty, "\(failures.prefix(20))")
    }

    private static func areEqual(_ left: [UInt8], _ right: [UInt8]) throws -> Bool {
        let both = try JSONTree.parse(Array("[".utf8) + left + Array(",".utf8) + right + Array("]".utf8))
        return JSONEquality(both).areEqual(1, both.next(1))
    }

    @Test(.longComputation) func `a document nested a million deep is read, walked and compared without recursion`()
        throws
    {
        let depth = 1_000_000
        let nested =
            [UInt8](repeating: UInt8(ascii: "["), count: depth) + [UInt8](repeating: UInt8(ascii: "]"), count: depth)
        let tree = try JSONTree.parse(Array("{\"a\":".utf8) + nested + Array(",\"b\":".utf8) + nested + Array("}".utf8))
        let deepest = try JSONPathEvaluation(tree).nodes(JSONPathParser.parse("$..*"))
        #expect(deepest.count == 2 * depth)
        #expect(try JSONPathEvaluation(tree).nodes(JSONPathParser.parse("$[?@ == $.a]")).count == 2)
    }

    @Test func `a long query and a query of many descents overflow nothing`() throws {
        let tree = try JSONTree.parse(Array("{\"a\":{\"a\":{\"a\":1}}}".utf8))
        let long = "$" + String(repeating: ".a", count: 100_000)
        #expect(try JSONPathEvaluation(tree).nodes(JSONPathParser.parse(long)).isEmpty)
        for deep in ["$" + String(repeating: "..*", count: 20_000), "$" + String(repeating: "[*]", count: 100_000)] {
            guard let query = try? JSONPathParser.parse(deep) else { continue }
            _ = try? JSONPathEvaluation(tree, limits: .init(nodes: 1000)).nodes(query)
        }
    }
}
