import NetEngine

/// What was sent and received for a failure, in the JSON report: heads, and the beginning of bodies.
struct JSONExchange {
    private let exchange: Exchange
    private let omitsBodies: Bool

    init(_ exchange: Exchange, omitsBodies: Bool) {
        self.exchange = exchange
        self.omitsBodies = omitsBodies
    }

    /// `sent` and `received`.
    func writeMembers(to out: inout JSONWriter) {
        out.key("sent")
        sent(&out)
        out.key("received")
        received(&out)
    }

    private func sent(_ out: inout JSONWriter) {
        guard let last = exchange.hops.last else { return out.raw("null") }
        out.object { out in
            out.member("method", last.request.method.rawValue)
            out.member("url", last.request.url.textWithoutUserInfo)
            fields(last.request.headers, &out)
            if !omitsBodies, case .bytes(let bytes) = last.request.body {
                body(bytes, last.request.headers, bytes.count, &out)
            }
        }
    }

    private func received(_ out: inout JSONWriter) {
        guard let response = exchange.response else { return out.raw("null") }
        out.object { out in
            out.member("status", response.status)
            out.value("httpVersion", response.httpVersion?.rawValue)
            fields(response.headers, &out)
            out.member("bodyBytes", response.bodyByteCount)
            out.member("complete", response.isComplete)
            guard !omitsBodies else { return }
            let shown = response.content.bytes(in: 0..<min(response.content.count, BodyExcerpt.limit))
            body(shown, response.headers, response.bodyByteCount, &out)
        }
    }

    private func fields(_ fields: HeaderFields, _ out: inout JSONWriter) {
        out.key("headers")
        out.array(fields) { out, field in
            out.object { out in
                out.member("name", field.name)
                out.member("value", field.value)
            }
        }
    }

    /// - Parameter size: of the whole body.
    private func body(_ bytes: [UInt8], _ headers: HeaderFields, _ size: Int, _ out: inout JSONWriter) {
        guard !bytes.isEmpty else { return }
        let excerpt = BodyExcerpt(bytes, ContentType(headers.values("Content-Type").last ?? ""))
        switch excerpt.content {
        case .text(let text): out.member("body", text)
        case .binary(let bytes): out.member("bodyBase64", Base64.encode(bytes))
        }
        out.member("bodyIsCut", excerpt.count < size)
    }
}

extension JSONWriter {
    // Members that are `null` without a value.

    mutating func value(_ name: String, _ text: String?) {
        key(name)
        string(text)
    }

    mutating func value(_ name: String, _ number: (some FixedWidthInteger)?) {
        key(name)
        if let number { raw(Array(String(number).utf8)) } else { raw("null") }
    }

    mutating func value(_ name: String, _ duration: Duration?) {
        key(name)
        milliseconds(duration)
    }
}
