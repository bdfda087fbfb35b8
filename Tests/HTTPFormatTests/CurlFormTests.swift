import Testing

@testable import HTTPFormat

/// The fields of `-F`, as curl 7.88 sent them to a server that printed its body.
@Suite struct CurlFormTests {
    private func command(_ options: String...) -> CurlCommand { CurlCommand(["curl", "http://h/"] + options) }

    @Test(arguments: [
        (#"b="q""#, "q", nil), (#"b="q;r";type=text/x"#, "q;r", "text/x"), (#"b="q" tail;TYPE=text/x"#, "q", "text/x"),
        (#"m="x\"y\\z\q""#, #"x"y\z\q"#, nil), (#"b="x"#, #""x"#, nil), (#"b="";type=a/b"#, "", "a/b"),
        ("b= lead  ;type=text/x ; charset=utf-8", "lead", "text/x ; charset=utf-8"), ("m= @a.txt", "@a.txt", nil),
        ("m=a,b", "a,b", nil), ("m=a=b", "a=b", nil),
    ])
    func `a text is what curl makes of it`(field: String, text: String, type: String?) {
        let command = command("-F", field)
        #expect(command.form.map(\.content) == [.text(text)] && command.form.map(\.sentType) == [type])
        #expect(command.remarks.isEmpty && command.refusals.isEmpty)
    }

    @Test(arguments: [
        ("f=@a.txt", "text/plain"), ("f=@b.PNG", "image/png"), ("f=@x/c.json", "application/octet-stream"),
        ("f=@c", "application/octet-stream"), ("f=@c.json;type=application/json", "application/json"),
        ("f=@c.json;filename=x.png", "image/png"), ("f=@b.png;filename=x", "image/png"),
        ("f=@c.json;filename=x.foo", "application/octet-stream"), ("f=@a.jpeg", "image/jpeg"),
        ("f=@a.jpg", "image/jpeg"), ("f=@a.gif", "image/gif"), ("f=@a.svg", "image/svg+xml"), ("f=@a.htm", "text/html"),
        ("f=@a.html", "text/html"), ("f=@a.pdf", "application/pdf"), ("f=@a.xml", "application/xml"),
        ("f=<a.txt", nil), ("f=<b.PNG", "image/png"), ("f=<c.json", nil), ("f=<c.json;type=text/plain", "text/plain"),
        ("f=t;filename=x.txt", "text/plain"), ("f=t;filename=x.foo", nil), ("f=@-", nil), ("f=@{{path}}", nil),
    ])
    func `a part has the type that curl gives it`(field: String, type: String?) {
        #expect(command("-F", field).form.map(\.sentType) == [type])
    }

    @Test func `the type stands in the request, as the .http format has it`() throws {
        let text = "curl -L http://h/ -F f=@pictures/a.png -F 't=<n.txt' -F 'u=\"a;b\"'"
        let request = try #require(HTTPDocument(bytes: Array(text.utf8)).requests.first)
        #expect(
            request.body.text.split(separator: "\n").map(String.init) == [
                "--part", #"Content-Disposition: form-data; name="f"; filename="a.png""#, "Content-Type: image/png",
                "< pictures/a.png", "--part", #"Content-Disposition: form-data; name="t""#, "< n.txt", "--part",
                #"Content-Disposition: form-data; name="u""#, "a;b", "--part--",
            ])
    }

    @Test func `several files of a field are a field each, which is said`() {
        let command = command("-F", #"m=@a.txt;type=text/foo,"b,c.json";filename=zz,d.pdf"#)
        #expect(
            command.form == [
                .init(name: "m", content: .file("a.txt", isNamed: true), type: "text/foo"),
                .init(name: "m", content: .file("b,c.json", isNamed: true), fileName: "zz"),
                .init(name: "m", content: .file("d.pdf", isNamed: true)),
            ])
        #expect(
            command.remarks == [
                "curl sends the files of m as a form within the form; here each is a field m of its own."
            ])
    }

    @Test(arguments: [
        ("x", "The form field x has no value."), ("x=@", "The form field x names no file."),
        ("x=<", "The form field x names no file."), ("x=@ ;type=a/b", "The form field x names no file."),
        (#"x=@"""#, "The form field x names no file."),
        ("m=(;type=multipart/mixed", "A form within a form (curl's -F 'NAME=(') is not read."),
        ("m=a;type=foo", "The type of the form field m is foo; curl takes one such as text/plain."),
    ])
    func `what curl refuses, or what is not read, is refused`(field: String, sentence: String) {
        #expect(command("-F", field).refusals == [sentence] && command("-F", field).remarks == [sentence])
    }

    @Test func `what curl leaves out of a field is named`() {
        let command = command("-F", "m=a,b;c", "-F", "n=x;headers=@h;encoder=base64")
        #expect(command.form.map(\.content) == [.text("a,b"), .text("x")])
        #expect(
            command.remarks == [
                "curl leaves ;c out of the form field m: a text with a semicolon needs quotation marks.",
                "curl's ;headers= of the form field n has no effect here.",
                "curl's ;encoder= of the form field n has no effect here.",
            ])
    }

    @Test func `a literal text is sent as it is`() {
        #expect(command("--form-string", #"a=@"x";type=b"#).form.map(\.content) == [.text(#"@"x";type=b"#)])
    }

    // MARK: --data-urlencode

    @Test(arguments: [
        ("a@b=c d", "a@b=c%20d"), ("=x@y", "x%40y"), ("x y", "x%20y"), ("n=", "n="),
    ])
    func `an at sign before an equals sign is part of the name`(value: String, sent: String) {
        #expect(command("--data-urlencode", value).data == [.text(sent)])
        #expect(command("--url-query", value).query == [sent])
    }

    @Test func `a file that would be encoded is not read, and the request still has a body`() throws {
        let text = "curl -L http://h/ --data-urlencode name@f"
        let request = try #require(HTTPDocument(bytes: Array(text.utf8)).requests.first)
        #expect(request.method == "POST" && request.body.text == "name=")
        #expect(request.notices.map(\.text) == ["The file named by --data-urlencode name@f is not read"])
        let query = command("--url-query", "name@f", "--url-query", "+a=%20b")
        #expect(query.query == ["a=%20b"])
        #expect(query.remarks == ["The file named by --url-query name@f is not read."])
    }
}
