import Base

/// A request as the demo's routes see it.
struct DemoRequest: Sendable {
    var method: String
    /// The request target as it was in the request line.
    var target: String
    /// The segments of the path, percent-decoded; empty ones are left out.
    var path: [String]
    /// The query parameters in order, decoded.
    var query: [(name: String, value: String)]
    /// The header fields, sorted by name.
    var headers: [(name: String, value: String)]
    var body: [UInt8]

    /// The first query parameter with that name.
    func query(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// The first query parameter with that name as a number, clamped to a range; `standard` if it is absent or not a
    /// number.
    func number(_ name: String, standard: Int, in range: ClosedRange<Int>) -> Int {
        min(max(query(name).flatMap { Int($0) } ?? standard, range.lowerBound), range.upperBound)
    }

    func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.lowercased() == wanted }?.value
    }

    /// What follows a scheme in `Authorization`, whose case is free (RFC 9110 §11.1); nil for another scheme.
    func credentials(_ scheme: String) -> String? {
        guard let given = header("Authorization"), given.lowercased().hasPrefix(scheme.lowercased() + " ") else {
            return nil
        }
        return String(given.dropFirst(scheme.count + 1))
    }
}

/// The response of a route.
struct DemoResponse: Sendable {
    enum Body: Sendable {
        case bytes([UInt8])
        /// Sent as it is produced: with a Content-Length if `count` is known, else chunked.
        case stream(DemoByteStream, count: Int?)
    }

    var status: Int
    var headers: [(name: String, value: String)]
    var body: Body

    init(_ status: Int = 200, headers: [(String, String)] = [], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    static func json(_ value: JSONOutput, status: Int = 200, headers: [(String, String)] = []) -> DemoResponse {
        DemoResponse(status, headers: [("Content-Type", "application/json")] + headers, body: .bytes(value.bytes))
    }

    static func text(
        _ text: String, type: String = "text/plain; charset=utf-8", status: Int = 200,
        headers: [(String, String)] = []
    ) -> DemoResponse {
        DemoResponse(status, headers: [("Content-Type", type)] + headers, body: .bytes(Array(text.utf8)))
    }

    /// An error in the format of this API.
    static func failure(
        _ status: Int, _ code: String, _ message: String, fields: [(String, String)] = [],
        headers: [(String, String)] = []
    ) -> DemoResponse {
        var members: [(String, JSONOutput)] = [("code", .string(code)), ("message", .string(message))]
        if !fields.isEmpty {
            let list = fields.map { JSONOutput.object([("field", .string($0.0)), ("problem", .string($0.1))]) }
            members.append(("fields", .array(list)))
        }
        return json(["error": .object(members)], status: status, headers: headers)
    }

    static func notFound(_ what: String) -> DemoResponse { failure(404, "not_found", "There is no \(what).") }

    static func wrongMethod(allowed: String) -> DemoResponse {
        failure(405, "method_not_allowed", "This route takes \(allowed).", headers: [("Allow", allowed)])
    }
}

/// Bytes produced chunk by chunk at the reader's pace. Each reader starts from the beginning.
struct DemoByteStream: Sendable {
    /// Returns the chunk with that number, counted from 0, or nil at the end. Throwing aborts the connection.
    let chunk: @Sendable (Int) async throws -> [UInt8]?
}
