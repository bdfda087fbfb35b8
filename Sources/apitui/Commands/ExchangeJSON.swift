import Base
import NetEngine
import Workspace

/// An exchange as `--json` prints it. Header values map bytes to Latin-1 code points; times are milliseconds with
/// microsecond precision; phases that did not happen are null.
struct ExchangeJSON {
    var secrets = SentSecrets.revealed

    /// - Parameters:
    ///   - file: the file of the request as given; nil for a URL.
    ///   - renewal: the background request, if the response was stale.
    ///   - responseFile: the result of writing the request's response file.
    ///   - bodySize: of the body as it was received, if the exchange has a cut or masked one.
    func document(
        _ exchange: Exchange, renewal: Exchange? = nil, file: String?, line: Int, id: String,
        checks: CheckReport = CheckReport(), responseFile: ResponseFile.Outcome? = nil, bodySize: Int? = nil
    ) -> JSONOutput {
        let response = exchange.response
        let last = exchange.hops.last
        let document = JSONOutput.object(
            [
                ("file", .optional(file)), ("line", file == nil ? .null : .number(line)), ("id", .string(id)),
                ("startedAt", .string(Self.moment(exchange.startedAt))),
                ("request", request(exchange)),
                ("status", .optional(response?.status)),
                ("reason", .optional(response.map { Self.latin1($0.reason) })),
                ("httpVersion", .optional(response?.httpVersion?.rawValue)),
                ("headers", headers(response?.headers)),
                ("trailers", headers(response?.trailers)),
            ] + Self.body(response, bodySize) + [
                ("error", Self.error(exchange.error)), ("checks", CheckOutput.json(checks)),
                ("logs", CheckOutput.json(logsOf: checks)),
                ("responseFile", Self.responseFile(responseFile)), ("timings", Self.timings(exchange.timings)),
                ("networkTime", Self.milliseconds(exchange.networkTime)),
                ("redirects", .number(exchange.redirectCount)),
                ("finalUrl", .optional(last.map { secrets.hidden(url: $0.request.url.description) })),
                ("reused", last?.connection.map { .bool($0.isReused) } ?? .null),
                ("cache", CacheJSON.decision(exchange.cacheDecision)),
                ("hops", .array(exchange.hops.map(hop))),
                ("renewal", renewal.map(self.renewal) ?? .null),
            ])
        return secrets.hidden(document)
    }

    /// null if the request names no file or got no response.
    static func responseFile(_ outcome: ResponseFile.Outcome?) -> JSONOutput {
        switch outcome {
        case .success(let path)?: .object([("path", .string(path)), ("error", .null)])
        case .failure(let error)?: .object([("path", .null), ("error", .string(error.sentence))])
        case nil: .null
        }
    }

    private func renewal(_ exchange: Exchange) -> JSONOutput {
        .object([
            ("startedAt", .string(Self.moment(exchange.startedAt))), ("status", .optional(exchange.response?.status)),
            ("error", Self.error(exchange.error)), ("timings", Self.timings(exchange.timings)),
            ("cache", CacheJSON.decision(exchange.cacheDecision)), ("hops", .array(exchange.hops.map(hop))),
        ])
    }

    private func request(_ exchange: Exchange) -> JSONOutput {
        guard let first = exchange.hops.first?.request else {
            return .object([
                ("method", .string(exchange.draft.method)), ("url", .string(secrets.hidden(url: exchange.draft.url))),
                ("headers", headers(exchange.draft.headers)),
            ])
        }
        return .object([
            ("method", .string(first.method.rawValue)), ("url", .string(secrets.hidden(url: first.url.description))),
            ("headers", headers(first.headers)),
        ])
    }

    private static func body(_ response: Response?, _ size: Int?) -> [(String, JSONOutput)] {
        guard let response else {
            return ["body", "bodyBase64", "bodyBytes", "wireBodyBytes", "contentCodings", "complete"]
                .map { ($0, .null) }
        }
        let body = response.body
        let text = String(validating: body, as: UTF8.self)
        return [
            ("body", .optional(text)),
            ("bodyBase64", text == nil ? .string(Base64.encode(body)) : .null),
            // Of a recording perhaps only the beginning was kept.
            ("bodyBytes", .number(size ?? response.bodyByteCount)),
            ("wireBodyBytes", .optional(response.wireBodyByteCount)),
            ("contentCodings", .array(response.decodedCodings.map { .string($0) })),
            ("complete", .bool(response.isComplete)),
        ]
    }

    static func error(_ error: EngineError?) -> JSONOutput { Self.error(error, error?.detail.map { ErrorFinding($0) }) }

    /// - Parameter finding: what the error's detail says.
    static func error(_ error: EngineError?, _ finding: ErrorFinding?) -> JSONOutput {
        guard let error else { return .null }
        let phase = error.phase.map { error.category == .timeout ? $0.timeoutName : $0.rawValue }
        return .object([
            ("category", .string(error.category.rawValue)), ("phase", .optional(phase)),
            ("sentence", .string(error.sentence)), ("hint", .string(ErrorHint.text(error, for: .command))),
            ("code", .optional(error.underlying?.description)), ("detail", finding?.json ?? .null),
        ])
    }

    static func timings(_ timings: PhaseTimings) -> JSONOutput {
        .object(Phase.allCases.map { ($0.rawValue, timings[$0].map(milliseconds) ?? .null) })
    }

    private func hop(_ hop: Hop) -> JSONOutput {
        let cause =
            switch hop.cause {
            case .first: "first"
            case .redirect(let status): "redirect \(status)"
            case .retry: "retry"
            }
        let interim = hop.receivedOrStored?.interimHeads ?? []
        return .object([
            ("cause", .string(cause)), ("method", .string(hop.request.method.rawValue)),
            ("url", .string(secrets.hidden(url: hop.request.url.description))),
            ("heldBack", .array(hop.heldBack.map { .string($0) })),
            ("sentHead", .string(Self.latin1(secrets.hidden(head: hop.sentHead)))),
            ("sentBodyBytes", .number(hop.sentBodyByteCount)),
            ("interimHeads", .array(interim.map { .string(Self.latin1(secrets.hidden(head: $0))) })),
            ("status", .optional(hop.response?.status)),
            ("headers", headers(hop.response?.headers)), ("offset", Self.milliseconds(hop.startOffset)),
            ("timings", Self.timings(hop.timings)), ("connection", Self.connection(hop.connection)),
            ("cache", CacheJSON.decision(hop.cacheDecision)),
            ("validationStatus", .optional(hop.validation?.status)),
        ])
    }

    private static func connection(_ facts: ConnectionFacts?) -> JSONOutput {
        guard let facts else { return .null }
        let certificates = facts.certificates.map { certificate in
            JSONOutput.object([
                ("subject", .string(certificate.subject)), ("issuer", .string(certificate.issuer)),
                ("notBefore", .string(certificate.notBefore)), ("notAfter", .string(certificate.notAfter)),
                ("alternativeNames", .optional(certificate.alternativeNames)),
            ])
        }
        return .object([
            ("remoteAddress", .optional(facts.remoteAddress)), ("remotePort", .optional(facts.remotePort)),
            ("localPort", .optional(facts.localPort)), ("reused", .bool(facts.isReused)),
            ("tlsVersion", .optional(facts.tlsVersion)), ("tlsCipher", .optional(facts.tlsCipher)),
            ("alpn", .optional(facts.alpn)),
            ("certificates", .array(certificates)),
        ])
    }

    private func headers(_ fields: HeaderFields?) -> JSONOutput {
        guard let fields else { return .null }
        return .array(
            fields.map {
                .array([.string(Self.latin1($0.nameBytes)), .string(Self.latin1(secrets.hiddenValue(of: $0)))])
            })
    }

    private static func latin1(_ bytes: [UInt8]) -> String {
        var scalars = String.UnicodeScalarView()
        for byte in bytes { scalars.append(Unicode.Scalar(byte)) }
        return String(scalars)
    }

    private static func milliseconds(_ duration: Duration) -> JSONOutput {
        .number(DurationText.milliseconds(duration))
    }

    /// In UTC, with milliseconds. A `Date` cannot hold most of them exactly: `.123` became `.122`.
    private static func moment(_ timestamp: Timestamp) -> String {
        "\(Formatting.iso8601(timestamp).prefix(23))Z"
    }
}
