import NetEngine
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
        #expect(source.files.map { $0.document != nil } == [false, true, false, true])

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

    @Test func `an address with another scheme is refused, and a path with a colon is none`() {
        let rows = """
            ftp://h/x -> ftp:// is not fetched, only http:// and https:// are: name a file.
            FTP://h/x -> ftp:// is not fetched, only http:// and https:// are: name a file.
            a+b-c.1://x -> a+b-c.1:// is not fetched, only http:// and https:// are: name a file.
            HTTPS://h/x -> nil
            1a://x -> nil
            a_b://x -> nil
            ://x -> nil
            a:/x -> nil
            """
        #expect(FilledTable(rows).filled { ImportFiles.refusal(ofAddress: $0, fetches: true)?.text } == rows)
        #expect(
            ImportFiles.refusal(ofAddress: "http://h", fetches: false)?.text
                == "URLs are not fetched here: 'apitui import URL' does that, or paste the text.")
    }

    @Test(arguments: [
        ("shop.json", "shop"), ("/x/y/shop.postman_collection.json", "shop"), ("a/shop?x=1", "shop"), ("shop", "shop"),
        (".json", "Postman"),
    ])
    func `a collection without a name is called as its file`(path: String, name: String) throws {
        let schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
        let text = #"{"info":{"schema":"\#(schema)"},"item":[{"name":"A","request":"https://a.test/"}]}"#
        #expect(try ImportedText.of(path, text).files.map(\.path) == ["\(name).http"])
    }

    @Test func `what is read and what is written are the two halves of the work`() throws {
        let requests = (1...300).map { #"{"name":"R\#($0)","request":"https://a.test/"}"# }.joined(separator: ",")
        let schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
        let text = #"{"info":{"name":"S","schema":"\#(schema)"},"item":[\#(requests)]}"#
        let source = try Importer.source(name: "x", bytes: Array(text.utf8))
        var shares: [Double] = []
        _ = try Importer.files(of: source) { shares.append($0) }
        #expect(shares == shares.sorted() && shares.allSatisfy { $0 >= 0 && $0 <= 1 })
        #expect(shares.count > 6 && shares.dropLast(6).allSatisfy { $0 <= 0.5 })
        let last: [Double] = [200, 250, 300].map { (bytes: Double) -> Double in 0.5 + bytes / 300 / 2 }
        #expect(Array(shares.suffix(3)) == last)
    }

    @Test func `a byte of zero is named with its line, and another kind with all that there are`() {
        func said(_ bytes: [UInt8]) -> String? {
            do throws(ImportError) {
                _ = try Importer.files(of: try Importer.source(name: "x", bytes: bytes))
                return nil
            } catch { return error.description }
        }
        #expect(said(Array("a\nb\0".utf8)) == "x:2:1: This is not text: it has a byte with the value 0.")
        #expect(
            said(Array("nothing of interest".utf8))
                == "x is not of a kind that can be imported: curl, Postman, OpenAPI, Insomnia, Bruno, HAR or Hurl.")
    }

    @Test func `where an import goes depends on whether it has one file`() throws {
        let sample = try ImportedText.of("a.har", HARReaderTests.sample)
        #expect(sample.folder != nil)
        let target = ImportTarget(sample, folder: "/c")
        let folder = target.place
        let inside = target.recorded(at: folder, makeID: { ExchangeID(rawValue: 1) }).map(\.draft.options.log)
        #expect(folder == "/c/\(sample.folder ?? "")" && !inside.isEmpty)
        #expect(inside.allSatisfy { $0?.collection == folder && $0?.file?.hasPrefix("\(folder)/") == true })
        let part = target.recorded(at: folder, collection: "/c", makeID: { ExchangeID(rawValue: 1) })
        #expect(part.allSatisfy { $0.draft.options.log?.collection == "/c" })

        var single = sample
        single.folder = nil
        let alone = ImportTarget(single, folder: "/c").recorded(at: "/c/a.http", makeID: { ExchangeID(rawValue: 2) })
        #expect(alone.allSatisfy { $0.id.rawValue == 2 && $0.draft.options.log?.file == "/c/a.http" })
        #expect(alone.allSatisfy { $0.draft.options.log?.collection == "/c" })
        var values = single
        values.values = [.init(environment: "dev", name: "a", value: "1", isSecret: false)]
        #expect(ImportTarget(values, folder: "/c").place == "/c")
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

    @Test(arguments: [
        ("[1]", ImportKind.postman, "x.json is not a Postman file: it is not a JSON object."),
        ("{\"a\": 1}", .postman, "x.json is neither a collection nor an environment of Postman."),
        ("{\"a\": 1}", .insomnia, "This is not an export of Insomnia: it has neither _type nor a type of Insomnia."),
    ])
    func `a text that is not of the kind that was named is refused`(text: String, kind: ImportKind, said: String) {
        let error = #expect(throws: ImportError.self) { try ImportedText.of("x.json", text, as: kind) }
        #expect(error?.description.hasSuffix(said) == true, "\(error?.description ?? "-")")
    }

    @Test func `a collection of another version, without one or with nothing in it is refused`() {
        func said(_ text: String) -> String {
            do throws(ImportError) {
                return "read: \(try ImportedText.of("x.json", text).files.count)"
            } catch { return error.description }
        }
        let folder = "https://schema.getpostman.com/json/collection"
        func collection(_ schema: String) -> String {
            #"{"info":{"name":"S","schema":"\#(schema)"},"item":[{"name":"A","request":"https://a.test/"}]}"#
        }
        for version in ["v2.0.0", "v2.1.0"] { #expect(said(collection("\(folder)/\(version)/c.json")) == "read: 1") }
        for (version, called) in [
            ("v3.0.0", "v3.0.0"), ("vx", "that its schema names"),
            ("v3" + String(repeating: "0", count: 20), "v3" + String(repeating: "0", count: 18)),
        ] {
            let sentence = "a Postman collection of the version \(called): export it as Collection v2.1 from Postman."
            #expect(said(collection("\(folder)/\(version)/c.json")).contains(sentence))
        }
        #expect(
            said(#"{"info":{"name":"S","schema":"\#(folder)/v2.1.0/c.json"},"item":[]}"#)
                .hasSuffix(": The collection has no requests."))
        #expect(
            said(#"{"info":{"name":"S","_postman_id":"1"},"item":[{"name":"A","request":"https://a.test/"}]}"#)
                == "read: 1")
        #expect(
            said(#"{"version":1,"collections":[],"environments":[]}"#)
                .contains("a data dump of Postman: export one collection as Collection v2.1, and its environments."))
        #expect(said(#"{"version":1,"collections":[]}"#).contains("is not of a kind that can be imported"))
    }
}
