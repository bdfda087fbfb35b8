import TestSupport
import Testing

@testable import NetEngine

/// What logs hide of texts, URLs, fields and bodies, by name and by value, as it was recorded (`Recorded`).
@Suite struct RecordedSecretTests {
    /// Their rules are made once.
    private static let redactors = Redactors()

    /// The request that a log knows: its own secrets, named ones, and what the collection says is secret.
    private static func draft(_ line: ScriptLine) -> RequestDraft {
        var log = RequestLogOptions(secretNames: ["pin"], secretPaths: ["$.user.iban", "$.cards[*].number"])
        var named = RequestLogOptions.Secret(name: "host name", value: "internal.test")
        named.isPublic = line.options["public"] != nil
        log.secrets = [
            RequestLogOptions.Secret(name: "api key", value: "k3y+/= ä\"<&"),
            RequestLogOptions.Secret(name: "pw", value: "pass word"), named,
        ]
        return RequestDraft(
            method: "POST", url: line.options["url"] ?? "http://a.test/", headers: line.headers(WallClock()),
            body: line.body.map { .bytes(Array($0.utf8)) } ?? .none, options: RequestOptions(log: log))
    }

    private static func text(_ line: ScriptLine) -> String {
        let draft = draft(line)
        let storing = redactors.redactor(for: draft)
        let naming = redactors.redactor(
            forNamesIn: [(draft.headers, line.body.map { Array($0.utf8) })], draft.options.log)
        let exchange = Exchange(
            id: ExchangeID(rawValue: 1), draft: draft, startedAt: ExchangeFixtures.start, hops: [],
            timings: PhaseTimings(), error: nil)
        let shown = Redactor(
            Redaction(names: ["pin"], jsonPaths: ["$.user.iban", "$.cards[*].number"], secrets: ["s3cr3t"]),
            learningFrom: exchange)
        var text = ""
        func add(_ kind: String, _ found: [String?]) {
            text += "  \(kind): \(found.map { $0.map(Printed.escaped) ?? "-" }.joined(separator: " ¦ "))\n"
        }
        add("url", [shown.shown(url: draft.url), storing.stored(url: draft.url), naming.stored(url: draft.url)])
        if let url = try? HTTPURL.parse(draft.url) { add("parsed", [storing.stored(url).description]) }
        for field in draft.headers {
            let logged = shown.shown(field)
            add(
                "field",
                [
                    "\(logged.name): \(logged.value)", storing.stored(field).value, naming.stored(field).value,
                ])
        }
        guard let body = line.body else { return text }
        let type = draft.headers["Content-Type"]
        let bytes = Array(body.utf8)
        func written(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        add(
            "body",
            [
                shown.shown(body: bytes, type: ContentType(type ?? ""), limit: 60),
                written(shown.hidden(body: bytes, type: type)),
            ])
        add(
            "kept", [written(storing.stored(body: bytes, type: type)), written(naming.stored(body: bytes, type: type))])
        add("cut", [written(storing.stored(body: Array(bytes.dropLast(3)), type: type, isCut: true))])
        add("text", [storing.stored(text: body), shown.scrub(body)])
        text += "  named \(storing.hasNamedSecret(in: bytes)), nothing to hide \(storing.hidesNothingInBodies)\n"
        return text
    }

    @Test func `secrets are hidden by name and value as it was recorded`() throws {
        try Recorded.expect(
            try RecordedCases.lines("secrets") { Self.text(ScriptLine($1)) }, in: "engine/secrets")
    }

    @Test func `names and paths are secret as it was recorded`() throws {
        let names = try RecordedCases.parts("secret-names")
        let paths: [[DecodingStep]] = [
            [.member("a")], [.member("a"), .member("b")], [.member("a"), .element(0)],
            [.member("a"), .element(1), .member("b")], [.member("x"), .member("a"), .member("b")], [],
        ]
        try Recorded.expect(
            names.map { name, body in
                let lines = body.split(separator: "\n").map(String.init)
                let texts = lines.map { line -> String in
                    if name == "paths" {
                        let pattern = JSONPathPattern(line)
                        let literal = JSONPathPattern(stringLiteral: line)
                        let found = paths.map { path in
                            "\(pattern.map { $0.matches(path) ? "yes" : "no" } ?? "-")/\(literal.matches(path) ? "yes" : "no")"
                        }
                        return "\(line): \(found.joined(separator: " "))\n"
                    }
                    let kinds = [
                        (SecretNames.isField(line), "field"), (SecretNames.isMember(line), "member"),
                        (SecretNames.isQueryItem(line), "query item"), (SecretNames.isVague(line), "vague"),
                    ]
                    return "\(line): \(kinds.filter(\.0).map(\.1).joined(separator: ", "))\n"
                }
                return (name, texts.joined())
            }, in: "engine/secret-names")
    }
}
