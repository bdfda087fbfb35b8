import FlyingSocks
import Foundation
import NetEngine

/// Serves one client connection: reads requests one after another (RFC 9112) and writes the responses of the routes.
///
/// All its state ends with the connection.
struct DemoConnection {
    typealias Handler = @Sendable (DemoRequest) async throws -> DemoResponse

    private static let maxHeadBytes = 64 << 10
    static let maxBodyBytes = 256 << 20

    private let socket: AsyncSocket
    private let respond: Handler
    /// Bytes read but not yet parsed.
    private var pending: [UInt8] = []

    init(_ socket: AsyncSocket, _ respond: @escaping Handler) {
        self.socket = socket
        self.respond = respond
    }

    /// Serves requests until the client closes, asks to close, or sends something that is not HTTP.
    mutating func serve() async {
        do {
            while try await exchange() {}
        } catch let refusal as Refusal {
            let response = DemoResponse.failure(refusal.status, "bad_request", refusal.sentence)
            try? await send(response, method: "GET", connection: "close")
        } catch {
            // The client left, or the server is being stopped; the connection is closed either way.
        }
    }

    /// A request that cannot be parsed; the connection closes after the response to it.
    private struct Refusal: Error {
        var status = 400
        var sentence: String
    }

    /// Reads one request and writes its response.
    /// - Returns: whether another request may follow.
    private mutating func exchange() async throws -> Bool {
        guard let head = try await readHead() else { return false }
        let (method, target, version, headers) = try Self.parse(head)
        func value(_ name: String) -> String? { headers.last { $0.name.lowercased() == name }?.value }
        if value("expect")?.lowercased() == "100-continue" {
            try await socket.write(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }
        let body = try await readBody(length: value("content-length"), coding: value("transfer-encoding"))
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let request = DemoRequest(
            method: method, target: target,
            path: (parts.first ?? "").split(separator: "/").map { DemoQuery.decode($0, plusIsSpace: false) },
            query: DemoQuery.parse(parts.count > 1 ? parts[1] : ""), headers: headers.sorted { $0.name < $1.name },
            body: body)
        let wishes = (value("connection") ?? "").split(separator: ",").map { $0.lowercased().filter { $0 != " " } }
        let staysOpen = version == "HTTP/1.0" ? wishes.contains("keep-alive") : !wishes.contains("close")
        let result: DemoResponse
        do { result = try await respond(request) } catch let error as CancellationError {
            throw error
        } catch {
            result = DemoResponse(500)
        }
        // The client's `Connection` value is echoed if it is honoured.
        try await send(result, method: method, connection: staysOpen ? value("connection") : "close")
        return staysOpen
    }

    // MARK: Reading

    private mutating func readMore() async throws { pending += try await socket.read(atMost: 4096) }

    /// Reads up to the empty line and returns the head without it; nil at the end of the connection.
    private mutating func readHead() async throws -> [UInt8]? {
        var searched = 0
        while true {
            // RFC 9112 §2.2: an empty line before the request line is skipped.
            while pending.starts(with: [0x0D, 0x0A]) { pending.removeFirst(2) }
            if let end = Self.end(of: pending, from: max(0, searched - 3)) {
                let head = Array(pending[..<end])
                pending.removeFirst(end + 4)
                return head
            }
            searched = pending.count
            guard pending.count < Self.maxHeadBytes else {
                throw Refusal(status: 431, sentence: "The head of the request is too large.")
            }
            do { try await readMore() } catch SocketError.disconnected where pending.isEmpty { return nil }
        }
    }

    private static func end(of bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count >= 4, start <= bytes.count - 4 else { return nil }
        return (start...bytes.count - 4).first {
            bytes[$0] == 0x0D && bytes[$0 + 1] == 0x0A && bytes[$0 + 2] == 0x0D && bytes[$0 + 3] == 0x0A
        }
    }

    private static func parse(
        _ head: [UInt8]
    ) throws -> (method: String, target: String, version: String, headers: [(name: String, value: String)]) {
        var lines = head.split(separator: 0x0A).map { line in
            String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
        }[...]
        let words = (lines.popFirst() ?? "").split(separator: " ")
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else {
            throw Refusal(sentence: "The request line is not HTTP/1.")
        }
        let headers = try lines.map { line -> (name: String, value: String) in
            guard let colon = line.utf8.firstIndex(of: 0x3A), colon != line.startIndex else {
                throw Refusal(sentence: "A header line has no name or no colon.")
            }
            let value = line[line.utf8.index(after: colon)...]
            return (String(line[..<colon]), value.trimmingCharacters(in: .whitespaces))
        }
        return (String(words[0]), String(words[1]), String(words[2]), headers)
    }

    private mutating func readBody(length: String?, coding: String?) async throws -> [UInt8] {
        if let coding {
            guard length == nil, coding.lowercased().hasSuffix("chunked") else {
                throw Refusal(sentence: "The length of the body is ambiguous (RFC 9112 §6.3).")
            }
            return try await readChunks()
        }
        guard let length else { return [] }
        guard let count = Int(length), count >= 0 else { throw Refusal(sentence: "Content-Length is not a length.") }
        return try await take(count)
    }

    /// Reads exactly `count` bytes.
    private mutating func take(_ count: Int) async throws -> [UInt8] {
        guard count <= Self.maxBodyBytes else { throw Refusal(status: 413, sentence: "The body is too large.") }
        while pending.count < count { try await readMore() }
        defer { pending.removeFirst(count) }
        return Array(pending.prefix(count))
    }

    private mutating func readChunks() async throws -> [UInt8] {
        var body: [UInt8] = []
        while true {
            let line = try await readLine()
            let digits = line.prefix { $0 != ";" }.filter { $0 != " " }
            guard let count = Int(digits, radix: 16), count >= 0, count <= Self.maxBodyBytes - body.count else {
                throw Refusal(sentence: "A chunk has no length, or is too large.")
            }
            guard count > 0 else {
                // Skips trailers.
                while try await !readLine().isEmpty {}
                return body
            }
            body += try await take(count)
            guard try await readLine().isEmpty else { throw Refusal(sentence: "A chunk is longer than announced.") }
        }
    }

    private mutating func readLine() async throws -> String {
        while true {
            if let end = pending.firstIndex(of: 0x0A) {
                let line = pending[..<end]
                defer { pending.removeFirst(end + 1) }
                return String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
            }
            guard pending.count < Self.maxHeadBytes else { throw Refusal(sentence: "A line is too long.") }
            try await readMore()
        }
    }

    // MARK: Writing

    private func send(_ response: DemoResponse, method: String, connection: String?) async throws {
        var fields = response.headers
        func add(_ name: String, _ value: String) {
            if !fields.contains(where: { $0.name.lowercased() == name.lowercased() }) { fields.append((name, value)) }
        }
        add("Date", DemoClock.now())
        add("Server", "apitui-demo")
        if let connection { add("Connection", connection) }
        var isChunked = false
        switch response.body {
        // RFC 9110 §8.6: 204 must not have one, and that of a 304 would be the length of the whole response.
        case .bytes where [204, 304].contains(response.status): break
        case .bytes(let bytes): add("Content-Length", String(bytes.count))
        case .stream(_, let count?): add("Content-Length", String(count))
        case .stream(_, nil):
            isChunked = true
            if method != "HEAD" { add("Transfer-Encoding", "chunked") }
        }
        let head =
            "HTTP/1.1 \(response.status) \(DemoStatus.phrase(response.status))\r\n"
            + Self.lines(fields).map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n"
        try await socket.write(Data(head.utf8))
        guard method != "HEAD" else { return }
        switch response.body {
        case .bytes(let bytes): if !bytes.isEmpty { try await socket.write(Data(bytes)) }
        case .stream(let stream, _):
            var index = 0
            while let piece = try await stream.chunk(index) {
                index += 1
                guard !piece.isEmpty else { continue }
                let start = isChunked ? "\(String(piece.count, radix: 16))\r\n" : ""
                try await socket.write(Data(start.utf8 + piece + (isChunked ? [0x0D, 0x0A] : [])))
            }
            if isChunked { try await socket.write(Data("0\r\n\r\n".utf8)) }
        }
    }

    /// Header fields sorted by name; values of one name are joined where that is equivalent (RFC 9110 §5.3).
    private static func lines(_ fields: [(name: String, value: String)]) -> [(name: String, value: String)] {
        var lines: [(name: String, value: String)] = []
        for field in fields {
            let place = lines.firstIndex { $0.name.lowercased() == field.name.lowercased() }
            if let place, field.name.lowercased() != "set-cookie" {
                lines[place].value += ", \(field.value)"
            } else {
                lines.append(field)
            }
        }
        // A stable sort, because several Set-Cookie lines must keep their order.
        return lines.enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }.map(\.element)
    }
}
