import Contract
import OpenAPI
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
        #expect(try names("zzz") == [])
        #expect(try names("").count == 6)
    }

    @Test func `a whole word is better than a part, and letters in their order are found`() throws {
        #expect(try names("order").first == "order")
        #expect(try names("gtpt") == ["getPet"])
        let (search, _) = try search()
        let match = try #require(search.matches("trace").first)
        #expect(match.field == .parameter)
        #expect(match.text == "X-Trace")
    }
}
