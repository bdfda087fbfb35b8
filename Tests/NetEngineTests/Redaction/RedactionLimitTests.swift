import TestSupport
import Testing

@testable import NetEngine

/// From which length on, of which names and how many secrets are looked for, at each limit and one beyond it.
@Suite struct RedactionLimitTests {
    private static func draft(_ place: String, _ value: String) -> RequestDraft {
        var draft = RequestDraft(method: "POST", url: "http://a.test/")
        switch place {
        case "query": draft.url = "http://a.test/?token=\(value)"
        case "vague query": draft.url = "http://a.test/?key=\(value)"
        case "login": draft.url = "http://u:\(value)@a.test/"
        case "cookie": draft.headers = ["Cookie": "a=\(value)"]
        case "bearer": draft.headers = ["Authorization": "Bearer \(value)"]
        case "field": draft.headers = ["X-Api-Key": value]
        case "marked field": draft.headers = [HeaderField("X-A", value, isSecret: true)]
        case "proxy": draft.options.proxy = .url("http://u:\(value)@p.test")
        case "certificate":
            draft.options.tls.clientCertificate = ClientCertificate(file: "/c.pem", password: value)
        case "member":
            draft.headers = ["Content-Type": "application/json"]
            draft.body = .bytes(Array(#"{"password":"\#(value)"}"#.utf8))
        default:
            draft.headers = ["Content-Type": "application/x-www-form-urlencoded"]
            draft.body = .bytes(Array("password=\(value)".utf8))
        }
        return draft
    }

    /// Where a secret was, and what becomes of it in a text.
    private static let lengths: FilledTable = """
        query 123 -> 123
        query 1234 -> [redacted]
        vague query 1234567 -> 1234567
        vague query 12345678 -> [redacted]
        login 123 -> 123
        login 1234 -> [redacted]
        cookie 1234567 -> 1234567
        cookie 12345678 -> [redacted]
        bearer 123 -> 123
        bearer 1234 -> [redacted]
        field 123 -> 123
        field 1234 -> [redacted]
        marked field 123 -> 123
        marked field 1234 -> [redacted]
        proxy 123 -> 123
        proxy 1234 -> [redacted]
        certificate 123 -> 123
        certificate 1234 -> [redacted]
        member 1234567 -> 1234567
        member 12345678 -> [redacted]
        form 1234567 -> 1234567
        form 12345678 -> [redacted]
        """

    @Test func `a credential is looked for from four bytes on, what may be a word from eight`() {
        let text = Self.lengths.filled { row in
            let space = row.lastIndex(of: " ") ?? row.endIndex
            let value = String(row[row.index(after: space)...])
            return Redactor(storing: Self.draft(String(row[..<space]), value)).stored(text: value)
        }
        #expect(text == Self.lengths.text)
    }

    @Test func `a word of up to 4096 bytes is looked for, and a thousand of them`() {
        for (count, isHidden) in [(4096, true), (4097, false)] {
            let word = String(repeating: "a", count: count)
            let redactor = Redactor(storing: Self.draft("field", word))
            #expect((redactor.stored(text: word) == "[redacted]") == isHidden, "\(count)")
            #expect(redactor.stored(HeaderField("X-Api-Key", word)).value == "[redacted]")
        }
        let fields = (1000...2000).map { HeaderField("X-Api-Key", "secret-\($0)") }
        let redactor = Redactor(storing: RequestDraft(url: "http://a.test/", headers: HeaderFields(fields)))
        #expect(redactor.stored(text: "secret-1000 secret-1999 secret-2000") == "[redacted] [redacted] secret-2000")
    }

    /// The login of a URL.
    private static let logins: FilledTable = """
        u:abc -> [redacted]
        u:abcd -> u:[redacted]
        token123: -> [redacted]:
        token123:x -> [redacted]:x
        token123:X -> [redacted]:X
        token123:x-oauth-basic -> [redacted]:x-oauth-basic
        token123:y -> [redacted]
        :x -> [redacted]
        :abcd -> [redacted]
        u -> [redacted]
        """

    @Test func `of a login the user is kept, unless the user is the secret`() {
        func shown(_ login: String) -> String {
            let url = "http://\(login)@a.test/"
            return String(Redactor(storing: RequestDraft(url: url)).stored(url: url).dropFirst(7).prefix { $0 != "@" })
        }
        #expect(Self.logins.filled(shown) == Self.logins.text)
        let user = String(repeating: "u", count: 64)
        #expect(shown("\(user):abcd") == "\(user):[redacted]")
        #expect(shown("\(user)u:abcd") == "[redacted]")
    }

    private static let parameters = [
        "algorithm", "qop", "nc", "realm", "uri", "stale", "charset", "signedheaders", "username", "userhash", "nonce",
        "response", "cnonce",
    ]

    @Test func `of the parameters of a login those that say nothing secret stay readable`() {
        let value = Self.parameters.map { "\($0.uppercased()) = \"value-of-\($0)\"" }.joined(separator: ", ")
        let draft = RequestDraft(url: "http://a.test/", headers: ["Authorization": "Digest \(value)"])
        let exchange = ExchangeFixtures.exchange(draft: draft, hops: [])
        func open(_ scrub: (String) -> String) -> [String] {
            Self.parameters.filter { scrub("a value-of-\($0) b") == "a value-of-\($0) b" }
        }
        let usual = Array(Self.parameters.prefix(8))
        let redactors = [
            Redactor(storing: draft), Redactor(requestsOf: [exchange]),
            Redactor(Redaction(), learningFrom: exchange),
        ]
        #expect(
            redactors.map { redactor in open { redactor.scrub($0) } }
                == [usual + ["username", "userhash"], usual + ["username", "userhash"], usual])
    }

    private static let addresses: FilledTable = """
        Location -> http://h/?token=[redacted]
        Content-Location -> http://h/?token=[redacted]
        Referer -> http://h/?token=[redacted]
        Origin -> http://h/?token=[redacted]
        Link -> http://h/?token=[redacted]
        X-Url -> http://h/?token=abc
        """

    @Test func `a log looks into the addresses of the fields that hold one`() {
        let redactor = Redactor(Redaction())
        #expect(
            Self.addresses.filled { redactor.shown(HeaderField($0, "http://h/?token=abc")).value }
                == Self.addresses.text)
    }

    private static let elements: FilledTable = """
        <p id='token' value='x'/> -> <p id='token' value='[redacted]'/>
        <p field='token'>x</p> -> <p field='token'>[redacted]</p>
        <p ref='token' value='x'/> -> <p ref='token' value='x'/>
        <p KEY='token' VALUE='x'/> -> <p KEY='token' VALUE='[redacted]'/>
        <p key='a' value='x'/> -> <p key='a' value='x'/>
        """

    @Test func `an attribute may name what another one holds`() {
        let text = Self.elements.filled { row in
            Redactor(Redaction()).shown(body: Array(row.utf8), type: ContentType("text/xml"), limit: 1000)
        }
        #expect(text == Self.elements.text)
    }

    @Test func `a body in a log is cut after as many characters as asked for`() {
        func shown(_ text: String, _ limit: Int) -> String? {
            Redactor(Redaction()).shown(body: Array(text.utf8), type: ContentType("text/plain"), limit: limit)
        }
        #expect(shown("äbc", 3) == "äbc" && shown("äbc", 2) == "äb…" && shown("", 2) == nil)
    }

    @Test func `a secret that was told is looked for from one byte on, a learned one from four`() {
        let told = Redactor(Redaction(secrets: ["x", ""]))
        #expect(told.scrub("axb") == "a[redacted]b")
        func learned(_ value: String) -> String {
            let draft = RequestDraft(url: "http://a.test/", headers: ["X-Api-Key": value])
            return Redactor(Redaction(), learningFrom: ExchangeFixtures.exchange(draft: draft, hops: [])).scrub(value)
        }
        #expect(["abc", "abcd", "[redacted]"].map(learned) == ["abc", "[redacted]", "[redacted]"])
    }
}
