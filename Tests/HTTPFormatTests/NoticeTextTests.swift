import TestSupport
import Testing

@testable import HTTPFormat

/// The sentences of the notices: what each line of a file is told, word for word.
@Suite struct NoticeTextTests {
    private func notices(_ text: String) -> String {
        HTTPDocument(bytes: Array(text.utf8)).notices
            .map { "\($0.id) \($0.severity) \($0.line) \($0.text)" }.joined(separator: " | ")
    }

    @Test func `a metadata line that is not understood is told what it takes`() {
        let table = #"""
            # @proxy -> E5 error 1 @proxy needs the URL of a proxy
            # @proxy :::: -> E5 error 1 Proxy: its host, port or login cannot be read
            # @proxy ftp://p -> E5 error 1 Proxy: only http, https, socks4, socks4a, socks5 and socks5h are schemes of a proxy
            # @proxy p:3128 ->
            # @proxy {{p}} ->
            # @proxy http://{{host}} ->
            # @proxy http://p:{{port}} ->
            # @ref -> E5 error 1 @ref needs the name of a request
            # @Force-Ref -> E5 error 1 @Force-Ref needs the name of a request
            # @import -> E5 error 1 @import needs a file
            # @openapi -> E5 error 1 @openapi needs a file, or none
            # @loop while x -> N14 warning 1 This loop is not run; write "for 3" or "for item of name"
            # @sleep x -> E4 error 1 @sleep takes a number of milliseconds
            # @variables x -> N14 info 1 @variables has no effect here: it takes environment-first or file-first
            # @tag , -> E5 error 1 @tag needs a word
            # @cache x -> E5 error 1 @cache takes one of default, no-store, reload, no-cache, force-cache, only-if-cached
            # @max-body x -> E5 error 1 @max-body takes a size such as 10MB or 64MiB, or none
            # @retry 21 -> E5 error 1 @retry takes a number from 0 to 20
            # @retry -1 -> E5 error 1 @retry takes a number from 0 to 20
            # @retry 20 ->
            # @retry 0 ->
            # @expect x -> E5 error 1 @expect takes json, xml, text, form or image
            # @envelope x -> E5 error 1 @envelope takes status=, message=, data= and success=
            # @no-reject-unauthorized -> N14 warning 1 The server's certificate is not checked
            # @env-stdin-cmd ls -> N14 warning 1 The command is never run; kulala takes variables from it
            # @jq .a -> N14 info 1 @jq is known to kulala and has no effect here yet
            # @Kulala-x y -> N14 info 1 @Kulala-x is known to kulala and has no effect here yet
            # @grpc-x y -> N14 info 1 @grpc-x is known to kulala and has no effect here yet
            # @save -> N14 info 1 @save is known to httpYac and has no effect here yet
            # @auth x -> N14 info 1 @auth is known to resterm and has no effect here yet
            # @redact a=b -> E5 error 1 @redact takes names and JSON paths such as $.user.pin; this is neither: a=b
            # @redact -> E5 error 1 @redact needs names or JSON paths of what logs hide
            # @disabled a > b -> N14 info 1 The condition is not read; runs always skip the request
            # @prompt -> E5 error 1 The prompt needs the name of a variable
            # @secret -> E5 error 1 The prompt needs the name of a variable
            # @timeout 0 -> E4 error 1 A timeout is longer than 0
            # @connection-timeout 0 -> E4 error 1 A timeout is longer than 0
            # @timeout x -> E4 error 1 A timeout is a number with ms, s or m
            # @timeout 1000 -> N5 warning 1 Read as seconds; write 1000 ms if milliseconds are meant
            # @timeout 999.9 ->
            # @timeout 1000 s ->
            """#
        #expect(TextTable.differences(table) { notices("\($0)\nGET a.test\n") } == [])
    }

    @Test func `a line above a request is told where it belongs`() {
        let table = #"""
            @xpath_ns a=b -> N14 info 1 XPath namespaces are not used
            @a -> E1 error 1 A variable is written @name = value
            @a = "x" -> N17 info 1 The quotes are part of the value
            @a = ' ->
            @a = 'x" ->
            > x = 1 -> N13 warning 1 The script line is not run
            < a.js -> N13 warning 1 The script is not run: it is a file of its own
            >> a -> N14 info 1 An output file goes below the request, not above it
            < a.json -> E1 error 1 A body file goes below the request line and an empty line
            run #x -> N14 info 1 Kept, not run: JetBrains would run #x before the request of this block
            NOP -> N14 info 1 kulala's NOP: nothing is sent in this block
            proto < x.proto\nGET a.test -> N14 warning 1 gRPC is not supported
            what is this\nor that -> E1 error 1 This is neither a request line nor a comment nor a variable
            GET -> E2 error 1 The request has no target
            /* x\nGET a.test -> E3 error 1 The comment is not closed with */
            > {% x() %}\nGET a.test -> N13 warning 1 The script is not run: it goes below its request
            {{\nx\nGET a.test -> N13 warning 1 The script is not run: no line }} closes it
            {{+\n}}\nGET a.test -> N13 warning 1 The script is not run: it is for more than this request
            < {% client.global.set("a", 1) %} -> N13 warning 1 The script is not run: no request follows it before the next ###
            HTTP/1.1 200 OK\nGET /b -> N2 warning 2 Part of the saved response above, not sent; put ### before it if a request begins here
            WS wss://a.test -> N16 warning 1 The protocol WS is not supported
            GET WSS://a.test -> N16 warning 1 The protocol of wss:// is not supported
            ftp://a.test -> N16 warning 1 The protocol of ftp:// is not supported
            GET a.test HTTP/3 -> N14 info 1 HTTP/3 cannot be chosen; it is negotiated
            GET a.test HTTP/1.0 ->
            """#
        #expect(TextTable.differences(table) { notices($0 + "\n") } == [])
    }

    @Test func `a line below a request line is told what it is read as`() {
        let table = #"""
            ?? status == 200 -> N6 info 2 Read as an assertion; VS Code REST Client reads it as query text
            @a = 1 -> N18 warning 2 A variable below a request line; other tools may send it
            A: b,\n  c -> N14 info 3 Read as a further line of the header above, as in JetBrains IDEs
            ...x -> N14 info 2 Spread headers are not supported
            {} -> N7 warning 2 The body begins here; put an empty line before it
            [] -> N7 warning 2 The body begins here; put an empty line before it
            "a" -> N7 warning 2 The body begins here; put an empty line before it
            what -> E1 error 2 This is not a header (Name: value); a body needs an empty line before it
            x {a: b} -> E1 error 2 This is not a header (Name: value); a body needs an empty line before it
            Content Type: x -> E1 error 2 Content Type is not a header name: names are ASCII without spaces
            content-length: 5 -> N14 info 2 Content-Length is not sent as written; the real length is
            \n@a = 1 -> N18 warning 3 A variable below a request; VS Code REST Client sends it as body too
            \nGET http://b.test -> N2 warning 3 Put ### before this line; other tools read it as part of the request above
            \n{}\nGET http://b.test -> N2 warning 4 Sent with the body above; put ### before it if a request begins here
            \n{}\n?? status == 200\n@a = 1 -> N18 warning 5 A variable below a request, not sent; other tools may send it
            \n{}\n?? status == 200\nx -> E1 error 5 This is below a script or a check, so it is not sent; the body goes above them
            Content-Type: application/json\n\n{}\n\n@t = 1 -> N18 warning 6 A variable below a body, not sent; VS Code REST Client sends it as body too
            \n{}\n# x\n1 -> N12 info 4 Comment lines in the body are not sent
            Content-Type: text/markdown\n\n# T\n### U -> N3 warning 5 This line ends the body above; keep Markdown in a separate file: < file.md
            Content-Type: multipart/form-data\n\n--x\nA: b\n\n1\n--x-- -> N14 info 4 The boundary is taken from this line; the Content-Type names none
            \n> a.lua -> N13 warning 3 The script is not run: it is a file of its own
            \n<> a.json -> N14 info 3 The saved response named here is kept but not read
            \n>> a\n>> b -> N14 warning 4 Only the first file of a request is written
            \n> {% -> E3 error 3 The script is not closed with %} | N13 warning 3 The script is not run: no %} closes it
            \n< {% x() %} -> N13 warning 3 The script is not run: it goes above its request line
            X: Bearer {{token} -> E3 warning 2 {{token} is not closed with }}; it is sent as it is written
            X: {{a}}{{b c -> E3 warning 2 {{b is not closed with }}; it is sent as it is written
            X: }} {a} {{a}} ->
            X: {{a + b}} {{c + d}} -> N8 warning 2 {{a + b}} is JavaScript to httpYac; it is not evaluated and has no value
            """#
        #expect(TextTable.differences(table) { notices("POST a.test\n\($0)\n") } == [])
    }

    @Test func `what two lines say of each other names the other line`() {
        let table = #"""
            ### a\nGET a.test\n### a\nGET b.test -> N4 info 4 The request at line 2 is called a too; a reference to it is an error
            ### b\n# @name a\nGET a.test\n### a\nGET b.test -> N4 warning 5 The request at line 3 is called a too; a reference to it is an error
            @a = 1\n@b = 1\n@a = 2 -> N9 info 3 a is defined at line 1 too; a reference takes the nearest above it, VS Code REST Client always the last
            GET a.test\n\n{}\n\t### x\nGET http://b.test -> N1 warning 4 An indented ### is a comment here; httpYac reads it as a separator | N12 info 4 Comment lines in the body are not sent
            """#
        #expect(TextTable.differences(table) { notices($0 + "\n") } == [])
    }

    @Test func `a curl command is told what of it is not done`() {
        let table = #"""
            curl 'a -> E3 error 1 The curl command has a quote that is not closed
            curl a.test | jq -> N14 warning 1 Only the curl command is read; nothing is run
            curl a.test/$X -> N14 warning 1 Shell variables are sent as they are written
            curl -L -> E2 error 1 The curl command has no URL
            curl a.test --location-trusted -> N14 info 1 curl's --location-trusted is --location here: the login is not sent to other servers
            curl a.test --anyauth --zzz -> E2 error 1 curl knows no option --zzz
            curl a.test -X -> E2 error 1 curl's -X needs a value
            curl a.test -m abc -> E2 error 1 curl's --max-time takes a number of seconds, not abc
            curl a.test -d '{}' -F x=y -> E2 error 1 curl takes only one of --data and --form: they are different requests
            curl a.test\n\nx\ny -> E1 error 3 Lines below a curl command are not sent
            curl a.test\n\n>> out.json ->
            """#
        #expect(TextTable.differences(table) { notices($0 + "\n") } == [])
    }

    @Test func `a check is told why it is none, or why it can never pass`() {
        let table = #"""
            ?? what -> E6 error Not a valid check; it is never sent: what is not one of status, header, duration, body, js, xpath, cache, error
            # what -> N14 warning Kept and not checked: what is not one of status, header, duration, body, js, xpath, cache, error
            ?? js a() == 1 -> N8 warning JavaScript is not run: this check is not evaluated
            ?? status == 2xx -> E6 error This check can never pass: 2xx is not a status, which is a number such as 200; 'status matches ^2' is for all that begin with 2
            # status == "OK" -> E6 warning This check can never pass: "OK" is not a status, which is a number such as 200; 'status matches ^2' is for all that begin with 2
            ?? body $.a > abc -> E6 error This check can never pass: abc is not a number
            # body $.a > abc -> E6 warning This check can never pass: abc is not a number
            ?? body md5 0g -> E6 error This check can never pass: 0g is not such a digest: it has 32 hexadecimal digits, or 24 of Base64
            ?? body sha256 0g -> E6 error This check can never pass: 0g is not such a digest: it has 64 hexadecimal digits, or 44 of Base64
            ?? body sha512 0g -> E6 error This check can never pass: 0g is not such a digest: it has 128 hexadecimal digits, or 88 of Base64
            ?? body $.a matches {{p}}( ->
            ?? status == 200 ->
            """#
        let wrong = TextTable.differences(table) { text in
            let spelling: SavedRequest.AssertionLine.Spelling = text.hasPrefix("?? ") ? .questionMarks : .comment
            let check = String(text.drop { $0 == "?" || $0 == "#" }.dropFirst())
            return CheckSyntax.remarks(check, spelling).map { "\($0.id) \($0.severity) \($0.text)" }
                .joined(separator: " | ")
        }
        #expect(wrong == [])
    }
}
