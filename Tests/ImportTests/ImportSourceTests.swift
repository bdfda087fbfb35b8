import TestSupport
import Testing

@testable import Import

@Suite struct ImportSourceTests {
    @Test func `a value of a document knows its line and column`() throws {
        let source = ImportSource(name: "a.json", bytes: Array("{\n  \"name\": \"x\"}".utf8))
        let value = try #require(source.root?["name"])
        #expect(value.string == "x")
        #expect(value.place.description == "a.json:2:11")
    }

    @Test func `a file that is not there is named with its folder`() {
        let error = #expect(throws: ImportError.self) {
            try ImportFiles.source("/nowhere/src/pm.json", shown: "pm.json")
        }
        #expect(error?.description == "/nowhere/src/pm.json cannot be read: there is no such file.")
    }

    @Test func `a folder is read with the files of Bruno and Hurl below it, and has the name that it was given`() throws
    {
        let folder = try TemporaryFolder()
        let names = ["b.hurl", "a/c.bru", "a/d.yml", "bruno.json", "e.txt", ".git/f.hurl", "node_modules/g.bru"]
        for name in names { try folder.write("GET http://a.test\n", to: name) }
        try folder.write("", to: "empty.hurl")
        let source = try ImportFiles.source(folder.path, shown: "shop")
        #expect(source.name == "shop" && source.files.map(\.path) == ["a/c.bru", "a/d.yml", "b.hurl", "bruno.json"])

        let other = try TemporaryFolder()
        try other.write("# Shop\n", to: "README.md")
        let error = #expect(throws: ImportError.self) { try ImportFiles.source(other.path, shown: "shop") }
        #expect(error?.description == "shop is a folder, without files of Bruno or Hurl: name a file instead.")
    }

    @Test(arguments: [("http://h/x", true), ("shop.json", false), ("a/b://c", false), ("/x", false)])
    func `a path is not an address, and http is fetched by the command`(text: String, isFetched: Bool) {
        #expect(ImportFiles.refusal(ofAddress: text, fetches: true) == nil)
        #expect((ImportFiles.refusal(ofAddress: text, fetches: false) != nil) == isFetched)
    }

    @Test func `broken JSON says where`() throws {
        let file = ImportSource.File(path: "a.json", bytes: Array("{\n  \"name\" 1}".utf8))
        guard case .failure(let error)? = file.document else {
            Issue.record("The text was read.")
            return
        }
        #expect(error.description.hasPrefix("a.json:2:10: The text cannot be read: "))
    }

    @Test func `a kind that was named and is another one is said`() throws {
        let error = #expect(throws: ImportError.self) {
            try ImportedText.of("shop.json", HARReaderTests.sample, as: .bruno)
        }
        #expect(error?.description == "shop.json is of HAR, not of Bruno: use --from har.")
    }
}
