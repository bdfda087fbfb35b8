import Testing

@testable import Import

/// What texts of other tools become in a file of requests.
@Suite struct WrittenTextTests {
    @Test func `names that are taken get a number, whatever their letter case`() {
        var names = SafeFileName(taken: ["taken.http"])
        func name(_ name: String, _ ending: String = ".http") -> String {
            names.unique(name, ending: ending, else: "request")
        }
        #expect(name("Users") == "Users.http" && name("users") == "users-2.http" && name("USERS") == "USERS-3.http")
        #expect(name("Users-2") == "Users-2-2.http", "the number of another one is a name, too")
        #expect(name("Taken") == "Taken-2.http" && name("") == "request.http" && name("  ") == "request-2.http")
        #expect(name("Users", "") == "Users", "a folder beside the file")
        #expect(name("users", "") == "users-2")
        #expect(name("06 a.env.json") == "06 a.env.json.http", "a request file is no environment file")
        #expect(name("settings.json", "") == "_settings.json")
    }

    @Test(
        arguments: [
            ("a/b", "a-b"), ("a\\b", "a-b"), ("a  b\tc", "a b c"), (" a ", "a"), ("", nil), ("   ", nil),
            ("node_modules", "_node_modules"), ("Node_Modules", "_Node_Modules"),
            ("http-client.env.json", "_http-client.env.json"), ("settings.json", "_settings.json"), ("..", nil),
            (".hidden", "hidden"), ("-rf", "rf"), ("a:b?", "a_b_"), ("con", "_con"), ("con.http", "_con.http"),
            ("ends. ", "ends"), (String(repeating: "x", count: 81), String(repeating: "x", count: 80)),
            (String(repeating: "ä", count: 41), String(repeating: "ä", count: 40)),
        ] as [(String, String?)])
    func `a name of a file is visible, short and harmless`(name: String, safe: String?) {
        #expect(SafeFileName.safe(name) == safe)
    }

    @Test(
        arguments: [
            ("a{{b}}c", "a<b>c"), ("{{ b }}", "<b>"), ("{{{b}}}", "{<b>}"), ("{{a}}{{b}}", "<a><b>"), ("{{a", "{{a"),
            ("{{}}", "<>"), ("{a}", "{a}"), ("}}{{a}}", "}}<a>"), ("{{keep}} {{a}}", "{{keep}} <a>"),
            ("{{ keep }}", "{{ keep }}"), ("é{{ö}}", "é<ö>"), ("", ""), ("{{a}", "{{a}"),
        ])
    func `references are replaced, or left as they are`(text: String, replaced: String) {
        #expect(TemplateText.replacing(text) { $0 == "keep" ? nil : "<\($0)>" } == replaced)
    }

    @Test func `requests of folders that are too deep are in the deepest folder, with a notice`() throws {
        let count = 34
        let folders = (1...count).map { index in
            let inner = index < count ? "\"f\(index + 1)\"" : ""
            let order = index == count ? "\"r\"" : ""
            return #"{"id":"f\#(index)","name":"F","folders_order":[\#(inner)],"order":[\#(order)]}"#
        }
        let text =
            #"{"id":"c","name":"Old","folders_order":["f1"],"order":[],"folders":[\#(folders.joined(separator: ","))],"requests":[{"id":"r","name":"R","method":"GET","url":"http://x.test/deep"}]}"#
        let old = try ReaderProbe(reader: PostmanReader.self).read("old.json", text)
        let path = String(repeating: "F/", count: ImportedFolder.mostDepth)
        #expect(CollectionText.lines(old).contains("### \(path)R\n"))
        #expect(old.notices.count == 2 && old.notices.allSatisfy { $0.text.hasPrefix("The folder is deeper than 32") })
        let request = "meta {\n  name: R\n  seq: 1\n}\nget {\n  url: http://x.test/deep\n}\n"
        let bruno = try ReaderProbe(reader: BrunoReader.self).read([
            ("shop/bruno.json", #"{ "version": "1", "name": "Shop", "type": "collection" }"#),
            ("shop/\(String(repeating: "F/", count: count))a.bru", request),
        ])
        #expect(CollectionText.lines(bruno).contains("### \(path)R\n"))
        #expect(bruno.notices.map(\.text).contains { $0.hasPrefix("Folders deeper than 32 levels are joined") })
    }

    @Test func `a variable of a request has another name than what the requests beside it take from elsewhere`() throws
    {
        let text = ImportedText.text(
            try ReaderProbe(reader: BrunoReader.self).read([
                ("shop/bruno.json", #"{ "version": "1", "name": "Shop", "type": "collection" }"#),
                (
                    "shop/a.bru",
                    "meta {\n  name: a\n  seq: 1\n}\nget {\n  url: http://x.test/a/{{id}}\n}\nvars:pre-request {\n  id: 1\n}\n"
                ),
                ("shop/b.bru", "meta {\n  name: b\n  seq: 2\n}\nget {\n  url: http://x.test/b/{{id}}\n}\n"),
            ]).files())
        #expect(text.contains("\n@id_2 = 1\nGET http://x.test/a/{{id_2}}\n"), "\(text)")
        #expect(text.contains("\nGET http://x.test/b/{{id}}\n"), "\(text)")
    }

    @Test func `a variable of a folder that is switched off, or has no name, is not written`() {
        let request = ImportedRequest(name: "R", method: "GET", url: "https://a.test/")
        var folder = ImportedFolder(name: "F", items: [.request(request)])
        folder.shared.variables = [
            ImportedVariable(name: "on", value: "1"), ImportedVariable(name: "off", value: "2", isEnabled: false),
            ImportedVariable(name: "", value: "3"),
        ]
        let text = ImportedText.text(ImportedCollection(kind: .bruno, name: "c", items: [.folder(folder)]).files())
        #expect(text.contains("== F.http\n@on = 1\n\n### R\n"), "\(text)")
    }

    @Test func `each variable that is switched off is named with its folder or request, and hides none around it`() {
        func off(_ name: String) -> ImportedVariable { ImportedVariable(name: name, value: "2", isEnabled: false) }
        let request = ImportedRequest(name: "R", method: "GET", url: "https://a.test/", variables: [off("mine")])
        var inner = ImportedFolder(name: "G", items: [.request(request)])
        inner.shared.variables = [off("page")]
        var outer = ImportedFolder(name: "F", items: [.folder(inner)])
        outer.shared.variables = [ImportedVariable(name: "page", value: "1")]
        var collection = ImportedCollection(kind: .bruno, name: "c", items: [.folder(outer)])
        collection.shared.variables = [off("all")]
        let files = collection.files()
        #expect(
            ImportedText.notices(files).filter { $0.contains("switched off") } == [
                "lost: The variable 'all' is switched off; it is left out.",
                "lost F / G: The variable 'page' is switched off; it is left out.",
                "lost F / G / R: The variable 'mine' is switched off; it is left out.",
            ])
        #expect(ImportedText.text(files).contains("== F/G.http\n@page = 1\n"), "\(ImportedText.text(files))")
    }

    @Test func `references are listed in order, each time`() {
        #expect(TemplateText.references(in: "{{a}} {{ b }} {{a}} {{") == ["a", "b", "a"])
    }

    @Test(
        arguments: [
            ("http://h/:id/x?:id", "http://h/{{id}}/x?:id"), ("http://h:80/:id/:b#:id", "http://h:80/{{id}}/:b#:id"),
            (":id", "{{id}}"), ("http://h/x:id", "http://h/x:id"), ("http://h/:id2", "http://h/:id2"),
            ("http://h/:id/", "http://h/{{id}}/"), ("/:id/:id", "/{{id}}/{{id}}"), ("", ""),
        ])
    func `a segment of a path that is a variable becomes a reference`(url: String, written: String) {
        #expect(PathVariables.replaced(url, ["id"]) == written)
        #expect(PathVariables.replaced(url, []) == url)
    }

    @Test(
        arguments: [
            ("http://h/a b", "http://h/a%20b"), ("http://h/{{$randomInt 1 10}} x", "http://h/{{$randomInt 1 10}}%20x"),
            ("a\nb", "a%0Ab"), ("a\u{A0}b", "a%C2%A0b"), ("a\u{2028}b", "a%E2%80%A8b"), ("a\u{85}b", "a%C2%85b"),
            ("http://h/é", "http://h/é"), ("http://h/%20", "http://h/%20"), ("a\u{7F}", "a%7F"),
        ])
    func `a URL is one line without spaces, but for those of references`(text: String, url: String) {
        #expect(RequestLineText.url(text) == url)
    }

    @Test func `methods and names of headers that cannot be written are known`() {
        for method in ["GET", "M-SEARCH", "get2", String(repeating: "A", count: 40)] {
            #expect(RequestLineText.isMethod(method), "\(method)")
        }
        for method in ["", "2X", "-X", "A_B", "A B", "GÉT", String(repeating: "A", count: 41)] {
            #expect(!RequestLineText.isMethod(method), "\(method)")
        }
        for name in ["X-A", "a", "X-{{a b}}", "{{a}}", "{{a}}-{{b}}", "!#$%&'*+.^_`|~"] {
            #expect(RequestLineText.isHeaderName(name), "\(name)")
        }
        for name in ["", "#a", "X {{a}}", "{{a", "a:b", "a b", "{{a}} ", "X-{{a\n}}", "é", "(a)"] {
            #expect(!RequestLineText.isHeaderName(name), "\(name)")
        }
        for (name, value, isRemark) in [
            ("https", "//h/", true), ("@a", "b", true), ("&a", "b", true), ("?a", "b", true), ("a", "/b", false),
            ("a@", "b", false),
        ] {
            #expect(RequestLineText.isRemark(name, value) == isRemark, "\(name): \(value)")
        }
        #expect(RequestLineText.oneLine("a b\nc") == "a b%0Ac" && RequestLineText.oneLine("a b") == "a b")
    }

    @Test func `options are lines of metadata in one order`() {
        var options = ImportedOptions(
            timeout: .milliseconds(1500), connectTimeout: .seconds(5), followsRedirects: false, verifiesTLS: false,
            usesCookieJar: false, proxy: "http://p:1", retries: 25, delay: .milliseconds(1500), encodes: false,
            isDisabled: true, tags: ["a b", "c,d", ""])
        options.keepsBodyComments = true
        #expect(
            OptionLines.lines(options) == [
                "@tag a-b, c-d", "@disabled", "@no-redirect", "@no-cookie-jar", "@no-auto-encoding",
                "@keep-body-comments", "@no-reject-unauthorized", "@timeout 1500 ms", "@connection-timeout 5 s",
                "@retry 20", "@sleep 1500", "@proxy http://p:1",
            ])
        #expect(OptionLines.lines(ImportedOptions()).isEmpty)
        let usual = ImportedOptions(
            followsRedirects: true, verifiesTLS: true, usesCookieJar: true, delay: .zero, encodes: true, tags: [""])
        #expect(OptionLines.lines(usual).isEmpty, "what is usual needs no line")
        let ends = ImportedOptions(timeout: .zero, proxy: "", retries: -1, delay: .seconds(100_000))
        #expect(OptionLines.lines(ends) == ["@timeout 1 ms", "@retry 0", "@sleep 86400000", "@no-proxy"])
    }

    @Test(
        arguments: [
            ("", true), ("1", true), ("-x", true), ("+1", true), ("[", true), ("{", true), ("\"a\"", true),
            ("TRUE", true),
            ("false", true), ("null", true), ("undefined", true), ("a", false), ("truex", false), (" 1", false),
            ("nul", false), (".5", false),
        ])
    func `a text that could be a value of another type is known`(text: String, isOther: Bool) {
        #expect(CheckText.couldBeOfOtherType(text) == isOther)
    }

    @Test func `a text as a pattern matches itself alone`() {
        #expect(CheckText.escaped("a.b/c*(d)[e]{f}+g?^$|\\") == #"a\.b\/c\*\(d\)\[e\]\{f\}\+g\?\^\$\|\\"#)
        #expect(CheckText.escaped("plain é-_") == "plain é-_")
    }

    @Test func `a file is read in UTF-8 or UTF-16, and anything else is said`() throws {
        func read(_ bytes: [UInt8]) -> String {
            do throws(ImportError) {
                return String(decoding: try ImportText.read(bytes, name: "x.json"), as: UTF8.self)
            } catch { return "! \(error.text)" }
        }
        #expect(read(Array("é".utf8)) == "é" && read([0xEF, 0xBB, 0xBF] + Array("é".utf8)) == "é")
        #expect(read([0xFF, 0xFE, 0xE9, 0x00]) == "é" && read([0xFE, 0xFF, 0x00, 0xE9]) == "é")
        #expect(read([0xFF, 0xFE, 0x3D, 0xD8, 0x00, 0xDE]) == "\u{1F600}")
        #expect(read([0xFF, 0xFE, 0, 0]) == "! x.json is in UTF-32: save it in UTF-8.")
        #expect(read([0, 0, 0xFE, 0xFF]) == "! x.json is in UTF-32: save it in UTF-8.")
        #expect(
            read([0xFF, 0xFE, 0xE9]) == "! x.json is in UTF-16, and half of its last character is missing.")
        #expect(read([0xFF, 0xFE, 0x3D, 0xD8]) == "! x.json is in UTF-16, and not valid: save it in UTF-8.")
        #expect(read([]) == "! x.json is empty." && read(Array(" \t\r\n".utf8)) == "! x.json is empty.")
        #expect(read([0x01, 0x7F]) == "! x.json is not text: it contains only control characters.")
        #expect(read([0x61, 0x0A, 0x62, 0x00]).contains("This is not text: it has a byte with the value 0."))
    }
}
