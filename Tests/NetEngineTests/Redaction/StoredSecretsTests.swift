import TestSupport
import Testing

@testable import NetEngine

/// No secret is in what logs store of an exchange, whatever it is and wherever it was.
@Suite struct StoredSecretsTests {
    /// Texts in which every kind of escape has something to do.
    private static func secret(_ random: inout SeededGenerator, length: ClosedRange<Int>) -> String {
        let alphabet = Array("abcXYZ0189-._~/+=%&<>\"'\\ :;,@?#{}[]éß€\n")
        let body = String(
            (0..<Int.random(in: length, using: &random)).compactMap { _ in alphabet.randomElement(using: &random) })
        // No whitespace at the ends, and nothing that another one begins with by chance.
        return "\(String(UInt32.random(in: 0 ... .max, using: &random), radix: 36))\(body)z"
    }

    static func secrets(seed: UInt64) -> SecretExchange {
        var random = SeededGenerator(seed: seed)
        var values = (0..<Int.random(in: 1...3, using: &random)).map { _ in secret(&random, length: 4...20) }
        // One that begins another, and one that overlaps it.
        if seed.isMultiple(of: 3) { values.append(values[0] + secret(&random, length: 2...6)) }
        if seed.isMultiple(of: 5) { values.append(String(values[0].dropFirst(2)) + "tail") }
        let named = values.enumerated().map { RequestLogOptions.Secret(name: "S\($0)", value: $1) }
        return SecretExchange(secrets: named, unnamed: secret(&random, length: 8...16).replacing("\n", with: "n"))
    }

    private static func expectNone(of secrets: SecretExchange, in texts: [[UInt8]], _ place: String) {
        for text in Set(texts) {
            let search = SecretSearch(in: text)
            for secret in secrets.secrets.map(\.value) + [secrets.unnamed] {
                if let form = search.form(of: secret) {
                    Issue.record(
                        "\(place): \(secret.debugDescription) \(form) in \(String(decoding: text, as: UTF8.self))")
                }
            }
        }
    }

    @Test(.longComputation, arguments: 0..<40)
    func `no secret is left in any part of a stored exchange`(seed: UInt64) throws {
        let secrets = Self.secrets(seed: seed)
        let exchange = try secrets.exchange
        let redactor = Redactor(storing: exchange)
        let stored = redactor.stored(exchange)
        // Fields that say nothing to a mirror.
        var texts = AllTexts.of(stored)
        for options in [stored.draft.options] + stored.hops.map(\.request.options) {
            if case .url(let proxy) = options.proxy { texts.append(Array(proxy.utf8)) }
            texts += AllTexts.of(options.connection)
            if let certificate = options.tls.clientCertificate {
                texts += [certificate.file, certificate.keyFile ?? "", certificate.password ?? ""].map {
                    Array($0.utf8)
                }
            }
        }
        #expect(texts.count > 100)
        Self.expectNone(of: secrets, in: texts, "exchange")
        // The search finds them where they are not hidden.
        let open = Set(AllTexts.of(exchange)).map { SecretSearch(in: $0) }
        for secret in secrets.secrets { #expect(open.contains { $0.form(of: secret.value) != nil }) }
    }

    @Test(.longComputation, arguments: 0..<40)
    func `no secret is left in a stored body of any type`(seed: UInt64) throws {
        let secrets = Self.secrets(seed: seed)
        let redactor = Redactor(storing: try secrets.exchange)
        for (type, body) in secrets.bodies {
            let stored = redactor.stored(body: body, type: type, isCut: true)
            Self.expectNone(of: secrets, in: [stored], type)
            #expect(String(decoding: stored, as: UTF8.self).contains("secret:S"), "\(type)")
        }
    }

    @Test(.longComputation, arguments: 0..<20)
    func `no secret is left in what is stored of a request that has just begun`(seed: UInt64) {
        let secrets = Self.secrets(seed: seed)
        let stored = Redactor(storing: secrets.draft).stored(secrets.draft)
        Self.expectNone(of: secrets, in: AllTexts.of(stored), "draft")
        #expect(stored.options.log?.name == "one")
        #expect(stored.url.contains("<secret:S0>"))
    }

    @Test(arguments: ["application/json", "application/xml"])
    func `a body is still JSON or XML without its secrets`(_ type: String) throws {
        for seed in UInt64(0)..<30 {
            let secrets = Self.secrets(seed: seed)
            let redactor = Redactor(storing: try secrets.exchange)
            let body = try #require(secrets.bodies.first { $0.type == type }).body
            let stored = redactor.stored(body: body, type: type)
            if type == "application/json" {
                var reader = JSONCursor(stored)
                while try reader.next() != .end {}
            } else {
                _ = try XMLReader().read(stored)
            }
        }
    }
}
