import Testing

@testable import Import

/// Each option, assert and capture of Hurl with what becomes of it, and each error with its place.
@Suite struct HurlDetailTests {
    private let probe = ReaderProbe(reader: HurlReader.self)

    /// What is read of an entry beside the plain request; notices after an exclamation mark.
    private func read(_ text: String) throws -> [String] {
        let collection = try probe.read("a.hurl", "GET http://x.test\n" + text)
        let lines = CollectionText.lines(collection).split(separator: "\n").map(String.init)
        return lines.filter { !$0.hasPrefix("### ") && !["# redirects false", "GET http://x.test"].contains($0) }
            + CollectionText.notices(collection).map { "! \($0.replacing(" GET http://x.test", with: ""))" }
    }

    private func expect(_ rows: String, in frame: String) throws {
        let found = try rows.split(separator: "\n").map { row in
            let line = String(row.split(separator: " ->")[0])
            let read = try read("\(frame)\n\(line)\n").map { $0.replacing("# @assert ", with: "") }
            return "\(line) ->" + (read.isEmpty ? "" : " " + read.joined(separator: " & "))
        }
        #expect(found.joined(separator: "\n") == rows)
    }

    @Test func `each option is one of ours, or is named`() throws {
        try expect(
            """
            location: true -> # redirects true
            location: false ->
            location-trusted: true -> # redirects true & ! changed: Logins are not sent to another server after a redirect.
            location-trusted: false ->
            insecure: true -> # tls false
            insecure: false ->
            max-time: 500ms -> # timeout 0.5 seconds
            max-time: 1m -> # timeout 60.0 seconds
            max-time: 1h -> # timeout 3600.0 seconds
            max-time: 5x -> ! lost: The option max-time: 5x is left out.
            connect-timeout: 2 -> # connect-timeout 2.0 seconds
            connect-timeout: 0s -> ! lost: The option connect-timeout: 0s is left out.
            delay: 2s -> # delay 2.0 seconds
            delay: x -> ! lost: The option delay: x is left out.
            retry: 3 -> # retries 3
            retry: 20 -> # retries 20
            retry: 21 -> # retries 20 & ! changed: The request is sent again 20 times at most.
            retry: x -> ! lost: The option retry: x is left out.
            skip: true -> # disabled
            skip: false ->
            skip: maybe -> ! lost: The option skip: maybe is left out.
            proxy: p:1 -> # proxy p:1
            noproxy: a -> ! lost: The option noproxy: a is left out.
            http1.0: true -> # http 1.0
            http1.1: true -> # http 1.1
            http2: true -> # http 2
            http3: true -> # http 3
            http2: false ->
            output: f.bin -> # output f.bin
            header: X: y -> X: y
            header: x -> ! lost: The option header: x is left out.
            variable: a="x y" -> collection @a = x y
            variable: a= "x -> collection @a = "x
            variable: a -> ! lost: The option variable: a is left out.
            user: a -> login request(Workspace.RequestLogin.basic(user: "a", password: ""))
            user: a:b:c -> login request(Workspace.RequestLogin.basic(user: "a", password: "b:c"))
            verbose: true ->
            compressed: true ->
            max-redirs: 3 -> ! lost: The option max-redirs: 3 is left out.
            """, in: "[Options]")
    }

    @Test func `each predicate and filter is a check of ours`() throws {
        try expect(
            #"""
            status < 300 -> status < 300
            status <= 299 -> status <= 299
            status > 199 -> status > 199
            status != 404 -> status != 404
            status notEquals 404 -> status != 404
            status greaterThan 3 -> status > 3
            status greaterThanOrEquals 3 -> status >= 3
            status lessThan 3 -> status < 3
            status lessThanOrEquals 3 -> status <= 3
            duration <= 5 -> duration <= 5
            body startsWith "a" -> body startsWith a
            header "X" exists -> header X != undefined
            header "X" not exists -> header X == undefined
            xpath "//a" exists -> xpath //a != undefined
            jsonpath "$.a" endsWith "z" -> body $.a endsWith z
            jsonpath "$.a" not contains "b" -> body $.a not includes b
            jsonpath "$.a" isList -> body $.a isArray
            jsonpath "$.a" isNumber -> body $.a isNumber
            jsonpath "$.a" isBoolean -> body $.a isBoolean
            jsonpath "$.a" not isString -> body $.a not isString
            jsonpath "$.a" isFloat -> body $.a matches ^-?[0-9]+\.[0-9]
            jsonpath "$.a" isObject -> body $.a matches ^\s*\{
            jsonpath "$.a" isUuid -> body $.a matches ^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$
            jsonpath "$.a" isIsoDate -> body $.a matches ^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}
            jsonpath "$.a" isIpv4 -> body $.a matches ^(?:[0-9]{1,3}\.){3}[0-9]{1,3}$
            jsonpath "$.a" last == 1 -> body $.a[-1] == 1 & body $.a[-1] isNumber
            jsonpath "$.a" jsonpath "$.b" isString -> body $.a.b isString
            jsonpath "$.a" toString == 1 -> body $.a == 1
            jsonpath "$.a" > 3 -> body $.a > 3
            jsonpath "$.a" == {{x}} -> body $.a == {{x}}
            jsonpath "$.a" == "{{x}}" -> body $.a == {{x}} & body $.a isString
            jsonpath "$.a" includes {{x}} -> body $.a includes {{x}}
            jsonpath "$.a" == "tea" -> body $.a == tea
            jsonpath "$.a" includes 3 -> body $.a includes 3
            jsonpath "$.a" count > 2 -> body $.a.length > 2
            """#, in: "HTTP *\n[Asserts]")
    }

    @Test func `each capture is a reference, or is kept`() throws {
        let kept = { (text: String, name: String) in
            "left \(text) & ! kept: The variable \(name) is not set: \(text) is more than a path into the body or a "
                + "header. It is kept as a comment."
        }
        try expect(
            #"""
            a: body -> > a = body.*
            b: header "X" toInt -> > b = headers.X
            c: jsonpath "$.x" first -> > c = body.$.x[0]
            d: jsonpath "$.x" nth 2 -> > d = body.$.x[2]
            e: jsonpath "$..x" -> > e = body.$..x
            f: xpath "//a" -> > f = body.//a
            g: jsonpath "$.x" # comment -> > g = body.$.x
            h: jsonpath "$..x" first -> \#(kept(#"h: jsonpath "$..x" first"#, "h"))
            i: xpath "string(//a)" -> \#(kept(#"i: xpath "string(//a)""#, "i"))
            j: cookie "x" -> \#(kept(#"j: cookie "x""#, "j"))
            k: status -> \#(kept("k: status", "k"))
            """#, in: "HTTP *\n[Captures]")
    }

    @Test(arguments: [
        ("get http://x.test\n", "1:1", "a request is expected here: a method such as GET and a URL"),
        ("HTTP 200\n", "1:1", "a request is expected here: a method such as GET and a URL"),
        ("GET http://x.test \\\n", "1:19", "nothing follows the backslash"),
        ("GET http://x.test\nA: \\u12\n", "2:4", "\\u must be followed by {hexadecimal digits}"),
        ("GET http://x.test\n`abc\n", "2:1", "the text that begins with ` has no end"),
        ("GET http://x.test\nhex,00\n", "2:1", "the value must end with a semicolon"),
        ("GET http://x.test\nfile,a\n", "2:1", "the value must end with a semicolon"),
        ("GET http://x.test\nHTTP 200 x\n", "2:10", "the line should end here"),
        ("GET http://x.test\n[Query] x\n", "2:9", "the line should end here"),
        ("GET http://x.test\nHTTP 200\n[Captures]\na\n", "4:2", "a name, a colon and a query are expected here"),
        ("GET http://x.test\n[1, 2\n", "2:1", "the JSON body is not closed"),
    ])
    func `an error says where it is`(_ text: String, _ place: String, _ reason: String) {
        #expect(probe.error("a.hurl", text) == "a.hurl:\(place): This is not a Hurl file: \(reason).")
    }

    @Test func `escapes of texts are resolved`() throws {
        #expect(
            try read(##"X: a\tb\u{e9}\#\\ \{{c}} # no"## + "\n") == ["X: a\tbé#\\ {{c}}"]
                + ["! kept: The variable c has no value in the file: give it by --var or in an environment."])
        #expect(try read("HTTP *\n[Asserts]\nbody contains \"a\\\"b\\/c\"\n") == [#"# @assert body includes a"b/c"#])
    }

    @Test func `texts and bytes have several spellings`() throws {
        #expect(try read("X: a\r\nY : b \r\n\r\nHTTP 200\r\n") == ["# @assert status == 200", "X: a", "Y: b"])
        #expect(try read("X: \\u{0001F60}\\u{41}\n") == ["X: \u{1F60}A"])
        let rows: [(String, String)] = [
            ("hex,0A fF\n00;", "bytes -: [10, 255, 0]"), ("hex,;", "bytes -: []"),
            ("base64,aGk=;", "bytes -: [104, 105]"), ("base64,a G\nk;", "bytes -: [104, 105]"),
            ("file, a b ;", "file -: a b"), ("<a/>", "body application/xml: <a/>"),
            ("<!-- <b> --><a><c/></a>", "body application/xml: <!-- <b> --><a><c/></a>"),
            ("<?x >?><a><![CDATA[</a>]]></a>", "body application/xml: <?x >?><a><![CDATA[</a>]]></a>"),
            ("null", "body application/json: null"), ("-1.5e3 # x", "body application/json: -1.5e3"),
            ("\"a\\\"b\"", "body application/json: \"a\\\"b\""), ("[{}, []]", "body application/json: [{}, []]"),
            ("```xml, raw\n<a/>\n```", "body application/xml: <a/>"),
            ("`a\\r\\tb\\bc\\fd`", "body -: a\r\tb\u{8}c\u{C}d"),
        ]
        for (body, line) in rows { #expect(try read(body + "\n").joined(separator: "\n") == line) }
    }

    @Test func `sections have their older names, too`() throws {
        #expect(try read("[QueryStringParams]\na: 1\n") == ["  ?a=1"])
        #expect(try read("[FormParams]\na: 1\n") == ["form a=1"])
        #expect(try read("[MultipartFormData]\na: 1\n") == ["part a - -: 1"])
    }

    @Test func `a version that is checked is a comment, but 1 point 0 beside a status`() throws {
        let kept = { (version: String) in
            [
                "left HTTP/\(version)",
                "! kept: The version of the response, HTTP/\(version), is not checked; it is kept as a comment.",
            ]
        }
        #expect(try read("HTTP/1.0 200\n") == ["# @assert status == 200"])
        #expect(try read("HTTP/1.0 *\n") == kept("1.0"))
        #expect(try read("HTTP/2 *\n") == kept("2"))
        #expect(try read("HTTP/1.1 201\n") == ["# @assert status == 201"] + kept("1.1"))
        #expect(try read("HTTP/* 204\n") == ["# @assert status == 204"])
        #expect(try read("HTTP *\n") == [])
    }

    @Test(arguments: ["\\u{00001F60}", "\\u{}", "\\u{d800}", "\\u{110000}", "\\u{1"])
    func `an escape of no character is an error`(escape: String) {
        let said = "a.hurl:2:4: This is not a Hurl file: \\u{…} is not a character."
        #expect(probe.error("a.hurl", "GET http://x.test\nX: \(escape)\n") == said)
    }
}
