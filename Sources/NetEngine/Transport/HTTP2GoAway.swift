/// A GOAWAY frame: the server takes no more requests on the connection (RFC 9113 §6.8).
struct HTTP2GoAway: Equatable {
    /// Why, by the table of RFC 9113 §7.
    let code: UInt32
    /// The server did not process a stream with a higher number.
    let lastStream: Int

    /// HTTP_1_1_REQUIRED.
    var requiresHTTP1: Bool { code == 13 }

    /// Such as `ENHANCE_YOUR_CALM`; nil if the server only closes the connection.
    var reason: String? {
        guard code != 0 else { return nil }
        return Self.names.indices.contains(Int(code)) ? Self.names[Int(code)] : "error \(code)"
    }

    /// What to do about it.
    var hint: String? {
        switch code {
        case 0: nil
        case 11: "It asks for fewer requests: wait before you send again."
        case 12: "It considers the TLS of this connection too weak: look at the TLS options of both sides."
        case 13: "Choose HTTP/1.1."
        default: "Look at the logs of the server, or choose HTTP/1.1."
        }
    }

    private static let names = [
        "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED",
        "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", "ENHANCE_YOUR_CALM",
        "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
    ]
}

extension HTTP2GoAway {
    /// Reads `received GOAWAY, error=11, last_stream=1` of libcurl's verbose output; nil if the line does not have two numbers.
    init?(_ line: String) {
        let numbers = line.utf8.split { !ASCII.isDigit($0) && $0 != UInt8(ascii: "-") }
            .map { Int64(String(decoding: $0, as: UTF8.self)) }
        guard numbers.count == 2, let code = numbers[0], let last = numbers[1] else { return nil }
        // libcurl prints the code with a sign.
        self.init(code: UInt32(truncatingIfNeeded: code), lastStream: Int(clamping: last))
    }
}

/// What libcurl said about the stream of a request, before the head of its response.
struct HTTP2StreamNews {
    var number: Int?
    /// Reset as REFUSED_STREAM: the server did nothing for the request (RFC 9113 §8.7).
    var isRefused = false
    /// libcurl's words about how it ended: `HTTP/2 stream 1 was not closed cleanly: CANCEL (err 8)`.
    var end: String?
    /// Reset as HTTP_1_1_REQUIRED (RFC 9113 §7).
    var needsHTTP1: Bool { end?.contains(bytes: "HTTP_1_1_REQUIRED") == true }
}

/// Why an HTTP/2 server did not process a request.
enum HTTP2Refusal: Equatable {
    /// REFUSED_STREAM.
    case stream
    /// The server closed the connection, and had not taken the request.
    case goAway(HTTP2GoAway)
    /// The server requires HTTP/1.1, for this request or for all.
    case needsHTTP1
}
