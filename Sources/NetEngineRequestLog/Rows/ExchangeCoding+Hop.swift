import NetEngine

private enum HopKey {
    static let cause: UInt64 = 1
    static let method: UInt64 = 2
    static let url: UInt64 = 3
    static let field: UInt64 = 4
    static let hasBody: UInt64 = 5
    static let sentHead: UInt64 = 6
    static let isHeadPlain: UInt64 = 7
    static let sentBodyBytes: UInt64 = 8
    static let response: UInt64 = 9
    static let connection: UInt64 = 10
    static let startOffset: UInt64 = 11
    static let timings: UInt64 = 12
    static let cache: UInt64 = 13
    static let validation: UInt64 = 14
    static let setCookie: UInt64 = 15
    static let heldBack: UInt64 = 16
    static let proxy: UInt64 = 17
    /// How many of the draft's fields the request begins with.
    static let draftFields: UInt64 = 18
}

private enum ResponseKey {
    static let status: UInt64 = 1
    static let reason: UInt64 = 2
    static let version: UInt64 = 3
    static let field: UInt64 = 4
    static let trailer: UInt64 = 5
    static let rawHead: UInt64 = 6
    static let isHeadPlain: UInt64 = 7
    static let interimHead: UInt64 = 8
    static let bodyBytes: UInt64 = 9
    static let wireBytes: UInt64 = 10
    static let coding: UInt64 = 11
    static let isComplete: UInt64 = 12
}

private enum TimingKey {
    static let total: UInt64 = 1
    static let queue: UInt64 = 2
    static let dns: UInt64 = 3
    static let connect: UInt64 = 4
    static let tls: UInt64 = 5
    static let send: UInt64 = 6
    static let wait: UInt64 = 7
    static let receive: UInt64 = 8
}

extension ExchangeEncoder {
    mutating func hop(_ hop: Hop, _ index: Int, _ draft: RequestDraft, _ writer: inout PackedWriter) {
        switch hop.cause {
        case .first: break
        case .redirect(let status): writer.put(HopKey.cause, status)
        case .retry: writer.put(HopKey.cause, 0 as Int64)
        }
        let request = hop.request
        writer.put(HopKey.method, redactor.text(request.method.rawValue))
        writer.put(HopKey.url, url(request.url.description))
        let shared = zip(request.headers, draft.headers).prefix { $0 == $1 }.count
        if shared > 0 { writer.put(HopKey.draftFields, shared) }
        for field in request.headers.dropFirst(shared) { writer.put(HopKey.field) { self.field(field, &$0) } }
        writer.put(HopKey.hasBody, request.body != .none)
        writer.put(HopKey.proxy, request.proxy.map { redactor.text($0.description) })
        // Most heads are what the fields say; then the bytes are made of these.
        if let version = Self.plainVersion(hop.sentHead, request) {
            writer.put(HopKey.isHeadPlain, version)
        } else if !hop.sentHead.isEmpty {
            writer.put(HopKey.sentHead, redactor.head(hop.sentHead))
        }
        if hop.sentBodyByteCount > 0 { writer.put(HopKey.sentBodyBytes, hop.sentBodyByteCount) }
        if let response = hop.response {
            writer.put(HopKey.response) { self.response(response, StoredExchange.Body.response(index), &$0) }
        }
        if let response = hop.validation {
            writer.put(HopKey.validation) { self.response(response, StoredExchange.Body.validation(index), &$0) }
        }
        if let connection = hop.connection { writer.put(HopKey.connection) { self.connection(connection, &$0) } }
        writer.put(HopKey.startOffset, hop.startOffset)
        writer.put(HopKey.timings) { Self.timings(hop.timings, &$0) }
        if let cache = hop.cacheDecision { writer.put(HopKey.cache) { self.cache(cache, &$0) } }
        for outcome in hop.setCookies { writer.put(HopKey.setCookie) { self.setCookie(outcome, &$0) } }
        for name in hop.heldBack { writer.put(HopKey.heldBack, redactor.text(name)) }
    }

    private mutating func response(_ response: Response, _ slot: Int, _ writer: inout PackedWriter) {
        writer.put(ResponseKey.status, response.status)
        let reason = redactor.reason(response.reason)
        if !reason.isEmpty { writer.put(ResponseKey.reason, reason) }
        writer.put(ResponseKey.version, response.httpVersion?.rawValue)
        for field in response.headers { writer.put(ResponseKey.field) { self.field(field, &$0) } }
        for field in response.trailers { writer.put(ResponseKey.trailer) { self.field(field, &$0) } }
        if Self.isPlain(response) {
            writer.put(ResponseKey.isHeadPlain, true)
        } else if !response.rawHead.isEmpty {
            writer.put(ResponseKey.rawHead, redactor.head(response.rawHead))
        }
        for head in response.interimHeads { writer.put(ResponseKey.interimHead, redactor.head(head)) }
        writer.put(ResponseKey.bodyBytes, response.bodyByteCount)
        writer.put(ResponseKey.wireBytes, response.wireBodyByteCount)
        for coding in response.decodedCodings { writer.put(ResponseKey.coding, redactor.text(coding)) }
        writer.put(ResponseKey.isComplete, response.isComplete)
        keep(
            response.content, size: response.bodyByteCount, slot: slot,
            // As the redactor takes it.
            type: response.headers.last("Content-Type")?.value,
            isComplete: response.isComplete)
    }

    /// A head of HTTP/1 as most servers write it.
    static func plainHead(_ response: Response) -> [UInt8] {
        guard let version = response.httpVersion else { return [] }
        return head(Array("HTTP/\(version.rawValue) \(response.status) ".utf8) + response.reason, response.headers)
    }

    /// Whether the head is the one that `plainHead` makes.
    private static func isPlain(_ response: Response) -> Bool {
        guard let version = response.httpVersion else { return response.rawHead.isEmpty }
        return response.rawHead.withUnsafeBufferPointer { head in
            var rest = HeadRest(head)
            return rest.take("HTTP/") && rest.take(version.rawValue) && rest.take(" ")
                && rest.take(String(response.status)) && rest.take(" ") && rest.take(response.reason)
                && rest.isFields(response.headers)
        }
    }

    /// A head of HTTP/1 as the engine writes it.
    static func plainHead(_ request: PreparedRequest, version: String) -> [UInt8] {
        head(Array("\(request.method) \(request.url.requestTarget) HTTP/\(version)".utf8), request.headers)
    }

    /// The version of a request head that has nothing but its target and fields; nil for any other.
    private static func plainVersion(_ head: [UInt8], _ request: PreparedRequest) -> String? {
        guard let end = head.firstIndex(of: 0x0D) else { return nil }
        let version = String(decoding: head[..<end].suffix(3), as: UTF8.self)
        let isPlain = head.withUnsafeBufferPointer { head in
            var rest = HeadRest(head)
            return rest.take(request.method.rawValue) && rest.take(" ") && rest.take(request.url.requestTarget)
                && rest.take(" HTTP/") && rest.take(version) && rest.isFields(request.headers)
        }
        return isPlain ? version : nil
    }

    private static func head(_ start: [UInt8], _ fields: HeaderFields) -> [UInt8] {
        var head = start
        head += [0x0D, 0x0A]
        for field in fields {
            head += field.nameBytes
            head += [0x3A, 0x20]
            head += field.valueBytes
            head += [0x0D, 0x0A]
        }
        head += [0x0D, 0x0A]
        return head
    }

    static func timings(_ timings: PhaseTimings, _ writer: inout PackedWriter) {
        writer.put(TimingKey.total, timings.total)
        writer.put(TimingKey.queue, timings.queue)
        writer.put(TimingKey.dns, timings.dns)
        writer.put(TimingKey.connect, timings.connect)
        writer.put(TimingKey.tls, timings.tls)
        writer.put(TimingKey.send, timings.send)
        writer.put(TimingKey.wait, timings.wait)
        writer.put(TimingKey.receive, timings.receive)
    }
}

extension ExchangeDecoder {
    /// The proxy of a hop, which is stored without its login; the login, with its mask, is in the options.
    private func proxy(_ text: String?, _ choice: ProxyChoice) -> ProxyServer? {
        guard let text, let stored = try? ProxyServer(text) else { return nil }
        guard case .url(let url) = choice, let chosen = try? ProxyServer(url), chosen.description == stored.description
        else { return stored }
        return chosen
    }

    func hop(_ record: PackedRecord, _ index: Int, _ draft: RequestDraft) -> Hop? {
        let cause: Hop.Cause =
            switch record.int(HopKey.cause) {
            case nil: .first
            case 0?: .retry
            case let status?: .redirect(status: status)
            }
        let request = PreparedRequest(
            method: record.text(HopKey.method).flatMap(HTTPMethod.init) ?? .get,
            url: StoredURL(record.text(HopKey.url) ?? "").url,
            headers: HeaderFields(
                Array(draft.headers.prefix(max(0, record.int(HopKey.draftFields) ?? 0)))
                    + fields(record, HopKey.field).fields),
            body: record.flag(HopKey.hasBody) ? draft.body : .none, options: draft.options,
            proxy: proxy(record.text(HopKey.proxy), draft.options.proxy))
        return Hop(
            cause: cause, request: request,
            sentHead: record.text(HopKey.isHeadPlain).map { ExchangeEncoder.plainHead(request, version: $0) }
                ?? record.bytes(HopKey.sentHead) ?? [],
            sentBodyByteCount: record.int(HopKey.sentBodyBytes) ?? 0,
            response: record.record(HopKey.response).map { response($0, StoredExchange.Body.response(index)) },
            connection: record.record(HopKey.connection).map(connection),
            startOffset: record.duration(HopKey.startOffset) ?? .zero,
            timings: timings(record.record(HopKey.timings)),
            cacheDecision: record.record(HopKey.cache).flatMap(cache),
            validation: record.record(HopKey.validation).map { response($0, StoredExchange.Body.validation(index)) },
            setCookies: record.records(HopKey.setCookie).compactMap(setCookie),
            heldBack: record.texts(HopKey.heldBack))
    }

    private func response(_ record: PackedRecord, _ slot: Int) -> Response {
        let stored = body(slot)
        let bytes = stored?.bytes ?? BodyBytes()
        let size = record.int(ResponseKey.bodyBytes) ?? bytes.count
        let head = Response(
            status: record.int(ResponseKey.status) ?? 0, reason: record.bytes(ResponseKey.reason) ?? [],
            httpVersion: record.text(ResponseKey.version).flatMap(HTTPVersion.init),
            headers: fields(record, ResponseKey.field), trailers: fields(record, ResponseKey.trailer),
            rawHead: record.bytes(ResponseKey.rawHead) ?? [], interimHeads: record.allBytes(ResponseKey.interimHead),
            body: [], wireBodyByteCount: record.int(ResponseKey.wireBytes),
            decodedCodings: record.texts(ResponseKey.coding),
            isComplete: record.flag(ResponseKey.isComplete))
        // A whole body without its secrets has another length, and is still whole. One that is cut, or gone, keeps its size.
        let isWhole = stored.map { !$0.isCut } ?? (size == 0)
        let content = Response(
            record.flag(ResponseKey.isHeadPlain) ? head.with(rawHead: ExchangeEncoder.plainHead(head)) : head,
            content: bytes, count: isWhole ? bytes.count : max(size, bytes.count), isComplete: head.isComplete)
        return content
    }

    func timings(_ record: PackedRecord?) -> PhaseTimings {
        guard let record else { return PhaseTimings() }
        return PhaseTimings(
            queue: record.duration(TimingKey.queue),
            dns: record.duration(TimingKey.dns),
            connect: record.duration(TimingKey.connect),
            tls: record.duration(TimingKey.tls),
            send: record.duration(TimingKey.send),
            wait: record.duration(TimingKey.wait),
            receive: record.duration(TimingKey.receive),
            total: record.duration(TimingKey.total) ?? .zero)
    }
}

extension Response {
    /// The same with other header bytes; the body is not copied.
    fileprivate func with(rawHead: [UInt8]) -> Response {
        Response(
            status: status, reason: reason, httpVersion: httpVersion, headers: headers, trailers: trailers,
            rawHead: rawHead, interimHeads: interimHeads, body: [], wireBodyByteCount: wireBodyByteCount,
            decodedCodings: decodedCodings, isComplete: isComplete)
    }
}
