/// Builds the answer's head from its lines, as they come, without repairing anything.
///
/// Interim answers (RFC 9110 §15.2) are kept apart. Lines after the final head are trailers.
struct HeadAssembler {
    enum Event { case more, interimHead, finalHead, trailer }

    private(set) var status = 0
    private(set) var reason: [UInt8] = []
    private(set) var version = HTTPVersion.http1_1
    private(set) var fields: [HeaderField] = []
    private(set) var trailers: [HeaderField] = []
    private(set) var raw: [UInt8] = []
    private(set) var interimHeads: [[UInt8]] = []
    /// All head and trailer bytes of this answer, interim ones included.
    private(set) var byteCount = 0
    private(set) var isFinal = false
    var hasStatusLine: Bool { status != 0 || !raw.isEmpty }

    mutating func add(_ line: UnsafeRawBufferPointer) -> Event {
        byteCount += line.count
        let text = Self.withoutLineEnd(line)
        if isFinal {
            if !text.isEmpty { Self.addField(text, to: &trailers) }
            return .trailer
        }
        if raw.isEmpty { parseStatusLine(text) } else if !text.isEmpty { Self.addField(text, to: &fields) }
        raw.append(contentsOf: line)
        guard text.isEmpty else { return .more }
        if (100...199).contains(status), status != 101 {
            interimHeads.append(raw)
            (status, reason, fields, raw) = (0, [], [], [])
            return .interimHead
        }
        isFinal = true
        return .finalHead
    }

    private static func withoutLineEnd(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var count = line.count
        if count > 0, line[count - 1] == 10 { count -= 1 }
        if count > 0, line[count - 1] == 13 { count -= 1 }
        return UnsafeRawBufferPointer(rebasing: line[..<count])
    }

    /// `HTTP/1.1 200 OK` (RFC 9112 §4); libcurl writes `HTTP/2 200 ` for HTTP/2.
    private mutating func parseStatusLine(_ line: UnsafeRawBufferPointer) {
        let parts = line.split(separator: 32, maxSplits: 2, omittingEmptySubsequences: false)
        guard let first = parts.first else { return }
        switch String(decoding: first, as: UTF8.self) {
        case "HTTP/1.0": version = .http1_0
        case "HTTP/2", "HTTP/2.0": version = .http2
        case "HTTP/3": version = .http3
        default: version = .http1_1
        }
        if parts.count > 1 { status = Int(String(decoding: parts[1], as: UTF8.self)) ?? 0 }
        if parts.count > 2 { reason = Array(parts[2]) }
    }

    private static func addField(_ line: UnsafeRawBufferPointer, to fields: inout [HeaderField]) {
        // RFC 9112 §5.2: a line that begins with white space continues the field before it.
        if line[0] == 32 || line[0] == 9, !fields.isEmpty {
            fields[fields.count - 1].valueBytes += [32] + trimmed(line)
            return
        }
        guard let colon = line.firstIndex(of: 58) else {
            fields.append(HeaderField(nameBytes: Array(line), valueBytes: []))
            return
        }
        let value = trimmed(UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]))
        fields.append(HeaderField(nameBytes: Array(line[..<colon]), valueBytes: Array(value)))
    }

    private static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var start = 0
        var end = bytes.count
        while start < end, bytes[start] == 32 || bytes[start] == 9 { start += 1 }
        while end > start, bytes[end - 1] == 32 || bytes[end - 1] == 9 { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    }

    /// The length that the fields declare, or nil where they declare none.
    /// - Throws: the fault, as half a sentence (RFC 9112 §6.3: such an answer cannot be trusted).
    func declaredLength() throws(HeadFault) -> Int? {
        var length: Int?
        for field in fields where field.isNamed("Content-Length") {
            for part in field.latin1Value.split(separator: ",", omittingEmptySubsequences: false) {
                let text = part.trimmingSpaces()
                guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }), let value = Int(text) else {
                    throw HeadFault(text: "its Content-Length \(EngineError.quoted(text)) is not a length")
                }
                if let known = length, known != value {
                    throw HeadFault(text: "it has two Content-Lengths, \(known) and \(value)")
                }
                length = value
            }
        }
        return length
    }
}

/// Why a head is refused, as half a sentence.
struct HeadFault: Error { let text: String }
