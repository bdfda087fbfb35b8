import NetEngine
import TestSupport
import Testing

@testable import Workspace

/// Names that are suggested for a body.
struct BodyFileNameTests {
    private func name(_ disposition: String?, type: String? = nil, url: String = "http://a.test/") throws -> String {
        var headers = HeaderFields()
        if let type { headers.append(HeaderField("Content-Type", type)) }
        if let disposition { headers.append(HeaderField("Content-Disposition", disposition)) }
        return BodyFileName.suggested(
            for: ExchangeFixtures.response(headers: headers), url: try HTTPURL.parse(url))
    }

    @Test(arguments: [
        ("attachment; filename=\"report.pdf\"", "report.pdf"), ("attachment; filename=report.pdf", "report.pdf"),
        ("attachment; FileName = \"a b.txt\" ; x=y", "a b.txt"), ("inline; filename=\"a\\\"b.txt\"", "a_b.txt"),
        ("attachment; filename=\"x.txt\"; filename*=UTF-8''na%C3%AFve%20%E2%82%AC.txt", "naïve €.txt"),
        ("attachment; filename*=utf-8'en'a.txt; filename=b.txt", "a.txt"),
        ("attachment; filename*=iso-8859-1''caf%E9.txt", "café.txt"),
        // Not a charset of RFC 8187, or not in it: the plain name.
        ("attachment; filename*=koi8-r''%C1.txt; filename=b.txt", "b.txt"),
        ("attachment; filename*=UTF-8''%FF.txt; filename=b.txt", "b.txt"),
        ("attachment; filename*=a; filename=b.c", "b.c"),
        ("attachment; filename=\"a;b=c.txt\"", "a_b=c.txt"),
        ("attachment; filename=\"never closed.txt", "never closed.txt"),
        // What apitui would read next.
        ("attachment; filename=a.http", "a.http.txt"), ("attachment; filename=../a.rest", "a.rest.txt"),
        ("attachment; filename=http-client.private.env.json", "http-client.private.env.json.txt"),
        ("attachment; filename=dev.env", "dev.env.txt"), ("attachment; filename=settings.json", "settings.json.txt"),
        ("attachment; filename=.http", "http"), ("attachment; filename=environment.json", "environment.json"),
    ])
    func `Content-Disposition is read as RFC 6266 says`(disposition: String, expected: String) throws {
        #expect(try name(disposition) == expected)
    }

    @Test(arguments: [
        ("../../etc/passwd", "passwd"), ("/etc/cron.d/x.sh", "x.sh"), ("..\\..\\boot.ini", "boot.ini"),
        (".bashrc", "bashrc"), ("-rf.txt", "rf.txt"), ("~x.txt", "x.txt"), ("CON", "_CON"), ("nul.txt", "_nul.txt"),
        ("a\u{1B}]0;x\u{7}.txt", "a_]0_x_.txt"), ("a\u{202E}txt.exe", "a_txt.exe"), ("a.txt. . ", "a.txt"),
        ("$(id).txt", "_(id).txt"), ("a\nb.txt", "a_b.txt"), ("con.a.b", "_con.a.b"),
        // A mark after a slash or a dot makes another character of it, and no other byte.
        ("a/\u{33E}b.txt", "_b.txt"), (".\u{33E}b", "\u{33E}b"), ("con.\u{33E}a", "_con.\u{33E}a"),
    ])
    func `a name harms nothing wherever it is used`(name: String, expected: String) {
        #expect(BodyFileName.cleaned(name) == expected)
    }

    @Test func `names of devices get a mark in front, with any extension, and names that begin like one do not`() {
        let numbered = ["com", "lpt"].flatMap { name in (1...9).map { "\(name)\($0)" } }
        for name in ["con", "prn", "aux", "nul"] + numbered {
            #expect(BodyFileName.cleaned(name) == "_\(name)" && BodyFileName.cleaned("\(name).txt") == "_\(name).txt")
        }
        for name in ["com0", "com10", "lpt0", "cons", "null", "auxiliary.txt", "con-1"] {
            #expect(BodyFileName.cleaned(name) == name)
        }
    }

    @Test(arguments: [
        ("/a.abcde", "a.abcde"), ("/a.abcdef", "a.abcdef.json"), ("/a.b", "a.b"), ("/a.1b", "a.1b.json"),
        ("/a.", "a.json"), ("/.a", "a.json"), ("/a.tar.gz", "a.tar.gz"), ("/a%20b", "a b.json"),
        ("/%2F", "response.json"),
    ])
    func `an extension has one to five characters and begins with a letter`(path: String, expected: String) throws {
        #expect(try name(nil, type: "application/json", url: "http://a.test" + path) == expected)
    }

    @Test func `the first usable name counts, else the last type gives the extension`() throws {
        func name(_ dispositions: [String]) throws -> String {
            let fields = dispositions.map { HeaderField("Content-Disposition", $0) }
            let types = ["text/html", "text/csv"].map { HeaderField("Content-Type", $0) }
            return BodyFileName.suggested(
                for: ExchangeFixtures.response(headers: HeaderFields(fields + types)),
                url: try HTTPURL.parse("http://a.test/u"))
        }
        let nameless = ["inline", "attachment; filename=\"..\""]
        #expect(try name(nameless + ["attachment; filename=x; filename=y", "a; filename=z"]) == "x")
        #expect(try name(nameless) == "u.csv")
    }

    @Test(arguments: ["..", ".", "/", "", "  ", "...", "\u{1B}", "?*"]) func `nothing may be left of a name`(
        name: String
    ) {
        #expect(BodyFileName.cleaned(name) == nil)
    }

    @Test(arguments: [
        ("/a/orders", "application/json", "orders.json"), ("/a/orders.xml", "application/json", "orders.xml"),
        ("/", "application/json; charset=utf-8", "response.json"), ("/v1.2", "text/csv", "v1.2.csv"),
        ("/a/%2e%2e%2fx", "text/html", "x.html"), ("/x", nil, "x.bin"), ("/x", "application/x-desktop", "x.bin"),
        ("/x", "application/vnd.a+json", "x.json"), ("/x/", "image/svg+xml", "x.svg"),
        ("/x.http", "text/plain", "x.http.txt"), ("/http-client.env", "application/json", "http-client.env.txt"),
        ("/http-client.env.", "application/json", "http-client.env.txt"),
    ])
    func `else it comes from the URL and the media type`(path: String, type: String?, expected: String) throws {
        #expect(try name(nil, type: type, url: "http://a.test" + path) == expected)
    }

    @Test func `a long name keeps its extension`() throws {
        let long = try #require(BodyFileName.cleaned(String(repeating: "é", count: 300) + ".json"))
        #expect(long.hasSuffix("é.json") && long.utf8.count <= 150)
    }

    @Test func `no name leads out of a folder or hides, whatever the server writes`() throws {
        var random = SeededGenerator(seed: 5)
        let pieces = [
            "/", "\\", "..", ".", "~", "-", "a", " ", "\u{0}", "\u{202E}", "\u{200B}", "con", ":", "\u{7F}", "é", "\"",
        ]
        for _ in 0..<2000 {
            let name = (0..<Int.random(in: 0...9, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            guard let clean = BodyFileName.cleaned(name) else { continue }
            #expect(!clean.contains("/") && !clean.contains("\\") && !clean.hasPrefix(".") && !clean.hasPrefix("-"))
            #expect(
                clean.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "\u{202E}" }, "\(name)")
        }
    }
}
