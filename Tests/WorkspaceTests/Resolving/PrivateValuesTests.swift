import NetEngine
import Testing

@testable import Base
@testable import Workspace

/// Private values are masked in everything shown about a send.
@Suite struct PrivateValuesTests {
    private static let token = VariableUse(
        name: "token", value: "s3cr3t/+ x", source: .dotEnv(file: "/c/.env"), isSecret: true)
    private static let plain = VariableUse(name: "user", value: "annabel", source: .file(line: 1))

    @Test func `private values are left out, as they are and percent-encoded`() {
        let privates = PrivateValues([Self.token, Self.plain])
        #expect(
            privates.masked("annabel s3cr3t/+ x ?a=s3cr3t%2F%2B%20x&b=s3cr3t/+%20x")
                == "annabel (private) ?a=(private)&b=(private)")
        #expect(PrivateValues([Self.plain]).isEmpty)
        // In a URL that is sent as it is written.
        let odd = VariableUse(name: "odd", value: "a|b [c]", source: .dotEnv(file: "/c/.env"), isSecret: true)
        #expect(PrivateValues([odd]).masked("?a=a|b%20[c]&b=a%7Cb%20%5Bc%5D") == "?a=(private)&b=(private)")
        #expect(PrivateValues([odd]).texts.contains("a|b%20[c]"))
    }

    @Test func `of several lines each long one is left out by itself`() {
        let text = VariableUse(
            name: "key", value: "first-line\nshort-1\n8-letter\r\nlast line", source: .override, isSecret: true)
        let privates = PrivateValues([text])
        #expect(
            privates.masked("first-line, short-1, 8-letter, last line") == "(private), short-1, (private), (private)")
    }

    @Test func `of more than five hundred values the oldest are forgotten`() {
        func use(_ number: Int) -> VariableUse {
            VariableUse(name: "v\(number)", value: "value-\(1000 + number)", source: .override, isSecret: true)
        }
        var privates = PrivateValues((0..<500).map(use))
        #expect(privates.texts.count == 500 && privates.texts.contains("value-1000"))
        privates.learn([use(3)])
        #expect(privates.texts.count == 500 && privates.texts.contains("value-1000"), "it is known")
        privates.learn([use(500), use(501)])
        #expect(privates.texts.count == 500 && privates.texts.contains("value-1501"))
        #expect(!privates.texts.contains("value-1000") && !privates.texts.contains("value-1001"))
        #expect(privates.texts.contains("value-1002"))
    }

    @Test func `a value too short to be distinguished from other text is left`() {
        let short = VariableUse(name: "pin", value: "123", source: .dotEnv(file: "/c/.env"), isSecret: true)
        #expect(PrivateValues([short]).isEmpty)
    }

    @Test func `credentials that hold one are left out as they were encoded`() {
        let draft = RequestDraft(
            url: "http://h/", headers: [HeaderField("Authorization", "Basic YW5uOnMzY3IzdA==")])
        #expect(PrivateValues([Self.token], draft).masked("sent: Basic YW5uOnMzY3IzdA==") == "sent: Basic (private)")
        #expect(PrivateValues([Self.plain], draft).isEmpty)
    }

    @Test func `values are left out in Base64, escaped and in lower case, too`() {
        let value = VariableUse(name: "v", value: "Größe-9", source: .dotEnv(file: "/c/.env"), isSecret: true)
        let privates = PrivateValues([value])
        #expect(privates.masked("a dXNlcjpHcsO2w59lLTk= b") == "a dXNlcjp(private)k= b")
        #expect(privates.masked(#"Gr\u00f6\u00dfe-9, größe-9, Gr%C3%B6%C3%9Fe-9"#) == "(private), (private), (private)")
    }

    @Test func `what the log hides in the exchange is left out, but for what only has the name of a secret`() {
        var named = RequestLogOptions.Secret(name: "apiToken", value: "given-away")
        named.isPublic = true
        var draft = RequestDraft(url: "http://h/")
        draft.options.log = RequestLogOptions(secrets: [.init(name: "other", value: "not-used"), named])
        #expect(PrivateValues([], draft).masked("not-used given-away") == "(private) given-away")
    }

    @Test func `those that were asked for are shown`() {
        let other = VariableUse(name: "other", value: "hidden", source: .dotEnv(file: "/c/.env"), isSecret: true)
        let privates = PrivateValues([Self.token, other]).hidden(except: ["token"])
        #expect(privates.masked("s3cr3t/+ x hidden") == "s3cr3t/+ x (private)")
    }

    @Test func `an error keeps its category and loses the value`() {
        let error = EngineError(category: .dns, sentence: "There is no host s3cr3t/+ x.", hint: "h", status: 1)
        let masked = SentSecrets([], PrivateValues([Self.token])).hidden(error)
        #expect(masked?.sentence == "There is no host (private)." && masked?.category == .dns && masked?.status == 1)
    }

    @Test func `JSON keeps the body and the names`() {
        let document = JSONOutput.object([
            ("id", "secret"), ("body", "secret"), ("url", "http://h/?k=secret"),
            ("hops", .array([.object([("sentHead", "X: secret")])])),
        ])
        let privates = PrivateValues([
            VariableUse(name: "k", value: "secret", source: .dotEnv(file: "/c/.env"), isSecret: true)
        ])
        #expect(
            SentSecrets([], privates).hidden(document).text
                == #"{"id":"secret","body":"secret","url":"http://h/?k=(private)","hops":[{"sentHead":"X: (private)"}]}"#
        )
    }
}
