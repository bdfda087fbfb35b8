import TestSupport
import Testing

@testable import NetEngine

/// Token requests and what comes back, sign-ins, and signatures of AWS, as it was recorded (`Recorded`).
@Suite struct RecordedEngineLoginTests {
    private static func client(_ line: ScriptLine) -> OAuth2Client {
        var client = OAuth2Client(
            tokenURL: line.options["url"] ?? "https://auth.test/token", id: line.options["id"] ?? "client",
            secret: line.options["secret"], authentication: line.options["in-body"] == nil ? .header : .body,
            scopes: line.options["scopes"]?.split(separator: ",").map(String.init) ?? [])
        if let audience = line.options["audience"] { client.parameters = [QueryItem("audience", audience)] }
        if let own = line.options["own"] { client.headers = [HeaderField("Accept", own), HeaderField("X-Own", "1")] }
        return client
    }

    private static func grant(_ line: ScriptLine) -> OAuth2Grant {
        let value = line.options["value"] ?? ""
        return switch line.word(0) {
        case "refresh": .refreshToken(value)
        case "password": .password(user: "ada", password: value)
        case "code":
            .authorizationCode(value, redirectURI: line.options["redirect"], verifier: line.options["verifier"])
        case "own": OAuth2Grant(type: "urn:x", parameters: [QueryItem("a", value)], canRepeat: true)
        default: .clientCredentials
        }
    }

    private static func exchange(_ line: ScriptLine) -> Exchange {
        if let category = line.options["fails"].flatMap({ ErrorCategory(rawValue: $0) }) {
            let error = EngineError(category, "It failed.", isConnectionLoss: line.options["loss"] != nil)
            return ExchangeFixtures.exchange(hops: [], error: error)
        }
        let status = line.number("status") ?? 200
        return ExchangeFixtures.exchange(
            response: ExchangeFixtures.response(status: status, headers: line.headers(WallClock()), body: line.bytes),
            error: EngineError.status(status))
    }

    private static func shown(_ token: OAuth2Token) -> String {
        let now = WallClock.noon
        return
            "token \(token.accessToken), refresh \(token.refreshToken ?? "-"), lives \(token.expires.map { "\($0 - now)" } ?? "-")"
            + ", scope \(token.scope ?? "-"), id \(token.idToken ?? "-")\n"
    }

    private static func read(_ name: String, _ line: ScriptLine) async -> String {
        let now = WallClock.noon
        switch name {
        case "requests":
            let draft = OAuth2TokenRequest(client: client(line), grant: grant(line)).draft
            guard case .bytes(let body) = draft.body else { return "no body\n" }
            let fields = draft.headers.map { "\($0.name): \($0.value)" }.joined(separator: " ¦ ")
            return "  \(draft.method) \(draft.url) ¦ \(fields)\n  \(String(decoding: body, as: UTF8.self))\n"
        case "tokens":
            do throws(OAuth2TokenRequest.Failure) {
                let request = OAuth2TokenRequest(client: client(line), grant: grant(line))
                return "  \(shown(try request.token(from: exchange(line), now: now)))"
            } catch { return "  \(error.code ?? "-"): \(ExchangeText.error(error.error))" }
        case "device codes":
            do throws(OAuth2TokenRequest.Failure) {
                var request = OAuth2TokenRequest(client: client(line), grant: grant(line))
                request.isForDevice = true
                let code = try request.deviceCode(from: exchange(line), now: now)
                return
                    "  \(code.deviceCode) \(code.userCode) at \(code.verificationURI), \(code.verificationURIComplete ?? "-")"
                    + ", lives \(code.expires - now), every \(code.interval)\n"
            } catch { return "  \(error.code ?? "-"): \(ExchangeText.error(error.error))" }
        case "sign-ins":
            let key =
                line.options["no-key"] == nil
                ? ProofKey(verifier: "verifier", method: line.options["plain"] == nil ? .s256 : .plain) : nil
            let signIn = OAuth2Authorization(
                endpoint: line.word(0), client: client(line), redirectURI: "http://localhost:8/cb?x", proofKey: key,
                state: "st&te", parameters: [QueryItem("prompt", "login")])
            return "  \(signIn.url)\n"
        case "returns":
            let signIn = OAuth2Authorization(
                endpoint: "https://auth.test/", client: client(line), redirectURI: "http://localhost/",
                proofKey: ProofKey(verifier: "v"), state: "s")
            do throws(EngineError) {
                let grant = try signIn.grant(from: line.word(0))
                return "  \(grant.type) \(grant.parameters.map { "\($0.name)=\($0.value ?? "")" })\n"
            } catch { return "  \(ExchangeText.error(error))" }
        case "lives":
            let words = line.words.compactMap { Int64($0) }
            guard words.count == 3 else { return "?\n" }
            let token = OAuth2Token(accessToken: "t", expires: words[1], obtained: words[0])
            let fresh = (words[0]..<max(words[0], words[1] + 2)).filter { token.isFresh(at: $0, leeway: words[2]) }
            return "  fresh until \(fresh.last.map { "\($0)" } ?? "never")\n"
        case "AWS hosts":
            return
                "  \(AWSTarget(host: line.word(0)).map { "\($0.region) \($0.service)\($0.isObjectStorage ? ", objects" : "")" } ?? "none")\n"
        default: return await signed(line)
        }
    }

    private static func signed(_ line: ScriptLine) async -> String {
        var credentials = AWSCredentials(accessKeyID: "AKID", secretAccessKey: "SECRET")
        credentials.sessionToken = line.options["session"]
        let signature = AWSSignature(
            credentials: credentials, region: line.options["region"], service: line.options["service"],
            payload: line.options["unsigned"] == nil ? .automatic : .unsigned, now: { WallClock.noon })
        let draft = RequestDraft(
            method: line.word(0), url: line.word(1), headers: line.headers(WallClock()),
            body: line.body.map { .bytes(Array($0.utf8)) } ?? .none)
        do throws(EngineError) {
            let signed = try await signature.signed(draft)
            var text = signed.headers.map { "  \($0.name): \($0.value)\n" }.joined()
            text += "  \(try await signature.presignedURL(for: draft, lifetime: .seconds(60)))\n"
            return text
        } catch { return "  \(ExchangeText.error(error))" }
    }

    @Test func `logins are asked for and read as it was recorded`() async throws {
        var parts: [(name: String, text: String)] = []
        for (name, body) in try RecordedCases.parts("logins") {
            var text = ""
            for line in body.split(separator: "\n").map(String.init) {
                text += "\(line)\n\(await Self.read(name, ScriptLine(line)))"
            }
            parts.append((name, text))
        }
        try Recorded.expect(parts, in: "engine/logins")
    }
}
