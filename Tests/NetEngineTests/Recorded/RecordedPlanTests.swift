import Foundation
import TestSupport
import Testing

@testable import NetEngine

/// What the cache plans for each stored response and each request, and what it would store, as it was recorded (`Recorded`).
///
/// A line is a name, then what `ScriptLine` reads: of a response its age in seconds as `age=…`, its request after `for=…`.
@Suite struct RecordedPlanTests {
    private struct Named<Value> {
        let name: String
        let value: Value
    }

    private static let now = Timestamp(microsecondsSince1970: WallClock.noon * 1_000_000)

    private static func request(_ line: ScriptLine) throws -> CacheRequest {
        var options = RequestOptions()
        options.cacheMode = line.options["mode"].flatMap { CacheMode(rawValue: $0) } ?? .default
        options.decodesContent = line.options["coded"] == nil
        let method = HTTPMethod(line.options["method"] ?? "GET") ?? .get
        return CacheRequest(
            PreparedRequest(
                method: method, url: try HTTPURL.parse("http://a.test/x"), headers: line.headers(WallClock()),
                body: line.body.map { .bytes(Array($0.utf8)) } ?? .none, options: options))
    }

    private static func stored(_ line: ScriptLine) -> StoredResponse {
        let seconds = line.options["age"].flatMap { Double($0) } ?? 0
        let arrival = Timestamp(microsecondsSince1970: now.microsecondsSince1970 - Int64(seconds * 1_000_000))
        let delay = line.number("delay") ?? 0
        let headers = line.headers(WallClock())
        let wanted = HeaderFields(
            (line.options["for"]?.components(separatedBy: ";") ?? []).map { text in
                let pair = text.components(separatedBy: "~")
                return HeaderField(pair[0], pair.count > 1 ? pair[1] : "")
            })
        let status = line.number("status") ?? 200
        return StoredResponse(
            id: StoredResponse.ID(rawValue: 1), key: CacheKey(url: ExchangeFixtures.request().url), status: status,
            reason: [], httpVersion: .http1_1, headers: headers,
            requestTime: Timestamp(microsecondsSince1970: arrival.microsecondsSince1970 - Int64(delay) * 1_000_000),
            responseTime: arrival, vary: VaryKey(response: headers, request: wanted),
            authorization: wanted["Authorization"].map { FieldNormalisation.secretHash(Array($0.utf8)) },
            decodedCodings: line.options["decoded"].map { [$0] } ?? [], wireBodyByteCount: nil, bodyByteCount: 10,
            part: status == 206 ? ContentRange(headers) : nil,
            requestedRange: wanted["Range"].map { Array($0.utf8) })
    }

    private static func text(_ plan: CachePlan) -> String {
        switch plan {
        case .unmet(let decision): return "unmet: \(decision.phrase)"
        case .reuse(let reuse):
            return "\(reuse.decision.outcome.rawValue), \(form(reuse.form)): \(reuse.decision.phrase)"
                + " [\(reuse.decision.directive ?? "-")]\(reuse.isRevalidatedInBackground ? ", asks in the background" : "")"
        case .fetch(let fetch):
            let kind =
                switch fetch.kind {
                case .plain: "fetch"
                case .validation: "validate"
                case .completion: "complete"
                case .callersCondition: "the caller's condition"
                }
            let added = fetch.added.map { "\($0.name): \($0.value)" }
            return
                "\(kind), \(fetch.decision.phrase) [\(fetch.decision.directive ?? "-")]\(added.isEmpty ? "" : " \(added)")"
                + "\(fetch.mayFallBack ? ", may fall back" : "")\(fetch.matching.isEmpty ? "" : ", replaces \(fetch.matching.count)")"
                + ", \(fetch.decision.considered.map(\.why))"
        }
    }

    private static func form(_ form: CachePlan.Form) -> String {
        switch form {
        case .whole: "whole"
        case .notModified: "not modified"
        case .slice(let slice): "\(slice.contentRange.text)"
        }
    }

    private static func lines(_ name: String) throws -> [Named<ScriptLine>] {
        let body = try RecordedCases.parts("plans").first { $0.name == name }?.body ?? ""
        return body.split(separator: "\n").map { Named(name: String($0), value: ScriptLine(String($0))) }
    }

    @Test func `the cache plans what was recorded`() throws {
        let requests = try Self.lines("requests").map { Named(name: $0.name, value: try Self.request($0.value)) }
        let stored = try Self.lines("stored").map { Named(name: $0.name, value: Self.stored($0.value)) }
        try Recorded.expect(
            stored.map { stored in
                let age = stored.value.ageSource.age(at: Self.now)
                var text = "\(age.arithmetic), \(stored.value.lifetime.arithmetic)\n"
                for request in requests {
                    let plan = CachePolicy.plan(request.value, [stored.value], now: Self.now)
                    text += "\(request.name)\n  \(Self.text(plan))\n"
                }
                return (stored.name, text)
            }, in: "engine/plans")
    }

    @Test func `of several stored responses the one is used that was recorded`() throws {
        let requests = try Self.lines("requests").prefix(12)
        let stored = try Self.lines("several").map { Self.stored($0.value) }
        var parts: [(name: String, text: String)] = []
        for request in requests {
            let cacheRequest = try Self.request(request.value)
            var text = ""
            for count in [2, stored.count] {
                for isBackground in [false, true] {
                    for mayComplete in [false, true] {
                        let plan = CachePolicy.plan(
                            cacheRequest, Array(stored.prefix(count)), now: Self.now, isBackground: isBackground,
                            mayComplete: mayComplete)
                        text += "\(count)\(isBackground ? " background" : "")\(mayComplete ? " completing" : "")\n"
                        text += "  \(Self.text(plan))\n"
                    }
                }
            }
            parts.append((request.name, text))
        }
        try Recorded.expect(parts, in: "engine/plans-of-several")
    }

    @Test func `the cache would store, invalidate and pass by what was recorded`() throws {
        let target = try HTTPURL.parse("http://a.test/x")
        let requests = try Self.lines("askers").map { Named(name: $0.name, value: try Self.request($0.value)) }
        let responses = try Self.lines("responses").map { line in
            Named(
                name: line.name,
                value: ExchangeFixtures.response(
                    status: line.value.number("status") ?? 200, reason: "", headers: line.value.headers(WallClock()),
                    body: line.value.bytes, codings: line.value.options["decoded"].map { [$0] } ?? [],
                    isComplete: line.value.options["cut"] == nil))
        }
        try Recorded.expect(
            requests.map { request in
                var text = "bypass \(CachePolicy.bypass(request.value)?.phrase ?? "no")"
                text += ", \(CachePolicy.bypass(request.value, evaluatesConditions: false)?.phrase ?? "no")\n"
                for response in responses {
                    let verdict = CachePolicy.storing(request.value, response.value, target: target)
                    let gone = CachePolicy.invalidated(request.value, response.value, target: target).map(\.text)
                    let shared = SharedCacheView.differences(
                        request.value.subject(response.value.status, response.value.headers))
                    text += "\(response.name)\n  \(verdict)\(gone.isEmpty ? "" : ", invalidates \(gone)")\n"
                    text += shared.map { "  shared \($0)\n" }.joined()
                }
                return (request.name, text)
            }, in: "engine/storing")
    }
}
