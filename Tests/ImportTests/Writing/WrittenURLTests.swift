import NetEngine
import TestSupport
import Testing
import Workspace

@testable import Import

/// URLs as sources write them: their parts, and what of them all may see.
@Suite struct WrittenURLTests {
    private static func files(_ request: ImportedRequest, kind: ImportKind = .postman) -> ImportedFiles {
        ImportedCollection(kind: kind, name: "c", items: [.request(request)]).files()
    }

    /// The request line, and the secrets with their values.
    private static func written(_ url: String, isLiteral: Bool = false) -> String {
        let files = files(ImportedRequest(name: "R", method: "GET", url: url, isLiteral: isLiteral))
        let text = ImportedText.text(files)
        let line = text.split(separator: "\n").first { $0.hasPrefix("GET ") } ?? ""
        let secrets = text.split(separator: "(private)").dropFirst().first ?? ""
        let values = secrets.split(separator: "\n").filter { $0.contains("\": \"") }
            .map { $0.filter { $0 != " " && $0 != "," } }
        return ([String(line.dropFirst(4))] + values).joined(separator: " ")
    }

    @Test func `what divides a URL is not what is between the braces of a variable`() {
        let rows = """
            https://a.test/b?c#d -> https://|-|a.test|/b|c|#d
            https://ann:p@a.test:80 -> https://|ann:p|a.test:80||-|
            ann@a.test?x@y -> |ann|a.test||x@y|
            https://a@b@c/@d -> https://|a@b|c|/@d|-|
            /a//b@c -> |-||/a//b@c|-|
            {{a/b@c?d}}/x -> |-|{{a/b@c?d}}|/x|-|
            {{a://}}://{{u}}:{{p@}}@{{h/}}:{{p}} -> {{a://}}://|{{u}}:{{p@}}|{{h/}}:{{p}}||-|
            https://[::1]:8/ -> https://|-|[::1]:8|/|-|
            //a/b -> |-||//a/b|-|
            a:/b -> |-|a:|/b|-|
            a:// -> a://|-|||-|
            # -> |-|||-|#
            """
        let found = FilledTable(rows).filled { text in
            let url = WrittenURL(text)
            return [url.scheme, url.userInfo ?? "-", url.host, url.path, url.query ?? "-", url.fragment]
                .joined(separator: "|")
        }
        #expect(found == rows)
        #expect(WrittenURL("http://a:p{{w@h/}}", isLiteral: true).userInfo == "a:p{{w")
    }

    @Test func `secrets in the text of a URL are in the private file, as they are written`() {
        let rows = #"""
            https://a.test/x?api_key=KEY1&a=1 -> https://a.test/x?api_key={{api_key}}&a=1 "api_key":"KEY1"
            https://a.test/?token=a%20b -> https://a.test/?token={{token}} "token":"a%20b"
            https://a.test/?token={{t}}&secret=&password -> https://a.test/?token={{t}}&secret=&password
            https://ann:p%40w@a.test/ -> https://ann:{{password}}@a.test/ "password":"p%40w"
            https://ann:{{pw}}@a.test/ -> https://ann:{{pw}}@a.test/
            https://abc@a.test/ -> https://{{token}}@a.test/ "token":"abc"
            https://abc:@a.test/ -> https://{{token}}:@a.test/ "token":"abc"
            https://{{user}}@a.test/ -> https://{{user}}@a.test/
            https://{{user}}:pw@a.test/ -> https://{{user}}:{{password}}@a.test/ "password":"pw"
            https://@a.test/ -> https://@a.test/
            ann:pw@a.test -> http://ann:{{password}}@a.test "password":"pw"
            """#
        #expect(FilledTable(rows).filled { Self.written($0) } == rows)
        // Two braces are text there, and no variable can hold them.
        #expect(Self.written("https://ann:{{pw}}@a.test/?token={{t}}", isLiteral: true).contains("ann:\\{\\{pw"))
        #expect(Self.written("https://ann:pw@a.test/", isLiteral: true).hasPrefix("https://ann:{{password}}@a.test/"))
    }

    @Test(arguments: [
        ("https://ann:SECRET@a.test/x?a=1", "https://a.test/x?a=1"),
        ("https://SECRET@a.test/x", "https://a.test/x"), ("https://a.test/x?a=1&api_key=SECRET", "https://a.test/x"),
        ("https://a.test/x#access_token=SECRET", "https://a.test/x"),
        ("https://a.test/x?token={{t}}#y", "https://a.test/x?token={{t}}#y"),
    ])
    func `titles, names and notices have no secret of a URL`(url: String, shown: String) {
        #expect(WrittenURL(url).shown == shown)
        for name in ["", url] {
            var request = ImportedRequest(name: name, method: "GET", url: url)
            request.headers = [ImportedRow("a b", "c")]
            let files = Self.files(request)
            #expect(files.notices.map(\.item) == [[shown]])
            for file in files.files where !file.isPrivate {
                let text = String(decoding: file.bytes, as: UTF8.self)
                #expect(!text.contains("SECRET") && !file.path.contains("SECRET"), "\(text)")
            }
        }
    }

    @Test func `a name with spaces is no URL`() {
        #expect(WrittenURL.shown(name: "See https://a.test or ann@a.test") == "See https://a.test or ann@a.test")
        #expect(WrittenURL.shown(name: "ann@a.test") == "ann@a.test")
        for (name, shown) in [
            ("GET https://ann:SECRET@a.test/x", "GET https://a.test/x"), ("{{base}}/x?api_key=SECRET", "{{base}}/x"),
            ("localhost:8080/x?token=SECRET  y", "localhost:8080/x  y"), ("Is a?b=c so?", "Is a?b=c so?"),
        ] { #expect(WrittenURL.shown(name: name) == shown) }
    }

    @Test func `a collection and folders that are called by their URLs have no secret in the names of files`() {
        func folder(_ name: String, _ items: [ImportedItem]) -> ImportedItem {
            .folder(ImportedFolder(name: name, items: items))
        }
        let request = ImportedItem.request(ImportedRequest(name: "R", method: "GET", url: "https://a.test/"))
        let name = "https://ann:SECRET@a.test/x?token=SECRET2"
        let files = ImportedCollection(
            kind: .har, name: name, items: [request, folder(name, [request, folder("\(name)&b", [request])])]
        ).files()
        #expect(!"\(files.folder ?? "") \(files.files.map(\.path))".contains("SECRET"), "\(files.files.map(\.path))")
    }

    @Test func `a recorded password is not in the name of a request, a folder or a file`() throws {
        func entry(_ host: String) -> String {
            #"{"request":{"method":"GET","url":"https://ann:SECRET@\#(host)/x?token=SECRET2&b","headers":[{"name":"a b","value":"c"}]}}"#
        }
        let text = #"{"log":{"version":"1.2","entries":[\#(entry("a.test")),\#(entry("b.test"))]}}"#
        let files = try ImportedText.of("a.har", text)
        #expect(files.files.map(\.path).filter { $0.hasSuffix(".http") } == ["a.test.http", "b.test.http"])
        for file in files.files where !file.isPrivate {
            #expect(!String(decoding: file.bytes, as: UTF8.self).contains("SECRET"))
        }
        #expect(!ImportedText.notices(files).contains { $0.contains("SECRET") })
    }

    @Test(arguments: [
        ("http://ann:pw@a.test:8080/x", "a.test.http"),
        ("http://[::1]:8080/x", "__1.http"), ("http://a.test?x=/y", "a.test.http"),
    ])
    func `a file is called by the host of its first command`(url: String, name: String) throws {
        let files = try ImportedText.of("x", "curl '\(url)'")
        #expect(files.files.map(\.path).filter { $0.hasSuffix(".http") } == [name])
    }
}
