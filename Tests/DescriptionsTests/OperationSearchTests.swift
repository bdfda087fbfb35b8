import Base
import Contract
import OpenAPI
import TestSupport
import Testing

@testable import Descriptions

@Suite struct OperationSearchTests {
    private func search() throws -> (OperationSearch, DescribedCollection) {
        let collection = try PetShop.collection()
        return (OperationSearch(collection.api, collection.operations), collection)
    }

    private func names(_ query: String) throws -> [String] {
        let (search, collection) = try search()
        return search.matches(query).map { collection.name(of: $0.operation) }
    }

    @Test func `paths, ids, summaries, tags, parameters and schemas are found`() throws {
        #expect(try names("status") == ["get_status"])
        #expect(try names("pets.repl") == ["pets_replace"])
        #expect(try names("IS IT UP") == ["get_status"])
        #expect(try names("shop") == ["order", "photo"])
        #expect(try names("x-trace") == ["getPet"])
        #expect(try names("Pet get") == ["getPet"])
        #expect(try names("request.query.url") == [try search().1.name(of: 6)])
        #expect(try names("zzz") == [])
        #expect(try names("").count == 7)
    }

    @Test func `a whole word is better than a part, and letters in their order are found`() throws {
        #expect(try names("order").first == "order")
        #expect(try names("gtpt") == ["getPet"])
        let (search, _) = try search()
        let match = try #require(search.matches("trace").first)
        #expect(match.field == .parameter)
        #expect(match.text == "X-Trace")
    }

    @Test func `the schema of the items of a stream is found`() throws {
        let collection = try PetShop.collection(
            "openapi: 3.2.0\ninfo: {title: t, version: '1'}\npaths:\n  /log:\n    get:\n      responses:\n        '200':\n"
                + "          description: all\n          content:\n            application/jsonl:\n"
                + "              itemSchema: {$ref: '#/components/schemas/Reading'}\n"
                + "components: {schemas: {Reading: {type: object}}}\n")
        let matches = OperationSearch(collection.api, collection.operations).matches("reading")
        #expect(matches.map { "\($0.field.word) \($0.text)" } == ["schema Reading"])
    }
}

/// What a key costs in `^O`, in bytes of the index that are looked at.
@Suite(.longComputation) struct OperationSearchGrowthTests {
    private func search(_ operations: Int) throws -> OperationSearch {
        var paths: [(String, JSONOutput)] = []
        for number in 0..<operations {
            let operation = JSONOutput.object([
                ("operationId", .string("operation\(number)")), ("summary", .string("Operation number \(number)")),
                ("tags", .array([.string("group\(number / 50)")])),
                (
                    "parameters",
                    .array([
                        .object([("name", "limit"), ("in", "query"), ("schema", .object([("type", "integer")]))]),
                        .object([("name", "X-Trace"), ("in", "header"), ("schema", .object([("type", "string")]))]),
                    ])
                ), ("responses", .object([("200", .object([("description", "done")]))])),
            ])
            paths.append(("/group\(number / 50)/things\(number)", .object([("get", operation)])))
        }
        let collection = try PetShop.collection(
            JSONOutput.object([
                ("openapi", "3.1.0"), ("info", .object([("title", "t"), ("version", "1")])), ("paths", .object(paths)),
            ]).text)
        return OperationSearch(collection.api, collection.operations)
    }

    /// The index is made once for all of them: that takes longer than the searches.
    @Test func `a key looks once at each text for each word`() throws {
        var made: [Int: OperationSearch] = [:]
        for query in ["e", "trace", "operation 7", "opnm", "zzz", "e e e e e e e e"] {
            let growth = try Growth(of: 1_000) {
                let known = try made[$0] ?? search($0)
                made[$0] = known
                return known
            } _: { search in
                _ = search.matches(query)
            }
            #expect(growth.isLinear, "\(query): \(growth)")
            // A thousand operations of this size: well under the millions of bytes that 16 ms have room for.
            let words = query.split(separator: " ").count
            #expect(growth.one <= 1_000 * 130 * words, "\(query): \(growth)")
        }
    }
}
