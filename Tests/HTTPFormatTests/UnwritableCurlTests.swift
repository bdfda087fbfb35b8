import Testing

@testable import HTTPFormat

/// curl commands that no request file can hold.
@Suite struct UnwritableCurlTests {
    @Test(arguments: [
        ("curl -X 'P code' http://h/", "method \"P code\""), ("curl -X foo http://h/ -d x", "method \"foo\""),
        ("curl 'http://h/a b' --url-query x=y", "URL"), ("curl -X FOO 'x y'", "URL"),
        ("curl -X curl http://h/", "method \"curl\""), ("curl -X '' http://h/", "method \"\""),
        ("curl -X FOO-2 http://h/", ""),
        ("curl -H '#A: c' http://h/", "header \"#A\""), ("curl -H '?? status: 200' http://h/", "header \"?? status\""),
        ("curl -H $'A: b\\nc' -H 'B: c' http://h/", "header \"A\""),
    ])
    func `a method or a URL that is no request line is refused, with its reason`(command: String, part: String) throws {
        let transfer = try #require(CurlCommands(Array(command.utf8)).transfers.first)
        guard let lines = transfer.lines else {
            let isMethod = part.hasPrefix("method")
            let why =
                isMethod ? ": a method is one word of capital letters, digits and -, and begins with a letter" : ""
            #expect(transfer.problem == "The \(part) of this curl command cannot be written in a request file\(why).")
            return
        }
        // Whatever is written holds one request.
        #expect(HTTPDocument(bytes: Array(lines.joined(separator: "\n").utf8)).requests.count == 1, "\(lines)")
    }

    @Test(arguments: ["GRAPHQL", "graphql"])
    func `a method that is none in a request file is refused`(method: String) throws {
        let request = try #require(HTTPDocument(bytes: Array("curl -X \(method) http://h/\n".utf8)).requests.first)
        #expect(
            request.unsupported
                == "The method \"\(method)\" of this curl command cannot be written in a request file: it would be a GraphQL request, sent as POST"
        )
    }

    @Test(arguments: [
        ("curl --data-raw '< ./f' http://h/ -H 'Content-Type: text/plain'", "its line 1 would send a file"),
        ("curl -d $'a\\n### b' http://h/ -H 'Content-Type: text/plain'", "its line 2 would be read as something else"),
        ("curl -d $'a\\r\\nb' http://h/ -H 'Content-Type: text/plain'", "its line 1 has a carriage return"),
        (
            "curl -d $'a\\n\\n' http://h/ -H 'Content-Type: text/plain'",
            "empty lines at its start and its end are not sent"
        ),
        ("curl -d $'a=1\\nb=2' http://h/", "the lines of a form are sent as one"),
        ("curl -d '{}' http://h/ -H 'Content-Type: application/x-ndjson'", "its last line has no line end"),
    ])
    func `in a request file a body that its lines cannot hold is refused, with what to do`(
        command: String, clause: String
    ) throws {
        let request = try #require(HTTPDocument(bytes: Array("### a\n\(command)\n".utf8)).requests.first)
        #expect(
            request.unsupported
                == "The body of this curl command cannot be written in a request file: \(clause). Put it into a file and send that by --data-binary @FILE"
        )
        #expect(request.curl == nil)
        #expect(CurlCommands(Array(command.utf8)).transfers.first?.problem == request.unsupported.map { $0 + "." })
        // An import writes that file.
        let transfer = try #require(CurlCommands(Array(command.utf8), movesBodies: true).transfers.first)
        #expect(transfer.moved.count == 1 && transfer.lines?.last == "< ./body" && transfer.problem == nil)
    }

    @Test(arguments: [
        ("curl --form-string 'a=< ./f' http://h/", "the form field a would send a file"),
        (
            "curl -F b=1 -F $'a=1\\n2' http://h/",
            "the form field a has several lines, which a multipart body ends otherwise"
        ),
        ("curl -F 'a=?? status == 1' http://h/", "the form field a would be read as something else"),
    ])
    func `so is a text of a form`(command: String, clause: String) throws {
        let request = try #require(HTTPDocument(bytes: Array("### a\n\(command)\n".utf8)).requests.first)
        #expect(
            request.unsupported
                == "The body of this curl command cannot be written in a request file: \(clause). Put its text into a file and send that by -F 'a=<FILE'"
        )
    }

    @Test(arguments: [
        ("-d @", "it names no file"), ("--data-binary @' f'", "the name of its file cannot be written"),
        ("-T 'f '", "the name of its file cannot be written"),
        ("-F 'a=@\" f\"'", "the name of its file cannot be written"),
        ("-H 'Content-Type: text/xml' -d @'a>b'", "the name of its file cannot be written"),
    ])
    func `a file whose name no line can hold is refused`(options: String, clause: String) throws {
        let request = try #require(HTTPDocument(bytes: Array("curl http://h/a \(options)\n".utf8)).requests.first)
        #expect(
            request.unsupported
                == "The body of this curl command cannot be written in a request file: \(clause)")
    }

    @Test func `lines of JSON keep their line ends, and markup is no file`() throws {
        for command in [
            "curl -d $'{}\\n{}\\n' http://h/ -H 'Content-Type: application/x-ndjson'",
            "curl -d '< a=\"b\" >' http://h/ -H 'Content-Type: application/xml'",
        ] {
            let transfer = try #require(CurlCommands(Array(command.utf8), movesBodies: true).transfers.first)
            #expect(transfer.moved.isEmpty && transfer.lines != nil, "\(command)")
        }
    }

    @Test func `in a request file it is reported at its line`() throws {
        let document = HTTPDocument(bytes: Array("### a\ncurl -X 'P code' http://h/\n".utf8))
        let notice = try #require(document.notices.first { $0.id == "E2" })
        #expect(notice.line == 2 && notice.text.hasPrefix("The method \"P code\" of this curl command"))
        #expect(document.requests.first?.unsupported != nil)
    }

    @Test(arguments: ["--aws-sigv4 aws -u 'k:s t'", "--digest -u 'a b:c'", "--digest -u 'a: c'"])
    func `a login with spaces that no word can hold is refused, and not sent as a password`(options: String) throws {
        let transfer = try #require(CurlCommands(Array("curl \(options) http://h/".utf8)).transfers.first)
        #expect(transfer.lines == nil)
        #expect(transfer.problem?.hasPrefix("The login of this curl command cannot be written") == true)
    }

    @Test(arguments: ["--ntlm -u 'dom\\a:pw'", "--negotiate -u :", "--anyauth -u a:pw", "--digest --basic -u a:pw"])
    func `no password is sent at once if curl would not send it so`(options: String) throws {
        let request = try #require(HTTPDocument(bytes: Array("curl \(options) http://h/\n".utf8)).requests.first)
        #expect(request.unsupported?.hasPrefix("The login of this curl command cannot be written") == true)
        #expect(request.notices.map(\.id) == ["E2"] && request.headers.isEmpty)
    }

    @Test(arguments: ["--digest", "--ntlm", "--aws-sigv4 aws"])
    func `nor one that is in the URL`(option: String) throws {
        let transfer = try #require(CurlCommands(Array("curl \(option) http://a:pw@h/".utf8)).transfers.first)
        #expect(transfer.problem?.hasPrefix("The login of this curl command cannot be written") == true)
        let plain = try #require(CurlCommands(Array("curl -L --basic http://a:pw@h/".utf8)).transfers.first)
        #expect(plain.lines == ["GET http://a:pw@h/"] && plain.remarks.isEmpty)
    }
}
