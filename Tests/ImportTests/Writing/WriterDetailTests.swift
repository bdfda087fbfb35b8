import NetEngine
import TestSupport
import Testing
import Workspace

@testable import Import

/// What the writer does with single parts of a request.
@Suite struct WriterDetailTests {
    private static func files(_ requests: [ImportedRequest], _ change: (inout ImportedCollection) -> Void = { _ in })
        -> ImportedFiles
    {
        var collection = ImportedCollection(kind: .postman, name: "c", items: requests.map { .request($0) })
        change(&collection)
        return collection.files()
    }

    private static func one(
        _ name: String = "R", method: String = "GET", _ url: String = "https://a.test/",
        _ change: (inout ImportedRequest) -> Void = { _ in }
    ) -> ImportedFiles {
        var request = ImportedRequest(name: name, method: method, url: url)
        change(&request)
        return files([request])
    }

    /// The lines of the request file after `# @name`.
    private static func lines(_ files: ImportedFiles) -> [String] {
        let file = files.files.first { $0.path.hasSuffix(".http") }
        let lines = String(decoding: file?.bytes ?? [], as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
        return lines.dropFirst(2).reversed().drop { $0.isEmpty }.reversed()
    }

    private static func file(_ files: ImportedFiles, _ path: String) -> String? {
        files.files.first { $0.path == path }.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    /// JSON without its layout, nor the spaces in its texts.
    private static func squeezed(_ text: String?) -> String? {
        text?.split(whereSeparator: \.isWhitespace).joined()
    }

    private static func squeezed(_ bytes: [UInt8]?) -> String? {
        squeezed(bytes.map { String(decoding: $0, as: UTF8.self) })
    }

    // MARK: The request line

    @Test func `a URL has a scheme, a variable or a path at its beginning, and no fragment`() {
        let rows = #"""
            a.test/x -> GET http://a.test/x
            {{host}}/x -> GET {{host}}/x
            /x -> GET /x
            https://a.test/x#y?z -> GET https://a.test/x
            https://a.test/?a=1#b -> GET https://a.test/?a=1
            https://a.test/{{a?b#c}}?d -> GET https://a.test/{{a_b_c}}?d
            https://a.test/{{r.response.body.$['b#c']}}/x#y -> GET https://a.test/{{r.response.body.$['b#c']}}/x
            https://a.test/{a?b} -> GET https://a.test/{a?b}
            https://a.test/?a=1&&b -> GET https://a.test/?a=1&b
            https://a.test/?a=b c -> GET https://a.test/?a=b%20c
            https://a.test/?a?b -> GET https://a.test/?a?b
            https://a.test/? -> GET https://a.test/
            """#
        #expect(FilledTable(rows).filled { url in Self.lines(Self.one("R", url)).joined(separator: "␤") } == rows)
    }

    @Test(arguments: [(0, 1), (1, 3)])
    func `a line of more than a hundred bytes is broken at its parameters`(more: Int, count: Int) {
        // `GET https://a.test/` and `?a=…&b=1`.
        let value = String(repeating: "v", count: 100 - 19 - 3 - 4 + more)
        let lines = Self.lines(Self.one("R", "https://a.test/?a=\(value)&b=1"))
        #expect(lines.count == count && lines[0].utf8.count == (more == 0 ? 100 : 19), "\(lines)")
        // A single parameter stays.
        #expect(Self.lines(Self.one("R", "https://a.test/?a=\(value)\(value)")).count == 1)
    }

    @Test func `a parameter that is switched off has a line of its own, and the version is after the URL`() {
        let lines = Self.lines(
            Self.one("R", "https://a.test/?x=1") {
                $0.parameters = [
                    ImportedRow("off", "1", isEnabled: false), ImportedRow("y", "a b&c"), ImportedRow("", ""),
                ]
                $0.options.httpVersion = "2"
            })
        #expect(lines == ["GET https://a.test/ HTTP/2", "    ?x=1", "    &y=a%20b%26c", "    # &off=1"])
        let question = Self.lines(
            Self.one("R", "https://a.test/??x=1") { $0.parameters = [ImportedRow("off", "1", isEnabled: false)] })
        #expect(question == ["GET https://a.test/??x=1", "    # &off=1"], "two question marks begin a check")
        let short = Self.lines(Self.one("R", "https://a.test/?x=1&y=2") { $0.options.httpVersion = "1.1" })
        #expect(short == ["GET https://a.test/?x=1&y=2 HTTP/1.1"])
    }

    @Test func `a parameter is encoded unless it is already, and a name alone has no sign`() {
        var name = ImportedRow("n m", "ignored")
        name.isNameOnly = true
        let rows = [ImportedRow("a", "b&c", isEncoded: true), ImportedRow("a", "b&c"), name, ImportedRow("e", "")]
        let lines = Self.lines(Self.one("R", "https://a.test/") { $0.parameters = rows })
        #expect(lines == ["GET https://a.test/?a=b&c&a=b%26c&n%20m&e="])
    }

    @Test(arguments: [
        (ImportKind.insomnia, ["lost R: The method is put; a request line sends PUT."]),
        (ImportKind.postman, []), (ImportKind.bruno, []),
    ])
    func `a method in small letters is named, unless the tool sends it in capital ones too`(
        _ kind: ImportKind, notices: [String]
    ) {
        let request = ImportedRequest(name: "R", method: "put", url: "https://a.test/")
        let files = Self.files([request]) { $0.kind = kind }
        #expect(ImportedText.notices(files) == notices)
    }

    @Test func `a method that is missing or cannot be written is GET, and a query of GraphQL is posted`() {
        #expect(Self.lines(Self.one(method: "")) == ["GET https://a.test/"])
        let odd = Self.one(method: "A B")
        #expect(Self.lines(odd) == ["GET https://a.test/"])
        #expect(ImportedText.notices(odd).contains { $0.hasSuffix("cannot be written; it is GET now.") })
        for (method, written) in [("GET", "POST"), ("", "POST"), ("PUT", "PUT")] {
            let query = Self.one(method: method) {
                $0.body = .graphQL(query: "{ a }", variables: "", operationName: nil)
            }
            #expect(Self.lines(query).first == "\(written) https://a.test/")
        }
    }

    @Test func `variables of GraphQL that would end the request are in a file of JSON, which is sent as it is`() {
        let variables = "{\n  \"text\": \"a\n### b\"\n}"
        let files = Self.one(method: "POST") {
            $0.body = .graphQL(query: "{ a }", variables: variables, operationName: nil)
        }
        #expect(Self.lines(files) == ["POST https://a.test/", "Content-Type: application/json", "", "< ./R.json"])
        #expect(Self.file(files, "R.json") == "{\n  \"query\": \"{ a }\",\n  \"variables\": \(variables)\n}")
    }

    // MARK: Headers

    @Test func `headers that follow from the body, or are no headers, are not written`() {
        let files = Self.one {
            $0.headers = [
                ImportedRow("Content-Length", "5"), ImportedRow("CONTENT-LENGTH", "5", isEnabled: false),
                ImportedRow("", ""), ImportedRow("X:", "a"), ImportedRow(" Y ", " b\tc "), ImportedRow("E", ""),
                ImportedRow("a b", "c"), ImportedRow("", "v"), ImportedRow("C", "a\u{1}\nb"),
                ImportedRow("Off", "1", isEnabled: false), ImportedRow("https", "//x", isEnabled: false),
            ]
        }
        #expect(
            Self.lines(files) == ["GET https://a.test/", "X: a", "Y: b\tc", "E:", "C: a b", "# Off: 1"])
        #expect(
            ImportedText.notices(files) == [
                "lost R: The header 'a b' is left out: its name has characters that no header can have.",
                "lost R: The header '' is left out: its name has characters that no header can have.",
                "changed R: The header C has control characters in its value; each is a space now.",
                "lost R: The header https, which is switched off, is left out: its line would be a comment.",
            ])
    }

    @Test func `a header of the request takes the place of one of its folders, if it is switched on`() {
        let outer = [ImportedRow("A", "1"), ImportedRow("B", "2"), ImportedRow("C", "3")]
        let inner = [ImportedRow("a", "4"), ImportedRow("b", "5", isEnabled: false)]
        #expect(Inheritance.merged(outer, inner).map { "\($0.name)=\($0.value)" } == ["B=2", "C=3", "a=4", "b=5"])
        #expect(Inheritance.merged([], inner) == inner)
    }

    @Test func `what is further inside comes later, and its login and variables count`() {
        var shared = ImportedDefaults(
            login: .none, variables: [ImportedVariable(name: "a", value: "2")], checks: [ImportedCheck("two")])
        var outer = Inheritance(login: .request(.bearer(token: "t")), checks: [ImportedCheck("one")])
        outer.variables = [ImportedVariable(name: "a", value: "1"), ImportedVariable(name: "b", value: "1")]
        outer.leftovers = ["x"]
        shared.leftovers = ["y"]
        let inner = outer.within(shared)
        #expect(inner.login == .none && inner.checks.map(\.text) == ["one", "two"] && inner.leftovers == ["x", "y"])
        #expect(inner.variables.map { "\($0.name)=\($0.value)" } == ["b=1", "a=2"])
        #expect(outer.within(shared, keepsVariables: false).variables == outer.variables)
        #expect(outer.within(ImportedDefaults()).login == outer.login)
    }

    @Test func `secrets in headers are private, but for their scheme`() {
        let files = Self.one {
            $0.headers = [
                ImportedRow("Authorization", "Scheme s-1"), ImportedRow("X-Api-Key", "s-2"),
                ImportedRow("X-Token", "{{t}}"), ImportedRow("X-Secret", "s-3", isEnabled: false),
            ]
        }
        #expect(
            Self.lines(files).dropFirst() == [
                "Authorization: Scheme {{token}}", "X-Api-Key: {{x_api_key}}", "X-Token: {{t}}",
                "# X-Secret: {{x_secret}}",
            ])
        #expect(files.secrets == ["token", "x_api_key", "x_secret"])
    }

    @Test(arguments: [
        (ImportKind.postman, "gzip, deflate, br", false), (.hurl, "GZIP;q=0.5,*", false), (.bruno, "identity", true),
        (.insomnia, "gzip, compress", true), (.insomnia, "{{codings}}", true), (.insomnia, "", true),
        (.curl, "gzip", true),
    ])
    func `a header that would leave a body encoded is left out where the tool decodes it`(
        kind: ImportKind, value: String, isKept: Bool
    ) {
        var request = ImportedRequest(name: "R", method: "GET", url: "https://a.test/")
        request.headers = [
            ImportedRow("accept-encoding", value), ImportedRow("Accept-Encoding", "br", isEnabled: false),
        ]
        let files = Self.files([request]) { $0.kind = kind }
        #expect(Self.lines(files).count == (isKept ? 3 : 2), "\(Self.lines(files))")
        #expect(ImportedText.notices(files).contains { $0.contains("Accept-Encoding is left out") } != isKept)
    }

    @Test(arguments: [
        (
            ImportedBody.text(
                #"{"a":"b","password":"s-1","n":{{n}},"token":"{{t}}","secret":5}"#, contentType: "application/json"),
            #"{"a":"b","password":"{{password}}","n":{{n}},"token":"{{t}}","secret":5}"#
        ),
        (
            .text("a=1&password=s%2D1&&b", contentType: "application/x-www-form-urlencoded"),
            "a=1&password={{password}}&&b"
        ),
        (
            .text("a=1\n&password=s-1\n&b", contentType: "application/x-www-form-urlencoded"),
            "a=1\n&password={{password}}\n&b"
        ),
        (.text("a=1&password=s-1\n", contentType: "application/x-www-form-urlencoded"), "<@ ./R.txt"),
        (
            .text(#"{"password":"s-1"}"#, contentType: "application/x-www-form-urlencoded"),
            #"{"password":"{{password}}"}"#
        ),
        (.text("[{\"password\":\"s-1\"}]", contentType: "text/plain"), "[{\"password\":\"{{password}}\"}]"),
        (
            .text(#"{/* "a" */"password":"s-1","u":"http://b/*"}"#, contentType: "application/json"),
            #"{/* "a" */"password":"{{password}}","u":"http://b/*"}"#
        ),
        (
            .text("{\"password\":\"s-1\" // it\n}", contentType: "application/json"),
            "{\"password\":\"{{password}}\" // it\n}"
        ),
        (.text("// it's {\n{\"password\":\"s-1\"}", contentType: "application/json"), "<@ ./R.json"),
        (
            .multipart([ImportedPart(name: "a", content: .text(#"{"password":"s-1"}"#))]),
            #"{"password":"{{password}}"}"#
        ),
        (.lines(["{", "\"password\": \"s-1\"", "}"]), "{\n\"password\": \"{{password}}\"\n}"),
        (
            .graphQL(query: "query Q { a }", variables: #"{"password": "s-1"}"#, operationName: nil),
            "query Q { a }\n\n{\"password\": \"{{password}}\"}"
        ),
    ])
    func `secrets in a body are private`(body: ImportedBody, written: String) {
        let files = Self.one(method: "POST") { $0.body = body }
        #expect(ImportedText.text(files).contains("\n\n\(written)\n"), "\(ImportedText.text(files))")
        #expect(files.secrets == ["password"] && !ImportedText.text(files).contains("\\n"))
    }

    @Test(arguments: [
        (#"{"a":1}"#, #"{"a":1}"#, true), ("{\n  \"a\": 1\n}", "< ./R.txt", false),
        ("{\n\"a\": {{b}}\n}", "<@ ./R.txt", true), ("a=x y", "a=x y", true), ("a={{b}}\n", "<@ ./R.txt", true),
        ("a={{b}}&c=%20", "a={{b}}&c=%20", false), ("a=1\n&b=2", "a=1\n&b=2", false),
        ("{{a}}={{b}}", "{{a}}={{b}}", false),
    ])
    func `a text that is declared as a form is sent as it is`(text: String, written: String, isAsWritten: Bool) {
        let files = Self.one(method: "POST") {
            $0.headers = [ImportedRow("Content-Type", "application/x-www-form-urlencoded")]
            $0.body = .text(text, contentType: "application/json")
        }
        let file = ImportedText.text(files)
        #expect(file.contains("\n\n\(written)\n"), "\(file)")
        #expect(file.contains("# @no-auto-encoding\n") == isAsWritten, "\(file)")
        #expect(!written.hasPrefix("<") || Self.file(files, "R.txt") == text, "\(file)")
    }

    @Test(arguments: [nil, false] as [Bool?])
    func `how a text is sent as a form changes nothing of the URL`(encodes: Bool?) {
        let files = Self.one(method: "POST", "https://a.test/?q=a|b") {
            $0.headers = [ImportedRow("Content-Type", "application/x-www-form-urlencoded")]
            $0.body = .text(#"{"a":1}"#, contentType: "application/json")
            $0.options.encodes = encodes
        }
        let file = ImportedText.text(files)
        #expect(file.contains("# @no-auto-encoding\n") == (encodes == false), "\(file)")
        #expect(file.contains(encodes == false ? #"{"a":1}"# : "< ./R.txt"), "\(file)")
    }

    @Test func `a body without a secret, or with braces as text, is written as it is`() {
        for text in [#"{"password":"","passwordUrl":"x"}"#, "password: s-1", #"{"password":"s-1""#] {
            let files = Self.one(method: "POST") { $0.body = .text(text, contentType: "application/json") }
            #expect(ImportedText.text(files).contains("\n\n\(text)\n") && files.secrets == [], "\(text)")
        }
        let literal = Self.one(method: "POST") {
            $0.isLiteral = true
            $0.body = .text(#"{"password":"s-1"}"#, contentType: "application/json")
        }
        #expect(literal.secrets == [])
    }

    @Test func `a secret with escapes of JSON is private, and inserted as it was`() {
        let files = Self.one(method: "POST") {
            $0.body = .text(#"{"password":"a\"b\\c\/d"}"#, contentType: "application/json")
        }
        let text = ImportedText.text(files)
        #expect(text.contains(#"{"password":"{{password}}"}"#), "\(text)")
        #expect(text.contains(#""password": "a\\\"b\\\\c\\/d""#), "\(text)")
    }

    @Test func `secrets in the URL of a header are private`() {
        let files = Self.one {
            $0.headers = [
                ImportedRow("Referer", "https://b.test/x?a=1&token=t-1&&b#c?token=2"),
                ImportedRow("Origin", "https://b.test"), ImportedRow("X-Other", "a?token=t-2"),
                ImportedRow("X-Callback", "http://ann:pw-1@b.test/?", isEnabled: false),
            ]
        }
        #expect(
            Self.lines(files).dropFirst() == [
                "Referer: https://b.test/x?a=1&token={{token}}&&b#c?token=2", "Origin: https://b.test",
                "X-Other: a?token=t-2", "# X-Callback: http://ann:{{password}}@b.test/?",
            ])
        #expect(files.secrets == ["token", "password"])
    }

    @Test func `a parameter that is switched off and a variable of a request have no secret in a public file`() {
        let files = Self.one {
            $0.parameters = [ImportedRow("api_key", "s-1", isEnabled: false)]
            $0.variables = [ImportedVariable(name: "token", value: "s-2")]
        }
        let text = ImportedText.text(files)
        #expect(text.contains("\n    # &api_key={{api_key}}\n") && text.contains("\n@token = {{token_2}}\n"), "\(text)")
        #expect(files.secrets == ["token_2", "api_key"])
    }

    // MARK: Logins

    @Test func `logins are headers or parameters, with their secrets in private variables`() {
        let aws = RequestLogin.AWSLogin(keyID: "k", secret: "s", region: "r", service: "e", sessionToken: "")
        let rows: [(RequestLogin, String)] = [
            (.basic(user: "ann", password: "p"), "Authorization: Basic ann {{password}}"),
            (.basic(user: "a n", password: "{{p}}"), "Authorization: Basic {{user}} {{p}}"),
            (.basic(user: "a:n", password: "{{p}}"), "Authorization: Basic {{user}} {{p}}"),
            (.digest(user: "a n", password: "p"), "Authorization: Digest {{user}} {{password}}"),
            (.bearer(token: "t"), "Authorization: Bearer {{token}}"),
            (.bearer(token: "{{t}}"), "Authorization: Bearer {{t}}"),
            (.apiKey(name: " X-K ", value: "v", inQuery: false), "X-K: {{x_k}}"),
            (.other("Odd t"), "Authorization: Odd {{token}}"),
            (.other("t"), "Authorization: {{token}}"),
            (.aws(aws), "Authorization: AWS k {{aws_secret_key}} region:r service:e"),
        ]
        for (login, line) in rows {
            #expect(Self.lines(Self.one { $0.login = .request(login) }).dropFirst() == [line])
        }
        let query = Self.one { $0.login = .request(.apiKey(name: "k", value: "v", inQuery: true)) }
        #expect(Self.lines(query) == ["GET https://a.test/?k={{k}}"])
    }

    @Test func `a key that no header can have is said, and so is a second login`() {
        let odd = Self.one { $0.login = .request(.apiKey(name: "a b", value: "{{v}}", inQuery: false)) }
        #expect(Self.lines(odd) == ["GET https://a.test/"])
        #expect(ImportedText.notices(odd) == ["lost R: The key 'a b' is left out: no header can have that name."])
        var request = ImportedRequest(name: "R", method: "GET", url: "https://a.test/")
        request.headers = [ImportedRow("authorization", "{{a}}")]
        for login in [
            ImportedLogin.request(.bearer(token: "{{u}}")), .oauth2(ImportedOAuth2(grant: .password, tokenURL: "u")),
        ] {
            request.login = login
            let two = Self.files([request]) { $0.kind = .insomnia }
            #expect(Self.lines(two) == ["GET https://a.test/", "authorization: {{a}}"])
            #expect(
                ImportedText.notices(two) == [
                    "changed R: The request has an Authorization header and a login; the header is sent."
                ])
        }
        // One that is switched off is none.
        let off = Self.one {
            $0.headers = [ImportedRow("Authorization", "x", isEnabled: false)]
            $0.login = .request(.bearer(token: "{{u}}"))
        }
        #expect(Self.lines(off).last == "Authorization: Bearer {{u}}")
    }

    @Test(arguments: [ImportKind.postman, .bruno])
    func `a login takes the place of a header where the tool sends it so`(kind: ImportKind) {
        var request = ImportedRequest(name: "R", method: "GET", url: "https://a.test/")
        request.headers = [ImportedRow("authorization", "s-1"), ImportedRow("x-key", "s-2")]
        request.login = .request(.bearer(token: "{{u}}"))
        let bearer = Self.files([request]) { $0.kind = kind }
        #expect(
            Self.lines(bearer) == ["GET https://a.test/", "x-key: s-2", "Authorization: Bearer {{u}}"])
        #expect(
            ImportedText.notices(bearer) == [
                "changed R: The request has the header 'authorization' and a login that sets it; the login is sent."
            ])
        request.login = .request(.apiKey(name: "X-Key", value: "{{k}}", inQuery: false))
        let key = Self.files([request]) { $0.kind = kind }
        #expect(Self.lines(key) == ["GET https://a.test/", "authorization: {{authorization}}", "X-Key: {{k}}"])
        request.login = .request(.apiKey(name: "X-Key", value: "{{k}}", inQuery: true))
        let query = Self.files([request]) { $0.kind = kind }
        #expect(
            Self.lines(query) == ["GET https://a.test/?X-Key={{k}}", "authorization: {{authorization}}", "x-key: s-2"])
    }

    @Test func `variables of a form are inserted percent-encoded, those of a query are not`() {
        let files = Self.one(method: "POST") {
            $0.parameters = [ImportedRow("q", "{{v}}")]
            $0.body = .form([
                ImportedRow("{{n}}", "{{v}}-{{%w}}"), ImportedRow("d", "{{$guid}}"),
                ImportedRow("r", "{{a.response.body.$.b}}"), ImportedRow("e", "{{v}}", isEncoded: true),
                ImportedRow("password", "a+b"), ImportedRow("token", "{{t}}"),
            ])
        }
        #expect(
            Array(Self.lines(files).suffix(6)) == [
                "{{%n}}={{%v}}-{{%w}}", "&d={{%$guid}}",
                "&r={{%a.response.body.$.b}}", "&e={{v}}", "&password={{password}}", "&token={{%t}}",
            ])
        #expect(Self.lines(files).first == "POST https://a.test/?q={{v}}")
        #expect(Self.file(files, "http-client.private.env.json")?.contains("a%2Bb") == true)
        #expect(ReferenceNames.encoding("{{a}} {{ % a }} {{}} {{a}") == "{{%a}} {{ % a }} {{}} {{a}")
    }

    @Test func `all of a login with tokens is in its entry`() {
        var login = ImportedOAuth2(
            grant: .authorizationCode, tokenURL: "https://t", authorizationURL: "https://u",
            parameters: [ImportedRow("audience", "z")])
        login.usesPlainProofKey = true
        login.tokenParameters = [
            ImportedRow("a", "1"), ImportedRow("b", "{{b}}"), ImportedRow("b", "2"), ImportedRow("both", "x"),
            ImportedRow("api_key", "KEY"), ImportedRow("c", "1"),
        ]
        login.authorizationParameters = [
            ImportedRow("prompt", "login"), ImportedRow("both", "x"), ImportedRow("c", "2"),
        ]
        login.tokenHeaders = [ImportedRow("X-A", "1")]
        login.usesIDToken = true
        login.isAcquired = false
        let files = Self.one { $0.login = .oauth2(login) }
        let members: [String] = [
            #""PKCE":{"CodeChallengeMethod":"Plain"}"#, #""CustomRequestParameters":{"audience":"z""#, #""both":"x""#,
            #""a":{"Value":"1","Use":"InTokenRequest"}"#, #""b":{"Value":["{{b}}","2"],"Use":"InTokenRequest"}"#,
            #""api_key":{"Value":"{{api_key}}","Use":"InTokenRequest"}"#, #""c":{"Value":"1","Use":"InTokenRequest"}"#,
            #""prompt":{"Value":"login","Use":"InAuthRequest"}}"#, #""CustomHeaders":{"X-A":"1"}"#,
            #""UseIDToken":true"#, #""AcquireAutomatically":false"#,
        ]
        let text = Self.squeezed(Self.file(files, "http-client.env.json")) ?? ""
        #expect(text.contains(members.joined(separator: ",")), "\(text)")
        #expect(
            ImportedText.notices(files) == [
                "lost R: The parameter 'c' of the OAuth 2 login has one value here; the others are left out."
            ])
    }

    @Test func `what no entry of a login can hold is left out, and a text like an array is one value`() {
        var login = ImportedOAuth2(grant: .clientCredentials, tokenURL: "https://t")
        login.tokenParameters = [ImportedRow("a", "[1,2]"), ImportedRow("{{p}}", "x"), ImportedRow("B b", "1")]
        login.tokenHeaders = [ImportedRow("Bad Name", "1"), ImportedRow("X-A", "2")]
        let files = Self.one { $0.login = .oauth2(login) }
        let text = Self.squeezed(Self.file(files, "http-client.env.json")) ?? ""
        #expect(
            text.contains(
                #""CustomRequestParameters":{"a":{"Value":["[1,2]"],"Use":"InTokenRequest"},"Bb":{"Value":"1","#
                    + #""Use":"InTokenRequest"}},"CustomHeaders":{"X-A":"2"}"#), "\(text)")
        #expect(
            ImportedText.notices(files) == [
                "lost R: The parameter '{{p}}' of the OAuth 2 login is left out: it cannot be sent under that name.",
                "lost R: The header 'Bad Name' of the OAuth 2 login is left out: it cannot be sent under that name.",
            ])
    }

    @Test func `a token is sent after its prefix, alone or in the query, and requests with one login share it`() {
        var login = ImportedOAuth2(grant: .clientCredentials, tokenURL: "https://t")
        let placements: [ImportedOAuth2.Placement] = [
            .bearer, .header(prefix: "Token"), .header(prefix: ""), .query(name: "access_token"),
        ]
        let requests = placements.enumerated().map { index, placement in
            login.placement = placement
            return ImportedRequest(name: "R\(index)", method: "GET", url: "https://a.test/", login: .oauth2(login))
        }
        let files = Self.files(requests)
        let lines = (Self.file(files, "c.http") ?? "").split(separator: "\n").filter { $0.contains("auth.token") }
        #expect(
            lines == [
                #"Authorization: Bearer {{$auth.token("login")}}"#, #"Authorization: Token {{$auth.token("login")}}"#,
                #"Authorization: {{$auth.token("login")}}"#,
                #"GET https://a.test/?access_token={{%$auth.token("login")}}"#,
            ])
        #expect(Self.file(files, "http-client.env.json")?.split(separator: #""Type""#).count == 2)
    }

    @Test func `a login with tokens of a server is an entry of the environment file, once`() {
        var login = ImportedOAuth2(
            name: "my login", grant: .authorizationCode, tokenURL: "https://t", authorizationURL: "https://u",
            deviceURL: "https://d", redirectURL: "https://r", clientID: "c", clientSecret: "s", user: "ann",
            password: "p", scope: "x y", sendsClientInBody: true, usesProofKey: false,
            parameters: [ImportedRow("audience", "z"), ImportedRow("off", "1", isEnabled: false)])
        let requests = ["A", "B"].map {
            ImportedRequest(name: $0, method: "GET", url: "https://a.test/", login: .oauth2(login))
        }
        let files = Self.files(requests)
        #expect(
            Self.squeezed(Self.file(files, "http-client.env.json"))
                == #"{"$shared":{"Security":{"Auth":{"my_login":{"Type":"OAuth2","GrantType":"AuthorizationCode","#
                + #""TokenURL":"https://t","AuthURL":"https://u","DeviceAuthURL":"https://d","RedirectURL":"https://r","#
                + #""ClientID":"c","ClientSecret":"{{client_secret}}","ClientCredentials":"inbody","Username":"ann","#
                + #""Password":"{{password}}","Scope":"xy","PKCE":false,"CustomRequestParameters":{"audience":"z"}}}}}}"#
        )
        let lines = ImportedText.text(files).split(separator: "\n").filter { $0.hasPrefix("Authorization") }
        #expect(lines == Array(repeating: "Authorization: Bearer {{$auth.token(\"my_login\")}}", count: 2))

        login = ImportedOAuth2(grant: .clientCredentials, tokenURL: "", clientSecret: "{{s}}", usesProofKey: false)
        #expect(
            Self.squeezed(Self.file(Self.one { $0.login = .oauth2(login) }, "http-client.env.json"))
                == #"{"$shared":{"Security":{"Auth":{"login":{"Type":"OAuth2","GrantType":"ClientCredentials","#
                + #""ClientSecret":"{{s}}"}}}}}"#)
    }

    // MARK: Titles and comments

    @Test(arguments: [
        ("One", "One"), ("", "GET https://a.test/"), ("---", "GET https://a.test/"), ("# @x #", "x"),
        ("{{a}}", "{ {a}}"),
    ])
    func `a title is the name, or the request line`(name: String, title: String) {
        #expect(Self.one(name).files.map(\.requests) == [[title]])
    }

    @Test func `what a source says of its rows are lines of the description`() {
        let files = Self.one(method: "POST") {
            $0.description = "First"
            $0.parameters = [ImportedRow("p", "1", description: "a\nb"), ImportedRow("q", "1", description: " \n")]
            $0.headers = [ImportedRow("h", "1", description: "@c"), ImportedRow("i", "1")]
            $0.body = .form([ImportedRow("f", "1", description: "d")])
        }
        #expect(Self.lines(files).prefix(4) == ["# First", "# - p: a b", "# - h: @c", "# - f: d"])
        let rows = (1...101).map { ImportedRow("p\($0)", "1", description: "d\($0)") }
        let many = Self.lines(Self.one { $0.parameters = rows })
        #expect(many[99] == "# - p100: d100" && many[100] == "# …")
        let hundred = Self.lines(Self.one { $0.parameters = Array(rows.prefix(100)) })
        #expect(hundred[99] == "# - p100: d100" && !hundred.contains("# …"))
    }

    @Test func `a long description is cut, that of a collection earlier`() {
        func text(_ count: Int) -> String { (1...count).map { "l\($0)" }.joined(separator: "\n") }
        let whole = Self.lines(Self.one { $0.description = text(400) })
        let cut = Self.lines(Self.one { $0.description = text(401) })
        #expect(whole[399] == "# l400" && whole[400] == "GET https://a.test/")
        #expect(cut[399] == "# l400" && cut[400] == "# …")
        for (count, last) in [(60, "# l60"), (61, "# …")] {
            let request = ImportedRequest(name: "R", method: "GET", url: "x")
            let files = Self.files([request]) { $0.description = text(count) }
            let written = Self.file(files, "c.http") ?? ""
            #expect(written.contains("\n\(last)\n\n### R\n"), "\(written)")
        }
    }

    @Test func `descriptions without a file of their own are in the first below them`() {
        func folder(_ name: String, _ items: [ImportedItem]) -> ImportedItem {
            .folder(ImportedFolder(name: name, description: "of \(name)", items: items))
        }
        let request = ImportedItem.request(ImportedRequest(name: "R", method: "GET", url: "https://a.test/"))
        let files = Self.files([]) {
            $0.description = "All of it."
            $0.items = [
                folder("none", [folder("empty", [])]),
                folder("outer", [folder("one", [request]), folder("two", [request])]), folder("last", [request]),
            ]
        }
        let comments = files.files.filter { $0.path.hasSuffix(".http") }.map { file in
            let text = String(decoding: file.bytes, as: UTF8.self)
            return file.path + ":"
                + text.split(separator: "\n").prefix { $0.hasPrefix("#") && !$0.hasPrefix("###") }
                .joined(separator: "|")
        }
        #expect(comments.contains { $0.hasSuffix("one.http:# All of it.|#|# of outer|#|# of one") }, "\(comments)")
        #expect(comments.contains { $0.hasSuffix("two.http:# of two") }, "\(comments)")
        #expect(comments.contains { $0.hasSuffix("last.http:# of last") }, "\(comments)")
    }

    @Test func `a script of two thousand lines is kept, and no line more`() {
        let script = ImportedScript(.afterResponse, (1...2_001).map { "l\($0)" }.joined(separator: "\n"))
        let lines = PlainWords.script(script, of: "Bruno")
        #expect(lines.count == 2_001 && lines.last == "| l2000")
        let left = PlainWords.leftovers([script.text], of: "Bruno")
        #expect(left.count == 2_001 && left.last == "| l2000")
    }

    // MARK: Before and after

    @Test func `a request that must be sent before is one of the same file, or of another that is imported`() {
        var first = ImportedRequest(name: "Log in", method: "GET", url: "https://a.test/")
        first.usedAs = "Log in"
        var second = ImportedRequest(name: "Me", method: "GET", url: "https://a.test/me")
        second.dependencies = ["Log in", "gone"]
        let files = Self.files([second, first])
        #expect(Self.lines(files).first == "# @ref Log_in")
        #expect(
            ImportedText.notices(files) == [
                "lost Me: The request needs 'gone' to be sent before it, which is not in the source."
            ])
        second.dependencies = ["Log in"]
        let early = Self.files([second]) {
            $0.items.insert(.folder(ImportedFolder(name: "A", items: [.request(first)])), at: 0)
        }
        #expect(ImportedText.text(early).contains("# @import ./A.http\n# @ref Log_in\n"))
        let late = Self.files([second]) {
            $0.items.append(.folder(ImportedFolder(name: "x", items: [.request(first)])))
        }
        #expect(ImportedText.text(late).contains("# @import ./x.http\n# @ref Log_in\n"))
        #expect(ImportedText.notices(early) == [] && ImportedText.notices(late) == [])
        let other = ImportedRequest(name: "Log_in", method: "GET", url: "https://a.test/other")
        let twice = Self.files([other, second]) {
            $0.items.append(.folder(ImportedFolder(name: "x", items: [.request(first)])))
        }
        let text = ImportedText.text(twice)
        #expect(text.contains("# @import ./x.http\n# @ref Log_in\n"), "\(text)")
        #expect(text.contains("# @name Log_in_2\nGET https://a.test/other\n"), "\(text)")
        #expect(ImportedText.notices(twice) == [])
    }

    @Test(arguments: [
        ("A/B.http", "", "./A/B.http"), ("A/B.http", "A/C", "../B.http"), ("x.http", "A/C", "../../x.http"),
        ("A/C/D.http", "A/C", "./D.http"),
    ])
    func `a file is named as the files of a folder write it`(file: String, folder: String, path: String) {
        #expect(RequestWriter.path(of: file, from: folder) == path)
    }

    @Test(arguments: [([0xFF, 0xFE], ".bin"), ([0x61, 0x0A], ".txt")] as [([UInt8], String)])
    func `a file of a body without a type is named by what it holds`(bytes: [UInt8], ending: String) {
        let files = Self.one(method: "POST") { $0.body = .bytes(bytes, contentType: nil) }
        let bodies = files.files.filter { !$0.path.hasSuffix(".http") }
        #expect(bodies.map(\.bytes) == [bytes])
        #expect(bodies.allSatisfy { $0.path.hasSuffix(ending) }, "\(bodies.map(\.path))")
    }

    @Test func `a file for the response is beside the request`() {
        let rows: [(String, String?, String?)] = [
            ("a.json", ">> ./a.json", nil), ("./a.json", ">> ./a.json", nil),
            (
                "out/a.json", ">> ./a.json",
                "changed R: The body of the response is written beside the request file, to 'a.json' and not to 'out/a.json'."
            ),
            ("..", nil, "lost R: The body of the response is not written to '..'."),
        ]
        for (path, line, notice) in rows {
            let files = Self.one { $0.options.outputFile = path }
            #expect(Self.lines(files).first { $0.hasPrefix(">>") } == line)
            #expect(ImportedText.notices(files) == [notice].compactMap { $0 })
        }
    }

    @Test func `a capture that no script line and no reference can have is kept as a comment`() {
        let files = Self.one {
            $0.captures = [
                ImportedCapture(variable: "a", expression: "body.$.a"),
                ImportedCapture(variable: "b", expression: "body.$..b"),
                ImportedCapture(variable: "c", expression: "body.$['}}']['x'][*]"),
            ]
        }
        let lines = Self.lines(files)
        #expect(lines.contains("> {% client.global.set(\"a\", response.body.a); %}"))
        #expect(lines.contains("@b = {{R.response.body.$..b}}"))
        #expect(lines.contains("# | c: body.$['}}']['x'][*]"))
        #expect(ImportedText.notices(files).count == 1)
        #expect(
            ImportedText.notices(files).first?.hasPrefix(
                "kept R: The variable 'c' is not set: a reference cannot have the path") == true)
    }

    // MARK: Variables of a file

    @Test func `a value that a line would change is in the environment file`() {
        let values = ["a", "", " a", "a ", "\"a\"", "'a", "a\"b'", "a\\b", "a\tb", "a\u{7F}", "ä"]
        var folder = ImportedFolder(
            name: "F", items: [.request(ImportedRequest(name: "R", method: "GET", url: "https://a.test/"))])
        folder.shared.variables = values.enumerated().map { ImportedVariable(name: "v\($0)", value: $1) }
        let files = Self.files([]) { $0.items = [.folder(folder)] }
        let text = Self.file(files, "F.http") ?? ""
        let definitions = text.split(separator: "\n").prefix { $0.hasPrefix("@") }
        #expect(
            definitions == [
                "@v0 = a", "@v1 = ", "@v2 = {{v2_2}}", "@v3 = {{v3_2}}", "@v4 = {{v4_2}}", "@v5 = {{v5_2}}",
                "@v6 = a\"b'",
                "@v7 = {{v7_2}}", "@v8 = {{v8_2}}", "@v9 = {{v9_2}}", "@v10 = ä",
            ])
        #expect(Self.file(files, "http-client.env.json")?.contains(#""v7_2": "a\\b""#) == true)
    }

    @Test func `an equal variable of a second request is defined once, and another value has another name`() {
        let requests = [("A", "1"), ("B", "1"), ("C", "2")].map { name, value in
            var request = ImportedRequest(name: name, method: "GET", url: "https://a.test/{{id}}")
            request.variables = [
                ImportedVariable(name: "id", value: value), ImportedVariable(name: "off", value: "x", isEnabled: false),
            ]
            return request
        }
        let text = ImportedText.text(Self.files(requests))
        let found = text.split(separator: "\n").filter { $0.hasPrefix("@") || $0.hasPrefix("GET") }
        #expect(
            found == [
                "@id = 1", "GET https://a.test/{{id}}", "GET https://a.test/{{id}}", "@id_2 = 2",
                "GET https://a.test/{{id_2}}",
            ])
    }

    @Test func `the share that is written is said after each fifty requests`() {
        let requests = (1...120).map { ImportedRequest(name: "R\($0)", method: "GET", url: "https://a.test/") }
        let collection = ImportedCollection(kind: .postman, name: "c", items: requests.map { .request($0) })
        var shares: [Double] = []
        _ = collection.files { shares.append($0) }
        #expect(shares == [50.0 / 120, 100.0 / 120])
    }

    // MARK: Environments

    @Test func `an environment without values is named, and secrets have a file of their own`() {
        var files = EnvironmentFiles()
        #expect(files.publicFile == nil && files.privateFile == nil)
        let dev = files.add("dev")
        #expect(Self.squeezed(files.publicFile) == #"{"dev":{}}"# && files.privateFile == nil)
        files.set("t", "s", in: dev, isSecret: true)
        files.set("a", "1", isSecret: false)
        #expect(Self.squeezed(files.publicFile) == #"{"$shared":{"a":"1"},"dev":{}}"#)
        #expect(Self.squeezed(files.privateFile) == #"{"dev":{"t":"s"}}"#)
        let (cut, whole) = (files.add(String(repeating: "x", count: 61)), files.add(String(repeating: "x", count: 60)))
        #expect(cut == String(repeating: "x", count: 59) + "…" && whole == String(repeating: "x", count: 60))
    }

    @Test func `variables that are switched off, have no value or another name are said`() {
        let files = Self.files([ImportedRequest(name: "R", method: "GET", url: "https://a.test/{{a b}}")]) {
            $0.shared.variables = [
                ImportedVariable(name: "off", value: "1", isEnabled: false), ImportedVariable(name: "", value: "1"),
                ImportedVariable(name: "a b", value: "1"), ImportedVariable(name: "s", value: "", isSecret: true),
                ImportedVariable(name: "my_password", value: "lit"), ImportedVariable(name: "password", value: "{{p}}"),
            ]
            $0.environments = [
                ImportedEnvironment(name: "dev", variables: [ImportedVariable(name: "t", value: "", isSecret: true)])
            ]
        }
        #expect(
            ImportedText.notices(files) == [
                "lost: The variable 'off' is switched off; it is left out.",
                "changed: The variable 'a b' is called a_b now: its name could not be read.",
                "kept: The secret variable 's' has no value in the source: give it one in http-client.private.env.json.",
                "kept: The secret variable 't' has no value in the source: give it one for 'dev' in http-client.private.env.json.",
            ])
        #expect(files.secrets == ["s", "my_password", "t"] && files.environments == ["dev"])
    }
}
