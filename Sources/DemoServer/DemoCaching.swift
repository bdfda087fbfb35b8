import Base
import NetEngine
import Synchronization

/// Routes whose responses may or may not be stored by a cache, each for a different reason (RFC 9111).
///
/// Each body counts how often the server has produced it: a number that does not change came from a cache.
final class DemoCaching: Sendable {
    private let made = Mutex<[String: Int]>([:])
    /// Limits the counters, because clients choose the language names.
    private static let limit = 1000

    /// For tests: how many counters are kept.
    var keptCount: Int { made.withLock { $0.count } }

    func answer(_ request: DemoRequest) -> DemoResponse {
        guard ["GET", "HEAD"].contains(request.method) else { return .wrongMethod(allowed: "GET, HEAD") }
        let name = request.path.dropFirst().joined(separator: "/")
        switch name {
        case "fresh":
            let seconds = request.number("seconds", standard: 60, in: 0...86_400)
            return make(name, [("Cache-Control", "max-age=\(seconds)"), ("ETag", "\"fresh-1\"")])
        case "etag":
            return conditional(
                request, name, header: "If-None-Match", validator: ("ETag", "\"catalogue-7\""), control: "no-cache")
        case "last-modified":
            return conditional(
                request, name, header: "If-Modified-Since", validator: ("Last-Modified", DemoClock.catalogueChanged),
                control: "max-age=0, must-revalidate")
        case "vary":
            let language = request.header("Accept-Language") ?? "en"
            let greeting = language.hasPrefix("de") ? "Guten Tag" : language.hasPrefix("ja") ? "こんにちは" : "Good day"
            return make(
                "vary/\(language)", [("Cache-Control", "max-age=60"), ("Vary", "Accept-Language")],
                ("greeting", .string(greeting)))
        case "no-store": return make(name, [("Cache-Control", "no-store")])
        case "private": return make(name, [("Cache-Control", "private, max-age=30")])
        case "stale":
            return make(
                name, [("Cache-Control", "max-age=1, stale-while-revalidate=30, stale-if-error=300")])
        case "expires": return make(name, [("Expires", DemoClock.catalogueChanged)])
        case "heuristic": return make(name, [("Last-Modified", DemoClock.catalogueChanged)])
        default: return .notFound("route /cache/\(name)")
        }
    }

    /// Returns 304 if the request has the current validator (RFC 9110 §13.1), else the whole response.
    private func conditional(
        _ request: DemoRequest, _ name: String, header: String, validator: (String, String), control: String
    ) -> DemoResponse {
        let headers = [("Cache-Control", control), validator, ("Date", DemoClock.now())]
        if let given = request.header(header), isCurrent(given, header, validator.1) {
            return DemoResponse(304, headers: headers)
        }
        return make(name, [("Cache-Control", control), validator])
    }

    private func isCurrent(_ given: String, _ header: String, _ validator: String) -> Bool {
        guard header == "If-Modified-Since" else { return given == "*" || given.contains(validator) }
        // A date as late as the validator, or later (RFC 9110 §13.1.3).
        let now = Timestamp.secondsNow()
        guard let since = HTTPDate.seconds(given, now: now), let changed = HTTPDate.seconds(validator, now: now)
        else { return false }
        return changed <= since
    }

    private func make(
        _ name: String, _ headers: [(String, String)], _ extra: (String, JSONOutput)? = nil
    ) -> DemoResponse {
        let count = made.withLock { made in
            if made[name] == nil, made.count >= Self.limit { made = [:] }
            made[name, default: 0] += 1
            return made[name, default: 0]
        }
        let members: [(String, JSONOutput)] = [("route", .string("cache/\(name)")), ("made", .number(count))]
        return .json(.object(members + (extra.map { [$0] } ?? [])), headers: [("Date", DemoClock.now())] + headers)
    }
}
