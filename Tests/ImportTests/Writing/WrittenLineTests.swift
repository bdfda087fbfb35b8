import TestSupport
import Testing

@testable import Import

/// Single lines of request files.
@Suite struct WrittenLineTests {
    @Test func `a method has letters, digits and hyphens, up to forty`() {
        let methods = ["GET", "get", "M-SEARCH", "A1", String(repeating: "A", count: 40)]
        let others = ["", "1A", "-A", "GE T", "É", "GET\n", "A_B", String(repeating: "A", count: 41)]
        #expect((methods + others).filter(RequestLineText.isMethod) == methods)
    }

    @Test func `a header's name is a token, which may hold variables`() {
        let names = ["A", "X-{{a}}", "{{a b}}-x", "{{a}}{{b}}", "a#", "!x"]
        let others = ["", "#a", "a b", "a:b", "{{a", "{{a\nb}}", "é", "a{b", "{{a}} b", "a (b){{c}}"]
        #expect((names + others).filter(RequestLineText.isHeaderName) == names)
    }

    @Test func `a header that is switched off can look like something else`() {
        let lines = [("https", "//x"), ("a", "//"), ("@a", "x"), ("&a", "x"), ("?a", "x"), ("a", "/x"), ("a", "@x")]
        #expect(lines.map { RequestLineText.isRemark($0.0, $0.1) } == [true, true, true, true, true, false, false])
    }

    @Test(arguments: [
        ("a b", "a%20b"), ("{{$randomInt 1 10}}/a b", "{{$randomInt 1 10}}/a%20b"), ("a\nb\r", "a%0Ab%0D"), ("é", "é"),
        ("a\u{A0}b", "a%C2%A0b"), ("a\u{2028}b\u{2029}\u{85}", "a%E2%80%A8b%E2%80%A9%C2%85"), ("a\u{7F}", "a%7F"),
        ("a%20b", "a%20b"),
    ])
    func `a URL stays on its line`(text: String, written: String) {
        #expect(RequestLineText.url(text) == written)
    }

    @Test func `a line keeps its spaces, and loses what would end it`() {
        #expect(RequestLineText.oneLine("a b\n\u{2028}é") == "a b%0A%E2%80%A8é")
        #expect(RequestLineText.oneLine("a\u{A0}b") == "a\u{A0}b")
    }

    @Test func `a block that is read as something else says which part of it is`() {
        func misreading(_ method: String = "POST", body: [String] = ["b"]) -> RequestDraft.Misreading? {
            var draft = RequestDraft()
            (draft.title, draft.id, draft.target, draft.body) = ("One", "one", ["POST http://a.test/"], body)
            return draft.misreading(method: method)
        }
        #expect([misreading(), misreading("PUT"), misreading(body: ["b", "### c"])] == [nil, .head, .body])
    }

    @Test func `a line that misleads is left out, even if the title cannot be read as it is`() {
        // A keycap begins with the sign that separators are made of.
        var request = ImportedRequest(name: "#\u{FE0F}\u{20E3} One", method: "GET", url: "https://a.test/")
        // `# @proxy` without a value is an error.
        request.options.proxy = " "
        let files = ImportedCollection(kind: .postman, name: "c", items: [.request(request)]).files()
        let text = ImportedText.text(files)
        #expect(text.contains("\nGET https://a.test/\n") && !text.contains("@proxy"), "\(text)")
        let notices = ImportedText.notices(files)
        #expect(notices.count == 1 && notices[0].contains("is left out: it would be read as"), "\(notices)")
    }

    @Test func `beside a line that misleads, headers that are switched off stay at their places`() {
        var request = ImportedRequest(name: "One", method: "GET", url: "https://a.test/")
        request.options.proxy = " "
        request.options.outputFile = "a.json"
        request.headers = [
            ImportedRow("X-Off", "2", isEnabled: false), ImportedRow("X-On", "1"),
            ImportedRow("Y-Off", "3", isEnabled: false),
        ]
        let files = ImportedCollection(kind: .postman, name: "c", items: [.request(request)]).files()
        let text = ImportedText.text(files)
        #expect(text.contains("# X-Off: 2\nX-On: 1\n# Y-Off: 3\n") && text.contains(">> ./a.json"), "\(text)")
        let notices = ImportedText.notices(files)
        #expect(notices.count == 1 && notices[0].contains("is left out: it would be read as"), "\(notices)")
    }

    @Test func `each option has its line, in order`() {
        var options = ImportedOptions()
        options.tags = ["a b", "c,d", ""]
        options.isDisabled = true
        options.followsRedirects = false
        options.usesCookieJar = false
        options.encodes = false
        options.keepsBodyComments = true
        options.verifiesTLS = false
        options.timeout = .milliseconds(1500)
        options.connectTimeout = .seconds(2)
        options.retries = 25
        options.delay = .milliseconds(20)
        options.proxy = ""
        #expect(
            OptionLines.lines(options) == [
                "@tag a-b, c-d", "@disabled", "@no-redirect", "@no-cookie-jar", "@no-auto-encoding",
                "@keep-body-comments", "@no-reject-unauthorized", "@timeout 1500 ms", "@connection-timeout 2 s",
                "@retry 20", "@sleep 20", "@no-proxy",
            ])
    }

    @Test func `options that change nothing have no line, and numbers have limits`() {
        var options = ImportedOptions()
        options.followsRedirects = true
        options.usesCookieJar = true
        options.encodes = true
        options.verifiesTLS = true
        options.delay = .zero
        #expect(OptionLines.lines(options) == [])
        options.timeout = .microseconds(10)
        options.retries = -1
        options.delay = .seconds(100_000)
        options.proxy = "p:1"
        #expect(OptionLines.lines(options) == ["@timeout 1 ms", "@retry 0", "@sleep 86400000", "@proxy p:1"])
    }

    @Test func `a capture of a plain path is a line that other clients read`() {
        let rows = #"""
            body -> response.body
            body.$ -> response.body
            body.* -> response.body
            headers.X-A -> response.headers.valueOf("X-A")
            headers.a[0] -> nothing
            headers. -> nothing
            body.$.a -> response.body.a
            body.$.a_1.b -> response.body.a_1.b
            body.$.a-b -> response.body["a-b"]
            body.$.1a -> response.body["1a"]
            body.$.a[0]['b c'] -> response.body.a[0]["b c"]
            body.$["x"].y -> response.body["x"].y
            body.$[-1] -> nothing
            body.$[''] -> nothing
            body.$['it\'s'] -> nothing
            body.$['a"] -> nothing
            body.$.* -> nothing
            body.$..a -> nothing
            body.$[*] -> nothing
            body.$[?@.a] -> nothing
            body.$x -> nothing
            body.//a -> nothing
            status -> nothing
            """#
        let found = FilledTable(rows).filled { expression in
            let line = CaptureLine.script(variable: "t", expression: expression)
            let start = "> {% client.global.set(\"t\", "
            let value = line.map {
                $0.hasPrefix(start) && $0.hasSuffix("); %}") ? $0.dropFirst(start.count).dropLast(5) : $0[...]
            }
            return String(value ?? "nothing")
        }
        #expect(found == rows)
        for name in ["", "a\"b", "a\\b", "a\nb", "{{a}}", "a%b"] {
            #expect(CaptureLine.script(variable: name, expression: "body") == nil)
        }
    }

    @Test(arguments: [
        ("{{$guid}}", "{{$guid}}"), ("{{ $randomUUID }}", "{{$guid}}"), ("{{$timestamp}}", "{{$timestamp}}"),
        ("{{$randomAlphaNumeric}}", "{{$random.alphanumeric(1)}}"),
        ("{{$randomPassword}}", "{{$random.alphanumeric(15)}}"),
        ("{{$randomEmail}}", "{{$random.email}}"), ("{{$randomExampleEmail}}", "{{$random.email}}"),
        ("{{$randomBoolean}}", "true"), ("{{$randomPort}}", "{{$random.integer(1024,65535)}}"),
        ("{{$randomHexColor}}", "#{{$random.hexadecimal(6)}}"), ("{{$randomDatePast}}", "{{$isoTimestamp}}"),
        ("{{$randomIP}}", "10.{{$random.integer(0,256)}}.{{$random.integer(0,256)}}.{{$random.integer(1,255)}}"),
        ("{{$randomLatitude}}", "{{$random.float(-90,90)}}"), ("{{$randomLongitude}}", "{{$random.float(-180,180)}}"),
        ("{{$randomPrice}}", "{{$random.integer(1,1000)}}.{{$random.integer(10,100)}}"), ("{{$randomLocale}}", "en"),
        ("{{$randomDomainName}}", "{{$random.alphabetic(8)}}.example.com"), ("{{$randomCountryCode}}", "DE"),
        ("{{$randomX}}", "{{$random.alphabetic(8)}}"), ("{{$foo}}", "{{$foo}}"), ("{{a}}{{$guid}}x", "{{a}}{{$guid}}x"),
        ("{{$a b}} {{$randomInt}}", "{{$a b}} {{$randomInt}}"), ("{{$open", "{{$open"), ("$guid", "$guid"),
    ])
    func `values that Postman makes up have a counterpart`(text: String, ours: String) {
        #expect(PostmanText.translated(text) == ours)
    }

    @Test func `which made-up values are others now`() {
        let texts = ["{{$randomInt}}", "{{$randomUUID}}", "{{$guid}}", "{{$randomFirstName}}", "x {{$randomInt}}"]
        #expect(texts.map(PostmanText.isApproximate) == [false, false, false, true, true])
        let text = Array("{{$randomX}} {{$randomInt}} {{$randomY1}} {{$randomX}} {{$guid}}".utf8)
        #expect(PostmanText.unknown(in: text[...]) == ["randomX", "randomY1"])
    }

    @Test(arguments: [
        ("{% now 'iso-8601' %}", "{{$isoTimestamp}}"), ("{% now %}", "{{$isoTimestamp}}"),
        ("{% timestamp 'Seconds' %}", "{{$timestamp}}"),
        ("{% prompt 'A', '', '', '', true, true %}", "{{$password A}}"),
        ("{% prompt %}", "{{$input Value}}"),
        ("{% response 'body', 'r', 'b64::JC5pZA==::46b', 'never', 60 %}", "{{A_b.response.body.$.id}}"),
        ("{% response 'body', 'r', '$' %}", "{{A_b.response.body.*}}"), ("{{_[\"a\"].b}}", "{{a.b}}"),
        ("{% %}x", "x"), ("{{{a}}}", "{{{a}}}"), ("{%uuid%}{%uuid%}", "{{$guid}}{{$guid}}"),
    ])
    func `tags of Insomnia have other spellings`(text: String, ours: String) {
        var reader = InsomniaText(requests: ["r": "A b"])
        var notices = NoticeList()
        #expect(reader.translated(text, at: nil, &notices) == ours)
        #expect(notices.all.isEmpty)
    }

    @Test func `names of variables of Insomnia`() {
        let names = ["_.a", "_['a-b']", "_[\"a\"].b", "a", "a.b", "_.a + 1", "", "_['']", "_[a]", "_['a\"]", "_.é"]
        #expect(
            names.map { InsomniaText.name($0) ?? "nothing" }
                == ["a", "a-b", "a.b", "a", "a.b", "nothing", "nothing", "nothing", "nothing", "nothing", "é"])
    }
}
