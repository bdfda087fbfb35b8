/// HTTP/2 frames (RFC 9113) as bytes: correct ones, and whatever else a test wants to send to a client.
public enum HTTP2Frame {
    /// A frame with the length of its payload, unless another length is given.
    public static func frame(
        _ type: UInt8, flags: UInt8 = 0, stream: UInt32, _ payload: [UInt8] = [], claiming length: Int? = nil
    ) -> [UInt8] {
        let length = length ?? payload.count
        return [UInt8(length >> 16 & 255), UInt8(length >> 8 & 255), UInt8(length & 255), type, flags]
            + bytes(stream) + payload
    }

    public static let settings = frame(4, stream: 0)
    public static let settingsAcknowledged = frame(4, flags: 1, stream: 0)

    public static func setting(_ name: UInt16, _ value: UInt32) -> [UInt8] {
        frame(4, stream: 0, [UInt8(name >> 8), UInt8(name & 255)] + bytes(value))
    }

    /// Header fields as literals without compression (RFC 7541 §6.2.2).
    public static func fields(_ fields: [(String, String)]) -> [UInt8] {
        fields.flatMap { [0] + text($0.0) + text($0.1) }
    }

    public static func headers(
        _ fields: [(String, String)], stream: UInt32 = 1, endsStream: Bool = false, endsHeaders: Bool = true
    ) -> [UInt8] {
        headers(block: Self.fields(fields), stream: stream, endsStream: endsStream, endsHeaders: endsHeaders)
    }

    public static func headers(
        block: [UInt8], stream: UInt32 = 1, endsStream: Bool = false, endsHeaders: Bool = true
    ) -> [UInt8] {
        frame(1, flags: (endsStream ? 1 : 0) | (endsHeaders ? 4 : 0), stream: stream, block)
    }

    public static func continuation(
        _ fields: [(String, String)], stream: UInt32 = 1, endsHeaders: Bool = false
    ) -> [UInt8] {
        frame(9, flags: endsHeaders ? 4 : 0, stream: stream, Self.fields(fields))
    }

    public static func data(_ text: String, stream: UInt32 = 1, endsStream: Bool = true) -> [UInt8] {
        data(Array(text.utf8), stream: stream, endsStream: endsStream)
    }

    public static func data(_ body: [UInt8], stream: UInt32 = 1, endsStream: Bool = true) -> [UInt8] {
        frame(0, flags: endsStream ? 1 : 0, stream: stream, body)
    }

    /// - Parameter code: an error code of RFC 9113 §7.
    public static func reset(_ code: UInt32, stream: UInt32 = 1) -> [UInt8] { frame(3, stream: stream, bytes(code)) }

    /// - Parameter last: the last stream that the server claims to have processed.
    public static func goAway(_ code: UInt32 = 0, last: UInt32) -> [UInt8] {
        frame(7, stream: 0, bytes(last) + bytes(code))
    }

    public static func pushPromise(_ promised: UInt32, stream: UInt32 = 1) -> [UInt8] {
        frame(
            5, flags: 4, stream: stream,
            bytes(promised)
                + fields([(":method", "GET"), (":scheme", "http"), (":authority", "a"), (":path", "/pushed")]))
    }

    public static func windowUpdate(_ increment: UInt32, stream: UInt32) -> [UInt8] {
        frame(8, stream: stream, bytes(increment))
    }

    public static let ping = frame(6, stream: 0, [1, 2, 3, 4, 5, 6, 7, 8])

    private static func bytes(_ value: UInt32) -> [UInt8] {
        [UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
    }

    /// A string literal (RFC 7541 §5.2) without Huffman coding.
    private static func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard bytes.count >= 127 else { return [UInt8(bytes.count)] + bytes }
        var length: [UInt8] = [127]
        var rest = bytes.count - 127
        while rest >= 128 {
            length.append(UInt8(rest & 127) | 128)
            rest >>= 7
        }
        return length + [UInt8(rest)] + bytes
    }
}

extension StubBehaviour {
    /// Speaks HTTP/2 without TLS: settings, then the steps; `StubStep.takeHTTP2Request` waits for a request.
    public static func http2(_ steps: StubStep...) -> StubBehaviour {
        StubBehaviour(atAccept: [.send(HTTP2Frame.settings + HTTP2Frame.settingsAcknowledged)] + steps) { _ in [] }
    }

    /// The n-th connection gets the n-th behaviour; the last one repeats.
    public static func connections(_ behaviours: StubBehaviour...) -> StubBehaviour {
        StubBehaviour(
            onAccept: { behaviours[min($0, behaviours.count - 1)].onAccept($0) },
            answer: { behaviours[min($0.connection, behaviours.count - 1)].answer($0) })
    }
}
