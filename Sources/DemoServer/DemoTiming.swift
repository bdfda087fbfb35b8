import Base

/// Responses that take time: before the head, within the body, or without end.
enum DemoTiming {
    private static let longest = 600_000

    static func answer(_ request: DemoRequest) async throws -> DemoResponse {
        switch request.path.dropFirst().joined(separator: "/") {
        case "headers":
            let wait = request.number("ms", standard: 3000, in: 0...longest)
            try await Task.sleep(for: .milliseconds(wait))
            return .json(
                ["waitedMilliseconds": .number(wait)],
                headers: [("Server-Timing", "db;dur=\(wait * 2 / 3), render;dur=\(wait / 3)")])
        case "body":
            let wait = request.number("ms", standard: 3000, in: 0...longest)
            let parts = request.number("parts", standard: 6, in: 1...1000)
            let stream = DemoByteStream { index in
                guard index < parts else { return nil }
                if index > 0 { try await Task.sleep(for: .milliseconds(wait / parts)) }
                return Array("part \(index + 1) of \(parts)\n".utf8)
            }
            return DemoResponse(
                headers: [("Content-Type", "text/plain; charset=utf-8")], body: .stream(stream, count: nil))
        case "events": return events(request)
        default: return .notFound("route /\(request.path.joined(separator: "/"))")
        }
    }

    /// `text/event-stream`: `count` events, or without end; one every `ms` milliseconds.
    private static func events(_ request: DemoRequest) -> DemoResponse {
        let wait = request.number("ms", standard: 500, in: 1...longest)
        let count = request.query("count").flatMap { Int($0) }
        let stream = DemoByteStream { index in
            if let count, index >= count { return nil }
            if index > 0 { try await Task.sleep(for: .milliseconds(wait)) }
            let data: JSONOutput = ["product": .number(1 + index % 12), "stock": .number(50 - index % 50)]
            return Array("id: \(index + 1)\nevent: stock\ndata: ".utf8) + data.bytes + Array("\n\n".utf8)
        }
        return DemoResponse(
            headers: [("Content-Type", "text/event-stream"), ("Cache-Control", "no-store")],
            body: .stream(stream, count: nil))
    }
}
