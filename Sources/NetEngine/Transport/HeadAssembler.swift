#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Builds the response's head from its lines as they arrive, without repairing anything.
///
/// Interim responses (RFC 9110 §15.2) are kept apart. Lines after the final head are trailers.
struct HeadAssembler {
    /// Fields of an earlier head. A server's responses are alike: bytes that are the same share their memory, which saves
    /// most of what a head costs.
    private let model: [HeaderField]

    init(like model: [HeaderField] = []) { self.model = model }

    enum Event { case more, interimHead, finalHead, trailer }

    private(set) var status = 0
    private(set) var reason: [UInt8] = []
    private(set) var version = HTTPVersion.http1_1
    var fields: [HeaderField] { headSection.fields }
    var hasFields: Bool { !headSection.whole.isEmpty }
    private var headSection = Section()
    private var presence = FieldPresence()
    var trailers: [HeaderField] { trailerSection.fields }
    private var trailerSection = Section()
    private(set) var raw: [UInt8] = []
    private(set) var interimHeads: [[UInt8]] = []
    /// All head and trailer bytes of this response, interim ones included.
    private(set) var byteCount = 0
    private(set) var isFinal = false

    /// Fields, of which the last may continue on further lines. These are joined once, not line by line: a value of many
    /// lines would be copied for each of them.
    private struct Section {
        var whole: [HeaderField] = []
        /// The value of the last field with its further lines; empty if it has none.
        var folded: [UInt8] = []

        var fields: [HeaderField] {
            guard !folded.isEmpty, var last = whole.last else { return whole }
            last.valueBytes = folded
            return whole.dropLast() + [last]
        }

        mutating func continueLast(_ more: UnsafeRawBufferPointer) {
            WorkMeter.count(more.count + (folded.isEmpty ? whole.last?.valueBytes.count ?? 0 : 0))
            if folded.isEmpty { folded = whole.last?.valueBytes ?? [] }
            folded.append(32)
            folded += more
        }

        mutating func append(_ field: HeaderField) {
            if !folded.isEmpty { whole = fields }
            folded = []
            whole.append(field)
        }
    }
    var hasStatusLine: Bool { status != 0 || !raw.isEmpty }

    mutating func add(_ line: UnsafeRawBufferPointer) -> Event {
        byteCount += line.count
        let text = Self.withoutLineEnd(line)
        if isFinal {
            if !text.isEmpty { Self.addField(text, to: &trailerSection) }
            return .trailer
        }
        if raw.isEmpty {
            raw.reserveCapacity(512)
            parseStatusLine(text)
        } else if !text.isEmpty {
            let count = headSection.whole.count
            if count == 0 { headSection.whole.reserveCapacity(max(8, model.count)) }
            Self.addField(text, to: &headSection, like: count < model.count ? model[count] : nil)
            if let field = headSection.whole.last { presence.insert(field) }
        }
        raw.append(contentsOf: line)
        guard text.isEmpty else { return .more }
        if (100...199).contains(status), status != 101 {
            interimHeads.append(raw)
            (status, reason, headSection, raw) = (0, [], Section(), [])
            presence = FieldPresence()
            return .interimHead
        }
        isFinal = true
        return .finalHead
    }

    /// The bytes of the head that were refused, or are only part of a line, as received. Empty without a status line,
    /// because then it is not a head.
    mutating func adopt(_ rest: [UInt8]) {
        guard !raw.isEmpty else { return }
        rest.withUnsafeBytes { bytes in
            var start = 0
            while !isFinal, let end = bytes[start...].firstIndex(of: 10) {
                _ = add(UnsafeRawBufferPointer(rebasing: bytes[start...end]))
                start = end + 1
            }
            if !isFinal { raw.append(contentsOf: bytes[start...]) }
        }
    }

    private static func withoutLineEnd(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var count = line.count
        if count > 0, line[count - 1] == 10 { count -= 1 }
        if count > 0, line[count - 1] == 13 { count -= 1 }
        return UnsafeRawBufferPointer(rebasing: line[..<count])
    }

    /// `HTTP/1.1 200 OK` (RFC 9112 §4); libcurl writes `HTTP/2 200 ` for HTTP/2.
    private mutating func parseStatusLine(_ line: UnsafeRawBufferPointer) {
        let end = line.firstIndex(of: 32) ?? line.count
        let name = UnsafeRawBufferPointer(rebasing: line[..<end])
        version =
            if Self.is(name, Self.names.http1_0) {
                .http1_0
            } else if Self.is(name, Self.names.http2) || Self.is(name, Self.names.http2_0) {
                .http2
            } else if Self.is(name, Self.names.http3) {
                .http3
            } else { .http1_1 }
        guard end < line.count else { return }
        let rest = UnsafeRawBufferPointer(rebasing: line[(end + 1)...])
        let codeEnd = rest.firstIndex(of: 32) ?? rest.count
        status = Self.number(UnsafeRawBufferPointer(rebasing: rest[..<codeEnd])) ?? 0
        guard codeEnd < rest.count else { return }
        let text = UnsafeRawBufferPointer(rebasing: rest[(codeEnd + 1)...])
        reason = Self.bytes(text, like: Self.names.ok)
    }

    private static let names = (
        http1_0: Array("HTTP/1.0".utf8), http2: Array("HTTP/2".utf8), http2_0: Array("HTTP/2.0".utf8),
        http3: Array("HTTP/3".utf8), ok: Array("OK".utf8)
    )

    private static func `is`(_ bytes: UnsafeRawBufferPointer, _ other: [UInt8]) -> Bool {
        guard bytes.count == other.count, let start = bytes.baseAddress else { return bytes.count == other.count }
        return memcmp(start, other, bytes.count) == 0
    }

    /// The array itself where it holds the same.
    private static func bytes(_ bytes: UnsafeRawBufferPointer, like known: [UInt8]?) -> [UInt8] {
        if let known, Self.is(bytes, known) { return known }
        return Array(bytes)
    }

    /// nil for anything but one to 18 digits.
    private static func number(_ bytes: some Collection<UInt8>) -> Int? {
        guard (1...18).contains(bytes.count) else { return nil }
        var value = 0
        for byte in bytes {
            guard ASCII.isDigit(byte) else { return nil }
            value = value &* 10 &+ Int(byte &- 48)
        }
        return value
    }

    private static func addField(
        _ line: UnsafeRawBufferPointer, to fields: inout Section, like model: HeaderField? = nil
    ) {
        // RFC 9112 §5.2: a line that begins with white space continues the field before it.
        if line[0] == 32 || line[0] == 9, !fields.whole.isEmpty { return fields.continueLast(trimmed(line)) }
        guard let colon = line.firstIndex(of: 58) else {
            fields.append(HeaderField(nameBytes: Array(line), valueBytes: []))
            return
        }
        let value = trimmed(UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]))
        let name = UnsafeRawBufferPointer(rebasing: line[..<colon])
        if let model, Self.is(name, model.nameBytes), Self.is(value, model.valueBytes) {
            fields.append(model)
            return
        }
        fields.append(
            HeaderField(
                nameBytes: bytes(name, like: model?.nameBytes), valueBytes: bytes(value, like: model?.valueBytes)))
    }

    private static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var start = 0
        var end = bytes.count
        while start < end, bytes[start] == 32 || bytes[start] == 9 { start += 1 }
        while end > start, bytes[end - 1] == 32 || bytes[end - 1] == 9 { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    }

    /// All fields of that name so far, in order.
    func lines(_ name: String) -> [HeaderField] {
        presence.mayHold(name) ? fields.filter { $0.isNamed(name) } : []
    }

    /// What is wrong with Transfer-Encoding, as a clause: a client without a TE field must accept a final `chunked` alone,
    /// and that once (RFC 9112 §6.1, §7.4). libcurl passes a body in another coding on as it is.
    var transferCodingFault: String? {
        let fields = lines("Transfer-Encoding")
        guard !fields.isEmpty else { return nil }
        let codings = fields.flatMap { $0.latin1Value.split(separator: ",") }
            .map { $0.trimmingWhitespace().lowercased() }
            .filter { !$0.isEmpty && $0 != "identity" }
        guard !codings.isEmpty, codings != ["chunked"] else { return nil }
        guard let coding = codings.first(where: { $0 != "chunked" }) else { return "it is chunked more than once" }
        return "the transfer coding \(EngineError.quoted(coding)) was not asked for"
    }

    /// The length that the fields declare, if any.
    /// - Throws: what is wrong, as a clause (RFC 9112 §6.3: such a response cannot be trusted).
    func declaredLength() throws(HeadFault) -> Int? {
        var length: Int?
        guard presence.mayHold("Content-Length") else { return nil }
        for field in fields where field.isNamed("Content-Length") {
            if length == nil, let value = Self.number(field.valueBytes) {
                length = value
                continue
            }
            for part in field.latin1Value.split(separator: ",", omittingEmptySubsequences: false) {
                let text = part.trimmingWhitespace()
                guard !text.isEmpty, text.utf8.allSatisfy(ASCII.isDigit), let value = Int(text) else {
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

/// Why a head is refused, as a clause.
struct HeadFault: Error { let text: String }
