import Testing

@testable import Import

@Suite struct ImportSourceTests {
    @Test func `a value of a document knows its line and column`() throws {
        let source = ImportSource(name: "a.json", bytes: Array("{\n  \"name\": \"x\"}".utf8))
        let value = try #require(source.root?["name"])
        #expect(value.string == "x")
        #expect(value.place.description == "a.json:2:11")
    }

    @Test func `broken JSON says where`() throws {
        let file = ImportSource.File(path: "a.json", bytes: Array("{\n  \"name\" 1}".utf8))
        guard case .failure(let error)? = file.document else {
            Issue.record("The text was read.")
            return
        }
        #expect(error.description.hasPrefix("a.json:2:10: The text cannot be read: "))
    }
}
