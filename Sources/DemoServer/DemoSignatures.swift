import Base
import NetEngine
import Synchronization

/// Authentication that the server verifies by computing it too: Digest (RFC 7616) and AWS Signature Version 4.
final class DemoSignatures: Sendable {
    static let accessKey = "AKIDEXAMPLE"
    static let secretKey = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
    static let sessionToken = "demo-session"

    /// Nonces handed out, each with the highest count used with it.
    private let nonces = Mutex([String: UInt32]())

    /// For tests: how many nonces are kept.
    var keptCount: Int { nonces.withLock { $0.count } }

    // MARK: Digest

    /// `/digest` requires ada's password. `?algorithm=` is `SHA-256` (the default), `MD5`, `SHA-512-256` or one of
    /// their `-sess` forms; `?qop=` sets the quality of protection; `?userhash=true` asks for a hashed user name.
    func digest(_ request: DemoRequest) -> DemoResponse {
        let algorithm = request.query("algorithm") ?? "SHA-256"
        guard let given = request.credentials("Digest") else {
            return challenge(request, algorithm, "Answer the Digest challenge.", isStale: false)
        }
        let fields = Self.parameters(given)
        func field(_ name: String) -> String { fields[name] ?? "" }
        let count = UInt32(field("nc"), radix: 16) ?? 0
        let isNew: Bool? = nonces.withLock { nonces in
            guard let last = nonces[field("nonce")] else { return nil }
            guard count > last else { return false }
            nonces[field("nonce")] = count
            return true
        }
        guard isNew == true else {
            return challenge(request, algorithm, "The nonce is unknown or its count was used before.", isStale: true)
        }
        let hash: (String) -> String = { text in
            let bytes = Array(text.utf8)
            if algorithm.hasPrefix("SHA-512-256") { return Hexadecimal.text(SHA512.hash256(bytes)) }
            // Without MD5 on this machine the client cannot send one either.
            return Hexadecimal.text(algorithm.hasPrefix("MD5") ? MD5.hash(bytes) ?? [] : SHA256.hash(bytes))
        }
        let isHidden = field("userhash") == "true"
        let name = isHidden ? hash("\(DemoAccounts.user):shop") : DemoAccounts.user
        var first = hash("\(DemoAccounts.user):shop:\(DemoAccounts.password)")
        if algorithm.hasSuffix("-sess") { first = hash("\(first):\(field("nonce")):\(field("cnonce"))") }
        let entity = field("qop") == "auth-int" ? ":" + hash(String(decoding: request.body, as: UTF8.self)) : ""
        let second = hash("\(request.method):\(request.target)\(entity)")
        let parts = [first, field("nonce"), field("nc"), field("cnonce"), field("qop"), second]
        guard field("username") == name, field("uri") == request.target,
            field("response") == hash(parts.joined(separator: ":"))
        else { return challenge(request, algorithm, "The name or the password is wrong.", isStale: false) }
        return .json(
            .object([
                ("user", .string(DemoAccounts.user)), ("scheme", "Digest"), ("algorithm", .string(algorithm)),
                ("qop", .string(field("qop"))), ("count", .number(Int(count))),
            ]))
    }

    private func challenge(
        _ request: DemoRequest, _ algorithm: String, _ message: String, isStale: Bool
    ) -> DemoResponse {
        let nonce = DemoTokens.random("")
        nonces.withLock { nonces in
            if nonces.count > 1000 { nonces.removeAll() }
            nonces[nonce] = 0
        }
        var field = "Digest realm=\"shop\", qop=\"\(request.query("qop") ?? "auth, auth-int")\", algorithm=\(algorithm)"
        field += ", nonce=\"\(nonce)\", opaque=\"demo\", charset=UTF-8"
        if request.query("userhash") == "true" { field += ", userhash=true" }
        if isStale { field += ", stale=true" }
        return .failure(
            401, "no_login", message, headers: [("WWW-Authenticate", field), ("Cache-Control", "no-store")])
    }

    /// Parses `name=value, name="value"`.
    private static func parameters(_ text: String) -> [String: String] {
        var found: [String: String] = [:]
        var rest = text[...]
        while let equals = rest.firstIndex(of: "=") {
            let name = String(rest[..<equals].drop { $0 == " " || $0 == "," })
            rest = rest[rest.index(after: equals)...]
            if rest.first == "\"" {
                rest = rest.dropFirst()
                let value = rest.prefix { $0 != "\"" }
                found[name] = String(value)
                rest = rest[value.endIndex...].dropFirst()
            } else {
                let value = rest.prefix { $0 != "," && $0 != " " }
                found[name] = String(value)
                rest = rest[value.endIndex...]
            }
        }
        return found
    }

    // MARK: AWS

    /// `/aws` verifies a signature for any region and service, made with the example keys of the AWS documentation.
    func aws(_ request: DemoRequest) -> DemoResponse {
        let prefix = "AWS4-HMAC-SHA256 "
        guard let given = request.header("Authorization"), given.hasPrefix(prefix) else {
            return .failure(403, "MissingAuthenticationToken", "Sign the request with AWS Signature Version 4.")
        }
        let fields = Self.parameters(String(given.dropFirst(prefix.count)))
        let scope = (fields["Credential"] ?? "").split(separator: "/", omittingEmptySubsequences: false).map(
            String.init)
        guard scope.count == 5, scope[0] == Self.accessKey, let date = request.header("X-Amz-Date") else {
            return .failure(403, "InvalidClientTokenId", "The access key is unknown or the date is missing.")
        }
        if let token = request.header("X-Amz-Security-Token"), token != Self.sessionToken {
            return .failure(403, "ExpiredToken", "The session token is unknown.")
        }
        guard date.hasPrefix(scope[1]) else {
            return .failure(403, "SignatureDoesNotMatch", "The date differs from the credential scope.")
        }
        let names = (fields["SignedHeaders"] ?? "").split(separator: ";").map(String.init)
        guard names.contains("host"), names.contains("x-amz-date") else {
            return .failure(403, "SignatureDoesNotMatch", "Host and date must be signed.")
        }
        let canonical = canonicalRequest(request, names, service: scope[3])
        let text =
            "AWS4-HMAC-SHA256\n\(date)\n\(scope[1...].joined(separator: "/"))\n"
            + Hexadecimal.text(SHA256.hash(Array(canonical.utf8)))
        var key = Array("AWS4\(Self.secretKey)".utf8)
        for step in scope[1...] + [text] { key = HMACSHA256.code(for: Array(step.utf8), key: key) }
        guard fields["Signature"] == Hexadecimal.text(key) else {
            return .failure(403, "SignatureDoesNotMatch", "The signature does not match this request.")
        }
        return .json(
            .object([
                ("accessKey", .string(scope[0])), ("region", .string(scope[2])), ("service", .string(scope[3])),
                ("isTemporary", .bool(request.header("X-Amz-Security-Token") != nil)),
            ]))
    }

    private func canonicalRequest(_ request: DemoRequest, _ names: [String], service: String) -> String {
        let parts = request.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        // The path as received, encoded once more for every service but S3.
        let path =
            service == "s3"
            ? String(parts[0])
            : parts[0].split(separator: "/", omittingEmptySubsequences: false)
                .map { PercentEncoding.component(String($0)) }.joined(separator: "/")
        let query = request.query.map { (PercentEncoding.component($0.name), PercentEncoding.component($0.value)) }
            .sorted { $0 < $1 }.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
        let headers = names.map { name in
            let words = (request.header(name) ?? "").split(separator: " ").joined(separator: " ")
            return "\(name):\(words)\n"
        }.joined()
        let hash = request.header("X-Amz-Content-SHA256") ?? Hexadecimal.text(SHA256.hash(request.body))
        return [request.method, path, query, headers, names.joined(separator: ";"), hash].joined(separator: "\n")
    }
}
