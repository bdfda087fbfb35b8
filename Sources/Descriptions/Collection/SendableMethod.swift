import Base

/// Methods as a request line takes them.
enum SendableMethod {
    /// Words that a request file reads as something else: other protocols, a curl command, GraphQL.
    private static let taken: Set<String> = [
        "WS", "WSS", "WEBSOCKET", "SSE", "EVENTSOURCE", "GRPC", "GRPCS", "MQTT", "MQTTS", "AMQP", "AMQPS", "KAFKA",
        "RSOCKET", "CURL", "GRAPHQL", "NOP", "HTTP",
    ]

    /// The method as it is written in the file: capital letters, digits and `-`; the same for all usual ones.
    static func written(_ method: String) -> String {
        switch method {
        case "GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "QUERY": return method
        default: break
        }
        var bytes: [UInt8] = []
        for byte in method.utf8.prefix(32) {
            if LineText.isLetter(byte) {
                bytes.append(byte & 0xDF)
            } else if LineText.isDigit(byte) || byte == Byte.minus {
                bytes.append(byte)
            }
        }
        while let first = bytes.first, !LineText.isLetter(first) { bytes.removeFirst() }
        let name = String(decoding: bytes, as: UTF8.self)
        return name.isEmpty || taken.contains(name) ? "X-\(name.isEmpty ? "METHOD" : name)" : name
    }
}
