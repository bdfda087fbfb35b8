/// Signs each request by AWS Signature Version 4.
///
/// Put it last in `EngineConfiguration.interceptors`: what later ones add is not signed, and what they change breaks
/// the signature. All fields of the request are signed but those that proxies change (`User-Agent`, `Accept-Encoding`,
/// `Cache-Control` and similar ones). Each redirect and retry is signed again; after a redirect to another origin
/// nothing is signed, unless the scope names that origin. Requests that type an `Authorization` are left alone; a typed
/// `X-Amz-Date` (`20150830T123600Z`) is the time of the signature.
///
/// For S3 the path is signed as it is, and `X-Amz-Content-SHA256` is added; for other services dot segments and repeated
/// slashes are removed before signing, as the services do. A stream is signed as `UNSIGNED-PAYLOAD`, which S3 accepts
/// over TLS and most other services do not. A file is read twice, once to compute its hash. A plus sign in
/// the query is signed as a plus sign; services that take it for a space refuse the signature, so write `%20`.
public struct AWSSignature: Interceptor {
    /// What a signature says about the body.
    public enum Payload: Sendable, Hashable {
        /// Its hash, or `unsigned` where it is a stream.
        case automatic
        /// Nothing: S3 over TLS only.
        case unsigned
    }

    private let credentials: @Sendable () async throws -> AWSCredentials
    private let region: String?
    private let service: String?
    private let payload: Payload
    private let scope: CredentialScope
    private let now: @Sendable () -> Int64

    /// Set for services that differ from the rest.
    var pathRule: AWSCanonicalRequest.PathRule?
    var addsContentHash: Bool?

    /// True if the scope names origins.
    public var choosesCredentialsByURL: Bool { scope.isFixed }

    /// Signs with fixed credentials.
    /// - Parameters:
    ///   - credentials: temporary ones are better asked for, by the other initializer.
    ///   - region: such as `eu-west-1`; nil, the default, means to read it from the host.
    ///   - service: the name in signatures, such as `execute-api` or `s3`; nil, the default, means to read it from the host.
    ///   - payload: what the signature says about the body; by default its hash, or nothing for a stream.
    ///   - scope: which requests are signed; default those to the origin at which an exchange begins.
    ///   - now: seconds since 1970.
    public init(
        credentials: AWSCredentials, region: String? = nil, service: String? = nil, payload: Payload = .automatic,
        scope: CredentialScope = .firstOrigin,
        now: @escaping @Sendable () -> Int64 = { Timestamp.now.microsecondsSince1970 / 1_000_000 }
    ) {
        self.init(
            region: region, service: service, payload: payload, scope: scope, now: now, credentials: { credentials })
    }

    /// Signs with credentials that are asked for before each request, so that temporary ones can be renewed.
    ///
    /// What the closure throws ends the exchange with `request-build`, unless it is an `EngineError`. The rest is as for
    /// fixed credentials.
    public init(
        region: String? = nil, service: String? = nil, payload: Payload = .automatic,
        scope: CredentialScope = .firstOrigin,
        now: @escaping @Sendable () -> Int64 = { Timestamp.now.microsecondsSince1970 / 1_000_000 },
        credentials: @escaping @Sendable () async throws -> AWSCredentials
    ) {
        self.credentials = credentials
        self.region = region
        self.service = service
        self.payload = payload
        self.scope = scope
        self.now = now
    }

    /// Signs the request within the scope, where no `Authorization` is typed.
    /// - Throws: as `signed(_:)`.
    public func adapt(
        _ request: RequestDraft, context: InterceptorContext
    ) async throws(EngineError) -> RequestDraft {
        guard scope.covers(context), !request.headers.contains("Authorization") else { return request }
        return try await signed(request)
    }

    /// The request with the fields of a signature, as `adapt` sends it.
    /// - Throws: `request-build` if the URL or a body file cannot be read, or the host does not name region and
    ///   service; `cancelled`.
    public func signed(_ request: RequestDraft) async throws(EngineError) -> RequestDraft {
        var request = request
        let url = try request.parsedURL()
        let target = try target(of: url)
        let credentials = try await currentCredentials()
        let date = request.headers["X-Amz-Date"] ?? Self.basicDate(now())
        func add(_ name: String, _ value: String) {
            if !request.headers.contains(name) { request.headers.append(HeaderField(name, value, origin: .auth)) }
        }
        add("X-Amz-Date", date)
        if let token = credentials.sessionToken { add("X-Amz-Security-Token", token) }
        let hash =
            payload == .unsigned
            ? AWSPayloadHash.unsigned : try AWSPayloadHash.text(of: request.body) ?? AWSPayloadHash.unsigned
        if addsContentHash ?? (target.isObjectStorage || hash == AWSPayloadHash.unsigned) {
            add("X-Amz-Content-SHA256", hash)
        }
        var headers = request.headers
        if !headers.contains("Host") { headers.append(HeaderField("Host", url.hostField)) }
        let canonical = AWSCanonicalRequest(
            method: request.method.isEmpty ? "GET" : request.method, url: url, headers: headers,
            payloadHash: request.headers["X-Amz-Content-SHA256"] ?? hash, rule: rule(for: target))
        let signature = Self.signature(of: canonical, date: date, target: target, credentials)
        request.headers.append(
            HeaderField(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=\(credentials.accessKeyID)/\(Self.scope(date, target)), "
                    + "SignedHeaders=\(canonical.signedHeaders), Signature=\(signature)", origin: .auth))
        return request
    }

    /// A URL that carries its signature in the query: who has it can send this very request until it expires.
    ///
    /// The fields of the draft are signed too, and have to be sent along with the URL. For S3 the body is not signed. Of the
    /// lifetime whole seconds count; AWS allows 7 days at most.
    /// - Throws: as `signed`.
    public func presignedURL(for request: RequestDraft, lifetime: Duration) async throws(EngineError) -> String {
        let url = try request.parsedURL()
        let target = try target(of: url)
        let credentials = try await currentCredentials()
        let date = Self.basicDate(now())
        var headers = request.headers
        headers.remove("X-Amz-Date")
        if !headers.contains("Host") { headers.append(HeaderField("Host", url.hostField)) }
        var items = [
            QueryItem("X-Amz-Algorithm", "AWS4-HMAC-SHA256"),
            QueryItem("X-Amz-Credential", "\(credentials.accessKeyID)/\(Self.scope(date, target))"),
            QueryItem("X-Amz-Date", date), QueryItem("X-Amz-Expires", lifetime.components.seconds),
            QueryItem("X-Amz-SignedHeaders", AWSCanonicalRequest.signedHeaders(of: headers)),
        ]
        if let token = credentials.sessionToken { items.append(QueryItem("X-Amz-Security-Token", token)) }
        let unsigned = url.withoutUserInfo.adding(query: items)
        let hash =
            target.isObjectStorage || payload == .unsigned
            ? AWSPayloadHash.unsigned : try AWSPayloadHash.text(of: request.body) ?? AWSPayloadHash.unsigned
        let canonical = AWSCanonicalRequest(
            method: request.method.isEmpty ? "GET" : request.method, url: unsigned, headers: headers,
            payloadHash: hash, rule: rule(for: target))
        let signature = Self.signature(of: canonical, date: date, target: target, credentials)
        return unsigned.adding(query: [QueryItem("X-Amz-Signature", signature)]).description
    }

    private func rule(for target: AWSTarget) -> AWSCanonicalRequest.PathRule {
        pathRule ?? (target.isObjectStorage ? .objectStorage : .others)
    }

    private func target(of url: HTTPURL) throws(EngineError) -> AWSTarget {
        try Self.target(ofHost: url.host, region, service)
    }

    private static func target(
        ofHost host: String, _ region: String?, _ service: String?
    ) throws(EngineError) -> AWSTarget {
        if let region, let service { return AWSTarget(region: region, service: service) }
        guard let told = AWSTarget(host: host) else {
            throw EngineError(
                .requestBuild, "AWS signature: the host \(host) does not name the region and the service.",
                hint: "Name the region and the service of the signature.")
        }
        return AWSTarget(region: region ?? told.region, service: service ?? told.service)
    }

    /// Finds out before a request is sent whether it can be signed.
    /// - Throws: `request-build` if neither its login nor its host names the region or the service.
    package static func check(host: String, region: String?, service: String?) throws(EngineError) {
        _ = try target(ofHost: host, region, service)
    }

    private func currentCredentials() async throws(EngineError) -> AWSCredentials {
        do { return try await credentials() } catch let error as EngineError { throw error } catch {
            throw EngineError(
                .requestBuild, "AWS signature: there are no credentials (\(type(of: error))).",
                hint: "Check where the AWS credentials come from.")
        }
    }

    private static func scope(_ date: String, _ target: AWSTarget) -> String {
        "\(date.prefix(8))/\(target.region)/\(target.service)/aws4_request"
    }

    private static func signature(
        of canonical: AWSCanonicalRequest, date: String, target: AWSTarget, _ credentials: AWSCredentials
    ) -> String {
        let text =
            "AWS4-HMAC-SHA256\n\(date)\n\(scope(date, target))\n\(Hexadecimal.text(SHA256.hash(canonical.bytes)))"
        var key = Array("AWS4\(credentials.secretAccessKey)".utf8)
        for step in [String(date.prefix(8)), target.region, target.service, "aws4_request", text] {
            key = HMACSHA256.code(for: Array(step.utf8), key: key)
        }
        return Hexadecimal.text(key)
    }

    /// `20150830T123600Z`.
    private static func basicDate(_ seconds: Int64) -> String {
        let text = Timestamp(microsecondsSince1970: seconds * 1_000_000).rfc3339
        return String(text.prefix { $0 != "." }.filter { $0 != "-" && $0 != ":" }) + "Z"
    }
}
