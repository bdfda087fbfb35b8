/// Makes responses from what is stored (RFC 9111 §4). Pure.
enum ServedResponse {
    /// - Parameters:
    ///   - age: value of the `Age` field; nil if the server was asked for this very request.
    ///   - isHead: whether the body is left out.
    ///   - once: fields for this request only, which are not stored.
    static func response(
        _ stored: StoredResponse, body: [UInt8], form: CachePlan.Form, age: ResponseAge?, isHead: Bool,
        adding once: [HeaderField] = []
    ) -> Response {
        var fields = stored.headers.fields
        if !once.isEmpty { fields += once }
        if let age {
            fields.removeAll { $0.isNamed("Age") }
            fields.append(HeaderField("Age", String(age.seconds), origin: .cache))
        }
        var status = stored.status
        var reason = stored.reason
        var content = body
        switch form {
        case .whole: break
        case .slice(let slice):
            (status, reason) = (206, Array("Partial Content".utf8))
            fields.removeAll { $0.isNamed("Content-Length") || $0.isNamed("Content-Range") }
            fields.append(HeaderField("Content-Range", slice.contentRange.text, origin: .cache))
            fields.append(HeaderField("Content-Length", String(slice.bytes.count), origin: .cache))
            content = Array(body[slice.bytes.clamped(to: body.indices)])
        case .notModified:
            (status, reason) = (304, Array("Not Modified".utf8))
            fields.removeAll { field in describingContent.contains { field.isNamed($0) } }
            content = []
        }
        let isEmpty = isHead || form == .notModified
        return Response(
            status: status, reason: reason, httpVersion: stored.httpVersion, headers: HeaderFields(fields),
            rawHead: head(stored.httpVersion, status, reason, fields), body: isEmpty ? [] : content,
            wireBodyByteCount: 0, decodedCodings: isEmpty ? [] : stored.decodedCodings, isComplete: true)
    }

    private static let describingContent = [
        "Content-Length", "Content-Type", "Content-Encoding", "Content-Language", "Content-Range",
    ]

    /// The head as it would be on the wire.
    static func head(_ version: HTTPVersion?, _ status: Int, _ reason: [UInt8], _ fields: [HeaderField]) -> [UInt8] {
        // A transport that does not know the version does not know the head either, so none is invented.
        guard let version else { return [] }
        // Appends to one array of the final capacity: this runs for every hit.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(64 + fields.reduce(0) { $0 + $1.nameBytes.count + $1.valueBytes.count + 4 })
        func add(_ text: StaticString) { text.withUTF8Buffer { bytes.append(contentsOf: $0) } }
        add("HTTP/")
        bytes.append(contentsOf: version.rawValue.utf8)
        add(" ")
        bytes.append(contentsOf: String(status).utf8)
        add(" ")
        bytes += reason
        add("\r\n")
        for field in fields {
            bytes += field.nameBytes
            add(": ")
            bytes += field.valueBytes
            add("\r\n")
        }
        add("\r\n")
        return bytes
    }

    /// The 504 for an only-if-cached request without a stored response (RFC 9111 §5.2.1.7). Made here, not by a server.
    static func gatewayTimeout() -> Response {
        let reason = Array("Gateway Timeout".utf8)
        let fields = [HeaderField("Content-Length", "0", origin: .cache)]
        return Response(
            status: 504, reason: reason, httpVersion: .http1_1, headers: HeaderFields(fields),
            rawHead: head(.http1_1, 504, reason, fields), body: [], wireBodyByteCount: 0, isComplete: true)
    }
}
