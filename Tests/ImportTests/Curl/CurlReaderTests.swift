import HTTPFormat
import Testing

@testable import Import

/// curl commands of all shells, as the files that are written of them.
@Suite struct CurlReaderTests {
    private func text(_ commands: String) throws -> String {
        ImportedText.text(try ImportedText.of("standard input", commands))
    }

    private static let expected = """
        == a.test.http
        ### POST /x
        # @name POST_x
        # @no-redirect
        POST https://a.test/x?q=1
        Content-Type: application/json
        X-Quote: it's "so"

        {"a": "b c"}

        """

    @Test(arguments: [
        #"""
        curl 'https://a.test/x?q=1' \
          -X POST \
          -H 'Content-Type: application/json' -H 'X-Quote: it'\''s "so"' \
          --data-raw '{"a": "b c"}'
        """#,
        #"""
        curl "https://a.test/x?q=1" ^
          -X POST ^
          -H "Content-Type: application/json" -H "X-Quote: it's \"so\"" ^
          --data-raw "{\"a\": \"b c\"}"
        """#,
        #"""
        curl ^"https://a.test/x?q=1^" ^
          -X POST ^
          -H ^"Content-Type: application/json^" -H ^"X-Quote: it's ^\^"so^\^"^" ^
          --data-raw ^"^{^\^"a^\^": ^\^"b c^\^"^}^"
        """#,
        #"""
        curl.exe 'https://a.test/x?q=1' `
          -X POST `
          -H 'Content-Type: application/json' -H "X-Quote: it's `"so`"" `
          --data-raw '{"a": "b c"}'
        """#,
        #"curl $'https://a.test/x?q=1' -X POST -H 'Content-Type: application/json' -H $'X-Quote: it\'s "so"' -d $'{"a": "\x62\040c"}'"#,
    ])
    func `every shell's quotes mean the same`(command: String) throws {
        #expect(try text(command) == Self.expected)
    }

    @Test func `carets join lines that end as on Windows`() throws {
        let command = #"""
            curl "https://a.test/x?q=1" ^
              -X POST ^
              -H "Content-Type: application/json" -H "X-Quote: it's \"so\"" ^
              --data-raw "{\"a\": \"b c\"}"
            """#
        #expect(try text(command.replacing("\n", with: "\r\n")) == Self.expected)
    }

    @Test func `several commands are several requests`() throws {
        let files = try ImportedText.of(
            "x",
            """
            # two of them
            $ curl https://a.test/1 | jq .
            curl https://a.test/2 ;
            curl https://a.test/3 https://a.test/4 --next -d x https://a.test/5
            """)
        let requests = ImportedText.documents(files)[0].requests
        #expect(
            requests.map { "\($0.method) \($0.target)" } == (1...4).map { "GET https://a.test/\($0)" } + [
                "POST https://a.test/5"
            ])
        #expect(files.notices.map(\.text) == ["Only the curl command is read; nothing is run."])
    }

    @Test(arguments: [
        ("https://a.test", "https://a.test/my%20file.txt"), ("https://a.test/", "https://a.test/my%20file.txt"),
        ("https://a.test/up/?x=1#f", "https://a.test/up/my%20file.txt?x=1"),
        ("https://a.test?x=/", "https://a.test/my%20file.txt?x=/"), ("a.test/up/", "http://a.test/up/my%20file.txt"),
        ("https://a.test/up", "https://a.test/up"), ("{{base}}", "{{base}}"),
    ])
    func `a file that is uploaded to a folder has its name in the URL, as with curl`(url: String, sent: String) throws {
        let files = try ImportedText.of("x", "curl -T 'in/my file.txt' '\(url)'")
        let request = try #require(ImportedText.documents(files)[0].requests.first)
        #expect("\(request.method) \(request.target)" == "PUT \(sent)")
        #expect(request.body.text == "< in/my file.txt")
    }

    @Test(arguments: [" ;\n", " &\r\n"])
    func `nothing is lost of what a browser copies as commands of all requests`(between: String) throws {
        let files = try ImportedText.of("x", "curl 'https://a.test/1'\(between)curl 'https://a.test/2'\(between)")
        #expect(ImportedText.documents(files)[0].requests.map(\.target) == ["https://a.test/1", "https://a.test/2"])
        #expect(files.notices == [])
    }

    @Test(arguments: [
        ("curl --no-such-option https://a.test", "x:1:1: curl knows no option --no-such-option."),
        ("curl https://a.test -d", "x:1:1: curl's -d needs a value."),
        ("curl -s", "x:1:1: The curl command has no URL."),
        (
            "curl -I -d a https://a.test",
            "x:1:1: curl takes only one of --head and --data: they are different requests."
        ),
        ("curl -m soon https://a.test", "x:1:1: curl's --max-time takes a number of seconds, not soon."),
        ("curl ftp://a.test/x", "x:1:1: curl would use ftp; only http and https are requests here."),
        ("curl 'https://a.test", "x:1:1: The curl command has a quote that is not closed."),
        ("wget https://b.test", "There is no curl command in x."),
    ])
    func `what curl refuses is refused`(command: String, sentence: String) {
        do throws(ImportError) {
            _ = try ImportedText.of("x", command, as: .curl)
            Issue.record("It was imported.")
        } catch {
            #expect(error.description == sentence)
        }
    }

    @Test(arguments: [
        ("-H 'Accept:'", ["curl would send no Accept; here one is added to a request that has none."]),
        ("-A ''", ["curl would send no User-Agent; here one is added to a request that has none."]),
        ("-H Expect:", []),
    ])
    func `a header that curl would add and is told not to`(options: String, notices: [String]) throws {
        let files = try ImportedText.of("x", "curl \(options) https://a.test")
        #expect(files.notices.map(\.text) == notices)
        #expect(ImportedText.documents(files)[0].requests.map(\.headers.count) == [0])
    }

    @Test func `a method in small letters, which curl sends as it is, is named`() throws {
        let files = try ImportedText.of("x", "curl -L -X put https://a.test/x")
        #expect(ImportedText.text(files).contains("PUT https://a.test/x\n"))
        #expect(
            ImportedText.notices(files) == [
                "lost PUT /x: curl sends the method as it is typed, put; a request line sends PUT."
            ])
    }

    @Test func `a token in a command is private`() throws {
        let text = try text("curl https://a.test/ -H 'Authorization: Bearer abc.def' -u ann:pw")
        #expect(text.contains("Authorization: Bearer {{token}}\n") && text.contains(#""token": "abc.def""#))
    }

    @Test func `proxy, range, signature and time are options`() throws {
        let text = try text(
            "curl https://a.test/ -x proxy.test:3128 -U me:{{pw}} -r 0-99 -m 5 --aws-sigv4 aws:amz:eu-west-1:s3 -u AK:{{sk}} -L"
        )
        #expect(text.contains("# @proxy http://me:{{%pw}}@proxy.test:3128\n") && text.contains("# @timeout 5 s\n"))
        #expect(
            text.contains("Range: bytes=0-99\n")
                && text.contains("Authorization: AWS AK {{sk}} region:eu-west-1 service:s3\n"))
    }

    @Test(arguments: [
        ("-x http://ann:pw12345@proxy.test:3128", "http://ann", "pw12345"),
        ("-x ann:pw12345@proxy.test:3128", "ann", "pw12345"),
        ("-x socks5h://proxy.test:3128 -U 'ann:p@w/1'", "socks5h://ann", "p%40w%2F1"),
    ])
    func `the password of a proxy is private`(options: String, user: String, password: String) throws {
        let files = try ImportedText.of("x", "curl -L https://a.test/ \(options)")
        let text = ImportedText.text(files)
        #expect(text.contains("# @proxy \(user):{{proxy_password}}@proxy.test:3128\n"), "\(text)")
        let open = files.files.filter { !$0.isPrivate }.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
        #expect(!open.contains(password) && text.contains(#""proxy_password": "\#(password)""#), "\(text)")
    }

    @Test func `the password of a proxy whose URL is a variable is private`() throws {
        let files = try ImportedText.of("x", "curl -L https://a.test/ -x '{{ proxy }}' -U 'ann:pw12345'")
        let text = ImportedText.text(files)
        #expect(text.contains(" ann:{{proxy_password}}\n"), "\(text)")
        let open = files.files.filter { !$0.isPrivate }.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
        #expect(!open.contains("pw12345") && text.contains(#""proxy_password": "pw12345""#), "\(text)")
    }

    @Test(arguments: ["http://ann@proxy.test:3128", "http://ann:{{pw}}@proxy.test:3128", "proxy.test:3128"])
    func `a proxy without a password that is written out stays as it is`(proxy: String) throws {
        let text = try text("curl -L https://a.test/ -x '\(proxy)'")
        #expect(text.contains("# @proxy \(proxy)\n") && !text.contains("proxy_password"), "\(text)")
    }

    /// Bodies that a request file would read as something else, or send otherwise: in `$'…'`, and as they are sent.
    @Test(arguments: [
        ("< ./f.txt", "< ./f.txt"), (#"a\n< ./f.txt\nb"#, "a\n< ./f.txt\nb"), (#"one\ntwo\n\n"#, "one\ntwo\n\n"),
        (#"\n\na"#, "\n\na"), ("   ", "   "), (#"a\r\nb"#, "a\r\nb"), (#"a\n### x"#, "a\n### x"),
        ("?? status == 1", "?? status == 1"), (">> x", ">> x"), ("HTTP/1.1 200 OK", "HTTP/1.1 200 OK"),
        (#"@a = 1\nb"#, "@a = 1\nb"), (#"\\{\\{a"#, #"\{\{a"#),
    ])
    func `a body that a line cannot hold is sent from a file beside the request`(written: String, sent: String) throws {
        let files = try ImportedText.of(
            "x", "curl -L https://a.test/x -H 'Content-Type: text/plain' --data-raw $'\(written)'")
        let body = try #require(files.files.first { $0.path == "POST_x.txt" }, "\(ImportedText.text(files))")
        #expect(body.bytes == Array(sent.utf8))
        #expect(ImportedText.documents(files)[0].requests.map(\.body.text) == ["< ./POST_x.txt"])
        #expect(files.notices.isEmpty)
    }

    @Test(arguments: [
        (#"a=1\nb=2\n"#, "< ./POST_x.txt", false), (#"a=1\nb={{c}}"#, "<@ ./POST_x.txt", true),
        (#"{"a": "b c"}"#, #"{"a": "b c"}"#, true), ("a=b%20c&d={{e}}", "a=b%20c&d={{e}}", false),
    ])
    func `a form is sent as curl sends it, without encoding`(written: String, line: String, isLiteral: Bool) throws {
        let files = try ImportedText.of("x", "curl -L 'https://a.test/x' --data-raw $'\(written)'")
        let request = ImportedText.documents(files)[0].requests[0]
        #expect(request.body.text == line)
        #expect(request.settings.autoEncodes == !isLiteral)
    }

    @Test func `a text of a form that a line cannot hold is a file, a file stays one`() throws {
        let files = try ImportedText.of(
            "x", "curl -L https://a.test/x -F a=1 -F $'b=x\\ny' --form-string 'c=< ./f' -F 'd=<e.txt'")
        func text(_ path: String) -> String? {
            files.files.first { $0.path == path }.map { String(decoding: $0.bytes, as: UTF8.self) }
        }
        #expect(text("POST_x.txt") == "x\ny" && text("POST_x-2.txt") == "< ./f")
        let lines = ImportedText.documents(files)[0].requests[0].body.text.split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("<") } == ["< ./POST_x.txt", "< ./POST_x-2.txt", "< e.txt"])
        #expect(lines.contains("1"))
    }

    @Test func `secrets in the fields of a form are private, its files stay`() throws {
        let files = try ImportedText.of(
            "x",
            #"curl https://a.test/x -F password=s-1 -F 'a={"token":"s-2"};type=application/json' -F 'token=<t.txt' -F b=1"#
        )
        let lines = ImportedText.documents(files)[0].requests[0].body.text.split(separator: "\n")
        #expect(lines.filter { $0.contains("{{") } == ["{{password}}", #"{"token":"{{token}}"}"#])
        #expect(lines.contains("< t.txt") && lines.contains("1") && Set(files.secrets) == ["password", "token"])
    }

    @Test func `a secret of JSON that curl sends as a form is private`() throws {
        let files = try ImportedText.of("x", #"curl https://a.test/x -d '{"password":"s-1","a":"b c"}'"#)
        let request = ImportedText.documents(files)[0].requests[0]
        #expect(request.body.text == #"{"password":"{{password}}","a":"b c"}"#)
        #expect(Set(files.secrets) == ["password"] && !request.settings.autoEncodes)
    }

    @Test func `comment lines of a body are sent`() throws {
        let files = try ImportedText.of(
            "x", "curl -L https://a.test/x -H 'Content-Type: text/markdown' -d $'a\\n// c\\n# d\\nb'")
        let request = ImportedText.documents(files)[0].requests[0]
        #expect(request.body.text == "a\n// c\n# d\nb" && request.settings.keepsBodyComments)
    }

    @Test func `what a file of -d is sent otherwise is named`() throws {
        let text = "The line breaks of f, which curl leaves out of -d @FILE, are sent."
        let missing = "The file 'f' for the body is not part of the import: put it there, or change the path."
        #expect(try ImportedText.of("x", "curl https://a.test/ -d @f").notices.map(\.text) == [text, missing])
        #expect(try ImportedText.of("x", "curl https://a.test/ --data-binary @f").notices.map(\.text) == [missing])
        let query = try ImportedText.of("x", "curl -G https://a.test/ -d @f").notices.map(\.text)
        #expect(query == ["The file f, which curl would add to the URL, is left out."])
        do throws(ImportError) {
            _ = try ImportedText.of("x", "curl https://a.test/ -d @f -d a=1")
            Issue.record("It was imported.")
        } catch {
            #expect(
                error.description
                    == "x:1:1: The body of this curl command cannot be written in a request file: it joins a file with other data. Put all of it into one file."
            )
        }
    }

    @Test func `the lines of a script that are not commands are left out`() throws {
        let files = try ImportedText.of(
            "x",
            """
            #!/bin/sh
            set -e
            TOKEN=abc
            export HOST="a.test"
            curl -L https://a.test/1
            echo done
            curl -L https://a.test/2
            """)
        #expect(ImportedText.documents(files)[0].requests.map(\.target) == ["https://a.test/1", "https://a.test/2"])
        #expect(Set(files.notices.map(\.text)) == ["The line is not a curl command; it is left out."])
        #expect(files.notices.map(\.place?.description) == ["x:2:1", "x:3:1", "x:4:1", "x:6:1"])
        let many = try ImportedText.of(
            "x", "curl -L https://a.test\n" + String(repeating: "ls\n", count: 22), as: .curl)
        #expect(
            many.notices.count == 21
                && many.notices.last?.text == "2 other lines are not curl commands; they are left out.")
        for text in ["ls\ncurl https://a.test", "A-B=1\ncurl https://a.test", "TOKEN=abc", "=1\ncurl https://a.test"] {
            #expect(CurlReader.recognises(ImportSource(name: "x", bytes: Array(text.utf8))) == .no, "\(text)")
        }
    }

    @Test func `a variable of the shell is a variable of the request, and braces that curl would send are named`()
        throws
    {
        let files = try ImportedText.of(
            "x",
            #"""
            curl -L "https://a.test/$ID/${PART}x" -H "Authorization: Bearer $TOKEN" -d '{"a": "{{b}}", "c": "$D"}'
            curl -L https://a.test/"$(date)" -H "X: ${A:-b} \$E $1 $"
            """#)
        let requests = ImportedText.documents(files)[0].requests
        #expect(requests[0].target == "https://a.test/{{ID}}/{{PART}}x")
        #expect(requests[0].headers.first?.value == "Bearer {{TOKEN}}")
        #expect(requests[0].body.text == #"{"a": "{{b}}", "c": "$D"}"#)
        #expect(requests[1].headers.first?.value == "${A:-b} $E $1 $")
        let shell = ["ID", "PART", "TOKEN"].map {
            "kept POST /{{ID}}/{{PART}}x: The shell's variable '\($0)' is a variable of the request: give it a value."
        }
        let braces =
            "kept POST /{{ID}}/{{PART}}x: The two braces around 'b' make it a variable here; curl sends them as they are."
        #expect(
            ImportedText.notices(files).map { $0.replacing("lost GET /$(date)", with: "lost") }
                == shell + [braces, "lost: Shell variables are sent as they are written."])
        #expect(!files.files.contains { $0.isPrivate })
    }

    @Test(arguments: [
        ("-T a/b.txt", ["kept PUT /x: The file 'a/b.txt' for the body is not part"]),
        ("--json @b.json", ["kept POST /x: The file 'b.json' for the body is not part"]),
        (
            "-F f=@a.png -F 'g=<t.txt' -F h=1",
            [
                "kept POST /x: The file 'a.png' for the form field 'f' is not part",
                "kept POST /x: The file 't.txt' for the form field 'g' is not part",
            ]
        ),
        ("--form-string f=@a", []), ("-d 'a=@b'", []),
    ])
    func `files that a command sends are named, since they are not in the import`(
        options: String, notices: [String]
    ) throws {
        let files = try ImportedText.of("x", "curl https://a.test/x \(options)")
        #expect(
            ImportedText.notices(files) == notices.map { "\($0) of the import: put it there, or change the path." })
    }

    @Test func `a command that cannot be a request is left out, unless there is no other`() throws {
        let files = try ImportedText.of(
            "x",
            """
            curl https://a.test/1
            curl https://a.test/2 -d @f -d a=1
            curl --foo https://a.test/3
            curl https://a.test/4
            """)
        #expect(ImportedText.documents(files)[0].requests.map(\.target) == ["https://a.test/1", "https://a.test/4"])
        #expect(files.notices.map(\.severity) == [.lost, .lost])
        #expect(files.notices.map(\.place?.description) == ["x:2:1", "x:3:1"])
        #expect(throws: ImportError.self) {
            try ImportedText.of("x", "curl --foo https://a.test/\ncurl --bar https://a.test/")
        }
    }

    @Test func `any bytes are read without a crash`() {
        for command in [Self.expected, "curl ^\"a^\" ^\n -d \"b\"", "curl.exe `\n 'a' \"`n$x\""] {
            ReaderProbe(reader: CurlReader.self).fuzz("x", "curl https://a.test -H 'a: b'\n\(command)")
        }
    }
}
