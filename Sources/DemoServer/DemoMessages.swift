import Base

/// A request as the demo's routes see it.
struct DemoRequest: Sendable {
    var method: String
    /// As it stood in the request line.
    var target: String
    /// The path's parts between slashes, percent-decoded, empty ones left out.
    var path: [String]
    /// In order, decoded.
    var query: [(name: String, value: String)]
    /// Sorted by name.
    var headers: [(name: String, value: String)]
    var body: [UInt8]

    /// The first query parameter of that name.
    func query(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// The first query parameter of that name as a number, cut to a range; `standard` when it is absent or no number.
    func number(_ name: String, standard: Int, in range: ClosedRange<Int>) -> Int {
        min(max(query(name).flatMap { Int($0) } ?? standard, range.lowerBound), range.upperBound)
    }

    func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.lowercased() == wanted }?.value
    }
}

/// What a route answers.
struct DemoAnswer: Sendable {
    enum Body: Sendable {
        case bytes([UInt8])
        /// Written as it is produced: with a Content-Length if `count` is known, else chunked.
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

    static func json(_ value: JSONOutput, status: Int = 200, headers: [(String, String)] = []) -> DemoAnswer {
        DemoAnswer(status, headers: [("Content-Type", "application/json")] + headers, body: .bytes(value.bytes))
    }

    static func text(
        _ text: String, type: String = "text/plain; charset=utf-8", status: Int = 200,
        headers: [(String, String)] = []
    ) -> DemoAnswer {
        DemoAnswer(status, headers: [("Content-Type", type)] + headers, body: .bytes(Array(text.utf8)))
    }

    /// An error as this API words all of its errors.
    static func failure(
        _ status: Int, _ code: String, _ message: String, fields: [(String, String)] = [],
        headers: [(String, String)] = []
    ) -> DemoAnswer {
        var members: [(String, JSONOutput)] = [("code", .string(code)), ("message", .string(message))]
        if !fields.isEmpty {
            let list = fields.map { JSONOutput.object([("field", .string($0.0)), ("problem", .string($0.1))]) }
            members.append(("fields", .array(list)))
        }
        return json(["error": .object(members)], status: status, headers: headers)
    }

    static func notFound(_ what: String) -> DemoAnswer { failure(404, "not_found", "There is no \(what).") }

    static func wrongMethod(allowed: String) -> DemoAnswer {
        failure(405, "method_not_allowed", "This route takes \(allowed).", headers: [("Allow", allowed)])
    }
}

/// Bytes made one chunk after another, at the reader's pace. Each reader begins anew.
struct DemoByteStream: Sendable {
    /// The next chunk by its number from 0, or nil at the end. Throwing breaks the connection off.
    let chunk: @Sendable (Int) async throws -> [UInt8]?
}
