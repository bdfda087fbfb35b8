import Testing

@testable import apitui

struct RequestAddressTests {
    @Test(
        arguments: [
            ("a.http", "a.http", nil), ("a.http#login", "a.http", "login"), ("a.http#", "a.http", nil),
            ("c#/a.http#x#y", "c#/a.http", "x#y"), ("folder#name", "folder", "name"),
            ("a.rest#GET http://x/#f", "a.rest", "GET http://x/#f"),
        ] as [(String, String, String?)])
    func `an address is a file and perhaps a name`(text: String, path: String, name: String?) {
        let address = RequestAddress(text)
        #expect(address.path == path)
        #expect(address.name == name)
    }

    private func file(_ text: String) -> CollectionFile {
        let document = HTTPDocument(bytes: Array(text.utf8))
        return CollectionFile(
            path: "/c/a.http", relativePath: "a.http", document: document, stamp: FileStamp(bytes: document.bytes))
    }

    static let text = """
        ### First one
        # @name first
        GET http://a.test
        ### get-all things
        GET http://b.test
        ### Twice
        GET http://c.test
        ### Twice
        GET http://d.test
        """

    @Test(arguments: [("first", 3), ("First one", 3), ("get-all things", 5), ("getAllThings", 5)])
    func `a request is found by id, by its normal form, by title`(name: String, line: Int) throws {
        #expect(try file(Self.text).request(named: name).line == line)
    }

    @Test func `a name that two requests have is refused with their lines`() {
        #expect(
            throws: CollectionError(
                sentence: "a.http has 2 requests named Twice, at lines 7, 9; give them different names with # @name.")
        ) {
            try file(Self.text).request(named: "Twice")
        }
    }

    @Test func `an unknown name is refused with those that exist`() {
        #expect(
            throws: CollectionError(
                sentence: "a.http has no request named nope; it has first, get-all things, Twice, Twice.")
        ) {
            try file(Self.text).request(named: "nope")
        }
        #expect(throws: CollectionError(sentence: "a.http holds no request.")) {
            try file("# nothing").request(named: "x")
        }
    }
}
