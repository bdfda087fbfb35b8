import NetEngine
import Testing

@testable import HTTPFormat

/// Small grammars within lines: what logs hide, envelopes, logins of other tools.
@Suite struct SmallSyntaxTests {
    @Test(
        arguments: [
            ("pin, $.user.iban\tpin", ["pin"], ["$.user.iban"], []), ("", [], [], []), (" , ,", [], [], []),
            ("$", [], [], ["$"]), ("$.a $.a $.b", [], ["$.a", "$.b"], []), ("a=b c:d e", ["e"], [], ["a=b", "c:d"]),
            ("'a' \"b\" (c) {d} e[0]", [], [], ["'a'", "\"b\"", "(c)", "{d}", "e[0]"]),
            ("Pin pin", ["Pin", "pin"], [], []),
        ] as [(String, [String], [String], [String])])
    func `what logs hide are names and paths, each once`(
        text: String, names: [String], paths: [String], wrong: [String]
    ) {
        let read = HiddenParts.reading(text)
        #expect(read.parts.names == names && read.parts.paths == paths && read.wrong == wrong)
        #expect(read.parts.isEmpty == (names.isEmpty && paths.isEmpty))
        var joined = HiddenParts.reading("pin $.z").parts
        joined.add(read.parts)
        #expect(joined.names == ["pin"] + names.filter { $0 != "pin" } && joined.paths == ["$.z"] + paths)
    }

    private static let wrong = "@envelope takes status=, message=, data= and success="

    @Test func `an envelope names its fields, and what it does not name is as usual`() {
        let whole = ExpectationSyntax.envelope(#"status=code message=error.text data=result success=0,"ok",true,"1",x"#)
        #expect(
            whole.format
                == EnvelopeFormat(
                    statusField: "code", messageField: "error.text", dataField: "result",
                    successValues: [.number(0), .text("ok"), .flag(true), .text("1"), .text("x")]))
        #expect(whole.problem == nil)
        #expect(ExpectationSyntax.envelope("").format == EnvelopeFormat())
        let none = ExpectationSyntax.envelope("DATA=")
        #expect(none.format == EnvelopeFormat(dataField: "") && none.problem == nil, "the body itself is the data")
        let quoted = ExpectationSyntax.envelope(#"status="a b"  message="c""#)
        #expect(quoted.format == EnvelopeFormat(statusField: "a b", messageField: "c") && quoted.problem == nil)
        let equals = ExpectationSyntax.envelope("status=a=b")
        #expect(equals.format.statusField == "a=b")
    }

    @Test(arguments: ["status", "status=", "message=", "success=", "foo=1", "=x", "status=a what"])
    func `a part of an envelope that is none is said, and the others count`(text: String) {
        let read = ExpectationSyntax.envelope(text + " data=d")
        #expect(read.problem == Self.wrong && read.format.dataField == "d")
    }

    @Test(
        arguments: [
            ("json", .json, "JSON"), ("XML", .xml, "XML"), ("text", .text, "text"), ("form", .form, "a form"),
            ("Image", .image, "an image"),
        ] as [(String, BodyExpectation, String)])
    func `a kind of body is expected by a word, and said by another`(
        text: String, expectation: BodyExpectation, words: String
    ) {
        #expect(ExpectationSyntax.expectation(text) == expectation)
        #expect(ExpectationSyntax.words(expectation) == words)
        #expect(ExpectationSyntax.expectation(text + "x") == nil)
    }

    @Test func `an envelope is said with its values in order`() {
        func words(_ format: EnvelopeFormat) -> String { ExpectationSyntax.words(.envelope(format)) }
        #expect(
            words(EnvelopeFormat(statusField: "code", messageField: "m", dataField: "d", successValues: [.number(0)]))
                == "envelope: code is 0, data in d, message in m")
        #expect(
            words(EnvelopeFormat(dataField: "", successValues: [.number(2), .text("ok"), .number(1)]))
                == "envelope: status is \"ok\", 1 or 2, message in message")
        #expect(words(EnvelopeFormat(successValues: [])).hasPrefix("envelope: status is nothing,"))
    }

    @Test(
        arguments: [
            ("region:eu-1", "region eu-1"), ("SERVICE:s3", "service s3"), ("token:a:b", "token a:b"),
            ("token:", "token "),
            ("region", nil), ("regions:x", nil), (":x", nil), ("", nil),
        ] as [(String, String?)])
    func `a word after the keys of AWS is one of its options`(word: String, option: String?) {
        #expect(AWSLoginOption.read(word).map { "\($0.option.rawValue) \($0.value)" } == option)
    }

    @Test(
        arguments: [
            ("Authorization", "openid client", "This login is httpYac's (openid)"),
            ("authorization", "OAuth2", "This login is httpYac's (oauth2)"),
            ("Authorization", "oauth2 client_credentials x", "This login is httpYac's (oauth2)"),
            ("Authorization", "OAuth2 abc123", nil),
            ("Authorization", "COGNITO user pw", "This login is VS Code REST Client's (COGNITO)"),
            ("Authorization", "cognito", nil),
            ("Authorization", "AWS cognito user pw", "This login is VS Code REST Client's (COGNITO)"),
            ("Authorization", "$aadToken new", "$aadToken is VS Code REST Client's"),
            ("Authorization", "Bearer $aadV2Token", "$aadV2Token is VS Code REST Client's"),
            ("Authorization", "Bearer $oidcAccessToken", "$oidcAccessToken is VS Code REST Client's"),
            ("Authorization", "Bearer abc", nil), ("Authorization", "AWS id key", nil),
            ("Authorization", "AWS id key region:eu service:s3 token:x", nil),
            ("Authorization", "AWS id key eu", "After AWS, key id and secret key only"),
            ("Authorization", "AWS id key region:eu x:y", "After AWS, key id and secret key only"),
            ("Proxy-Authorization", "openid client", nil),
            ("X-ClientCert", "cert: a.pem key: b.pem", "This names a client"),
            ("clientcert", "pfx: a.pfx passphrase: x", "This names a client"),
            ("X-ClientCert", "KEY:b.pem", "This names a client"), ("X-ClientCert", "MIIB", nil),
            ("X-ClientCert-Name", "cert: a.pem", nil), ("Accept", "openid", nil),
        ] as [(String, String, String?)])
    func `logins that would send a secret as text are refused`(name: String, value: String, start: String?) {
        let problem = ForeignLogin.problem(name: Array(name.utf8), value: Array(value.utf8))
        guard let start else { return #expect(problem == nil) }
        #expect(problem?.hasPrefix(start) == true, "\(problem ?? "sent")")
        #expect(problem?.hasSuffix(".") == false)
    }
}
