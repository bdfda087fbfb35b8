import Base
import NetEngine

/// An HTTP Archive 1.2 (the format of browsers' developer tools), written exchange by exchange, the oldest first: no more than one
/// is in memory.
///
/// Each hop is an entry. Secrets are masked.
package struct HARDocument {
    /// What the entries belong to. Some readers want one.
    package struct Page: Sendable {
        package var title: String
        package var startedAt: Timestamp

        package init(title: String, startedAt: Timestamp) {
            self.title = title
            self.startedAt = startedAt
        }

        fileprivate static let id = "run"
    }

    /// A request of which only numbers are known.
    package struct Sample: Sendable {
        package var method: String
        package var url: String
        package var status: Int?
        package var startedAt: Timestamp
        package var timings: PhaseTimings
        package var receivedBytes: Int?
        package var name: String

        package init(
            method: String, url: String, status: Int?, startedAt: Timestamp, timings: PhaseTimings,
            receivedBytes: Int?, name: String
        ) {
            self.method = method
            self.url = url
            self.status = status
            self.startedAt = startedAt
            self.timings = timings
            self.receivedBytes = receivedBytes
            self.name = name
        }
    }

    private let page: Page?
    private let omitsBodies: Bool
    private var isEmpty = true

    /// - Parameters:
    ///   - page: all entries belong to it; nil for none.
    ///   - omitsBodies: whether the bodies of requests and responses are left out.
    package init(page: Page? = nil, omitsBodies: Bool = false) {
        self.page = page
        self.omitsBodies = omitsBodies
    }

    /// What is before the first entry.
    package static var head: [UInt8] { HARDocument().head }

    /// What is before the first entry.
    package var head: [UInt8] {
        let creator = JSONOutput.object([("name", "apitui"), ("version", .string(ProgramVersion.number))])
        let pages = page.map { page in
            JSONOutput.array([
                .object([
                    ("startedDateTime", .string(Formatting.iso8601(page.startedAt))), ("id", .string(Page.id)),
                    ("title", .string(page.title)), ("pageTimings", .object([])),
                ])
            ])
        }
        return Array(#"{"log":{"version":"1.2","creator":"#.utf8) + creator.bytes
            + (pages.map { Array(#","pages":"#.utf8) + $0.bytes } ?? []) + Array(#","entries":["#.utf8)
    }

    /// What is after the last entry.
    package static let tail = Array("\n]}}\n".utf8)

    /// The entries of an exchange, with the comma before them.
    /// - Parameters:
    ///   - secrets: what is masked in them; response bodies are as they are in the exchange.
    ///   - name: of the entries, without secrets; nil for that of the saved request.
    ///   - bodySize: of the body as it was received, if the exchange has a masked one.
    package mutating func entries(
        of exchange: Exchange, _ secrets: SentSecrets, name: String? = nil, bodySize: Int? = nil
    ) -> [UInt8] {
        append(HAREntry(secrets: secrets, omitsBodies: omitsBodies, name: name).all(of: exchange, bodySize: bodySize))
    }

    /// The entry of a request of which only numbers are known, with the comma before it.
    package mutating func entry(of sample: Sample) -> [UInt8] { append([HAREntry.sample(sample)]) }

    private mutating func append(_ entries: [[(String, JSONOutput)]]) -> [UInt8] {
        var out: [UInt8] = []
        for entry in entries {
            let reference = page == nil ? [] : [("pageref", JSONOutput.string(Page.id))]
            out += Array(isEmpty ? "\n".utf8 : ",\n".utf8) + JSONOutput.object(reference + entry).bytes
            isEmpty = false
        }
        return out
    }
}

/// One request and its response in an HTTP Archive.
struct HAREntry {
    let secrets: SentSecrets
    let omitsBodies: Bool
    /// nil for that of the saved request.
    let name: String?

    /// The members of one for each hop; of one without a response for a request that could not be built.
    /// - Parameter bodySize: of the last body as it was received; nil if the exchange has that.
    func all(of exchange: Exchange, bodySize: Int?) -> [[(String, JSONOutput)]] {
        guard !exchange.hops.isEmpty else { return [unsent(exchange)] }
        return exchange.hops.indices.map { index in
            let isLast = index == exchange.hops.indices.last
            return entry(
                exchange.hops[index], exchange, error: isLast ? secrets.hidden(exchange.error) : nil,
                bodySize: isLast ? bodySize : nil)
        }
    }

    private func entry(
        _ hop: Hop, _ exchange: Exchange, error: EngineError?, bodySize: Int?
    ) -> [(String, JSONOutput)] {
        let timings = HARTimings(hop, error)
        let micros = exchange.startedAt.microsecondsSince1970 &+ Int64(DurationText.microseconds(hop.startOffset))
        var members: [(String, JSONOutput)] = [
            ("startedDateTime", .string(Formatting.iso8601(Timestamp(microsecondsSince1970: micros)))),
            ("time", timings.total),
            ("request", HARRequest(hop: hop, secrets: secrets, omitsBodies: omitsBodies).json),
            (
                "response",
                HARResponse(
                    hop: hop, startedAt: micros / 1_000_000, secrets: secrets, omitsBodies: omitsBodies,
                    bodySize: bodySize
                ).json(error)
            ),
            ("cache", .object([])),
            ("timings", timings.json),
        ]
        if let address = hop.connection?.remoteAddress {
            members.append(("serverIPAddress", .string(secrets.hidden(address))))
        }
        if let port = hop.connection?.localPort { members.append(("connection", .string(String(port)))) }
        // Names that are not in the format begin with an underscore, as the format demands.
        if let decision = hop.cacheDecision { members.append(("_cache", .string(decision.outcome.rawValue))) }
        if let name {
            members.append(("_name", .string(name)))
        } else if let name = exchange.draft.options.log?.name {
            members.append(("_name", .string(secrets.hidden(name))))
        }
        switch hop.cause {
        case .first: break
        case .redirect(let status): members.append(("comment", .string("Redirected by status \(status).")))
        case .retry: members.append(("comment", "Sent again."))
        }
        return members
    }

    private func unsent(_ exchange: Exchange) -> [(String, JSONOutput)] {
        let draft = exchange.draft
        let headers = HARFields(secrets: secrets)
        var members: [(String, JSONOutput)] = [
            ("startedDateTime", .string(Formatting.iso8601(exchange.startedAt))), ("time", 0),
            (
                "request",
                .object([
                    ("method", .string(draft.method)), ("url", .string(secrets.hidden(url: draft.url))),
                    ("httpVersion", "HTTP/1.1"), ("cookies", []), ("headers", headers.list(draft.headers)),
                    ("queryString", []), ("headersSize", -1), ("bodySize", 0),
                ])
            ),
            ("response", HARResponse.none(secrets.hidden(exchange.error))), ("cache", .object([])),
            ("timings", .object([("send", 0), ("wait", 0), ("receive", 0)])),
        ]
        if let name { members.append(("_name", .string(name))) }
        return members
    }

    static func sample(_ sample: HARDocument.Sample) -> [(String, JSONOutput)] {
        let timings = HARTimings(sample.timings, nil)
        let request = JSONOutput.object([
            ("method", .string(sample.method)), ("url", .string(sample.url)), ("httpVersion", ""), ("cookies", []),
            ("headers", []), ("queryString", []), ("headersSize", -1), ("bodySize", -1),
        ])
        let response = JSONOutput.object([
            ("status", .number(sample.status ?? 0)), ("statusText", ""), ("httpVersion", ""), ("cookies", []),
            ("headers", []),
            (
                "content",
                .object([("size", .number(sample.receivedBytes ?? 0)), ("mimeType", "x-unknown")])
            ), ("redirectURL", ""), ("headersSize", -1), ("bodySize", -1),
        ])
        return [
            ("startedDateTime", .string(Formatting.iso8601(sample.startedAt))), ("time", timings.total),
            ("request", request), ("response", response), ("cache", .object([])), ("timings", timings.json),
            ("_name", .string(sample.name)), ("comment", "Only its numbers were recorded."),
        ]
    }
}

/// The phases of a hop as an archive has them: `ssl` is part of `connect`, and only `blocked`, `dns`, `connect` and `ssl` may be
/// unknown (-1).
struct HARTimings {
    private var blocked, dns, connect, ssl: Int?
    private var send, wait, receive: Int

    init(_ hop: Hop, _ error: EngineError?) { self.init(hop.timings, error?.phase) }

    /// - Parameter failed: the phase that failed.
    init(_ timings: PhaseTimings, _ failed: Phase?) {
        func micros(_ duration: Duration?) -> Int? { duration.map(DurationText.microseconds) }
        blocked = micros(timings.queue)
        dns = micros(timings.dns)
        ssl = micros(timings.tls)
        connect = timings.connect == nil && timings.tls == nil ? nil : (micros(timings.connect) ?? 0) + (ssl ?? 0)
        send = micros(timings.send) ?? 0
        wait = micros(timings.wait) ?? 0
        receive = micros(timings.receive) ?? 0
        // What no phase measured: the one that failed, or our own work before the connection.
        let known = (dns ?? 0) + (connect ?? 0) + send + wait + receive
        let rest = max(0, DurationText.microseconds(timings.total) - known)
        guard rest > 0 else { return }
        switch failed {
        case .dns: dns = (dns ?? 0) + rest
        case .connect: connect = (connect ?? 0) + rest
        case .tls:
            connect = (connect ?? 0) + rest
            ssl = (ssl ?? 0) + rest
        case .send: send += rest
        case .wait: wait += rest
        case .receive: receive += rest
        case .queue, .total, nil: blocked = (blocked ?? 0) + rest
        }
    }

    /// The sum of what is known, as the format defines `time`.
    var total: JSONOutput { Self.number((blocked ?? 0) + (dns ?? 0) + (connect ?? 0) + send + wait + receive) }

    var json: JSONOutput {
        .object([
            ("blocked", Self.number(blocked)), ("dns", Self.number(dns)), ("connect", Self.number(connect)),
            ("ssl", Self.number(ssl)), ("send", Self.number(send)), ("wait", Self.number(wait)),
            ("receive", Self.number(receive)),
        ])
    }

    private static func number(_ microseconds: Int?) -> JSONOutput {
        microseconds.map { .number(DurationText.milliseconds(.microseconds($0))) } ?? -1
    }
}
