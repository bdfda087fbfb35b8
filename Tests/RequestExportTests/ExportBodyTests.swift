import Base
import Glibc
import HTTPFormat
import NetEngine
import TestSupport
import Testing

@testable import RequestExport
@testable import Workspace

/// Bodies and settings that a request file cannot make by itself, in each kind of document.
@Suite struct ExportBodyTests {
    /// A request that can be written, after a change of what is sent.
    private func item(
        _ text: String, _ kind: ExportKind, _ change: (inout RequestDraft) -> Void
    ) throws -> ExportItem {
        let made = try Exporting(["a.http": text]).items("a.http", kind)
        var item = try #require(made.items.first)
        change(&item.draft)
        if item.prepared != nil { item.prepared = try RequestBuilder(userAgent: "test").build(item.draft) }
        return item
    }

    private func document(_ item: ExportItem, _ kind: ExportKind) -> (text: String, losses: [String]) {
        let made = ExportDocument(
            [.file(name: "a", [item])], to: kind, title: nil, name: "a", now: Timestamp(microsecondsSince1970: 0),
            asJSON: true)
        return (String(decoding: made.bytes, as: UTF8.self), made.losses.map(\.text))
    }

    @Test(arguments: ExportKind.allCases) func `a body of several files is piped, or said to be left out`(
        _ kind: ExportKind
    ) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("1", to: "a b.bin")
        let item = try item("POST http://a.test/x\nContent-Type: text/plain\n", kind) {
            $0.body = .pieces([.bytes(Array("it's\n".utf8)), .file(path: path), .bytes(Array("end".utf8))])
        }
        let (text, losses) = document(item, kind)
        let group = "{ printf 'it'\\''s\\n'; cat -- '\(path)'; printf 'end'; } | "
        switch kind {
        case .curl: #expect(text.hasPrefix(group + "curl ") && losses.isEmpty, "\(text)")
        case .httpie: #expect(text.hasPrefix(group + "http ") && !text.contains("--ignore-stdin"), "\(text)")
        case .har: #expect(losses == ["The files of the body are left out."])
        case .openapi: #expect(losses == ["The body is made of several files; it is not described."])
        case .postman, .markdown, .swift:
            #expect(losses == ["The body is made of several files; it is left out."])
        }
    }

    @Test func `no pieces are no body`() throws {
        for kind in [ExportKind.curl, .httpie] {
            let item = try item("POST http://a.test/x\n", kind) { $0.body = .pieces([]) }
            let text = document(item, kind).text
            #expect(text.hasPrefix(kind == .curl ? "curl -X POST" : "http --ignore-stdin"), "\(text)")
            let empty = try self.item("POST http://a.test/x\n", kind) { $0.body = .bytes([]) }
            #expect(document(empty, kind).text.hasPrefix(kind == .curl ? "curl -X POST" : "http --ignore-stdin"))
        }
    }

    @Test(arguments: ExportKind.allCases) func `a body that is no text is printed, listed or left out`(
        _ kind: ExportKind
    ) throws {
        let item = try item("POST http://a.test/x\n", kind) { $0.body = .bytes([0xFF, 0x00, 0x41]) }
        let (text, losses) = document(item, kind)
        switch kind {
        case .curl: #expect(text.hasPrefix("printf '\\377\\000A' | curl ") && text.contains("--data-binary @-"))
        case .httpie: #expect(text.hasPrefix("printf '\\377\\000A' | http "))
        case .har: #expect(losses == ["The body is left out, because it is not text."])
        case .postman, .markdown: #expect(losses == ["The body is not text; it is left out."])
        case .swift: #expect(text.contains("0xff, 0x00, 0x41") && losses.isEmpty, "\(text)")
        case .openapi: #expect(losses.isEmpty)
        }
    }

    @Test(arguments: ExportKind.allCases) func `a body file is named, or asked for again`(_ kind: ExportKind) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("{}", to: "a b.json")
        let item = try item("POST http://a.test/x\n", kind) { $0.body = .file(path: path) }
        // The request was built; its file is gone when the document is made.
        #expect(unlink(path) == 0)
        let (text, losses) = document(item, kind)
        switch kind {
        case .curl: #expect(text.contains("--data-binary '@\(path)'"), "\(text)")
        case .httpie: #expect(text.hasSuffix(" < '\(path)'\n"), "\(text)")
        case .har: #expect(losses == ["The body file is named in a comment; an archive has no files."])
        case .postman: #expect(losses == ["Postman asks for the file a b.json again."] && text.contains(path))
        case .openapi: #expect(losses == ["The body file a b.json could not be read; it is not described."])
        case .markdown: #expect(text.contains("\nBody: the file `a b.json`.\n") && losses.isEmpty, "\(text)")
        case .swift: #expect(text.contains(".file(path: \"\(path)\", mediaType: nil)") && losses.isEmpty, "\(text)")
        }
    }

    @Test func `HTTPie has no options for pins, sockets and other versions`() throws {
        let usual = try item("GET https://a.test/x\n", .httpie) { _ in }
        #expect(document(usual, .httpie).losses == [])
        let pin = try PublicKeyPin("sha256//" + Base64.encode([UInt8](repeating: 0, count: 32)))
        let odd = try item("GET https://a.test/x\n", .httpie) {
            $0.options.tls.pinnedKeys = [pin]
            $0.options.connection.addressFamily = .ipv6
            $0.options.httpVersion = .http2
            $0.options.caFile = "/ca.pem"
            $0.options.maxRedirects = 31
        }
        let (text, losses) = document(odd, .httpie)
        #expect(
            losses == [
                "HTTPie sends HTTP/1.1 only.", "HTTPie has no options for addresses and sockets; they are left out.",
                "HTTPie cannot pin keys.",
            ])
        #expect(text.contains("--verify=/ca.pem") && text.contains("--max-redirects=31"), "\(text)")
        for (version, isSaid) in [
            (HTTPVersionPreference.http1_1, false), (.http1_0, true), (.http2PriorKnowledge, true),
        ] {
            let item = try item("GET https://a.test/x\n", .httpie) { $0.options.httpVersion = version }
            #expect(document(item, .httpie).losses.contains("HTTPie sends HTTP/1.1 only.") == isSaid)
        }
        let thirty = try item("GET https://a.test/x\n", .httpie) { $0.options.maxRedirects = 30 }
        #expect(!document(thirty, .httpie).text.contains("--max-redirects"))
    }

    @Test func `a header that is no UTF-8 is refused by HTTPie, and bytes in Swift`() throws {
        func change(_ draft: inout RequestDraft) {
            draft.headers.append(HeaderField(nameBytes: Array("X-Odd".utf8), valueBytes: [0xE9]))
        }
        let item = try item("GET http://a.test/x\n", .httpie, change)
        #expect(document(item, .httpie).losses == ["HTTPie cannot send the header X-Odd: its value is not UTF-8."])
        let code = try self.item("GET http://a.test/x\n", .swift, change)
        let text = document(code, .swift).text
        #expect(text.contains("HeaderField(nameBytes: Array(\"X-Odd\".utf8), valueBytes: [\n"), "\(text)")
    }

    @Test func `a path with dots is not made shorter by curl`() throws {
        for (target, isSaid) in [("/a.b", false), ("/.x", true), ("/a/../b", true)] {
            let text = try Exporting.export("GET http://a.test\(target)\n", to: .curl).text
            #expect(text.contains("--path-as-is") == isSaid, "\(text)")
        }
    }
}
