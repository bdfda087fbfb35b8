import NetEngine
import Runs
import Workspace

/// A comparison for programs: one JSON object. A reader passes over members that it does not know.
package enum ComparisonJSON {
    /// Changes only where members change their meaning.
    package static let version = 1

    package static func bytes(_ comparison: RunComparison) -> [UInt8] {
        var out = JSONWriter()
        out.object { out in
            out.member("apitui", "comparison")
            out.member("version", version)
            out.member("isWorse", comparison.isWorse)
            out.member("isSame", comparison.isSame)
            out.key("failOn")
            out.array(Worsening.Kind.allCases.filter(comparison.options.failOn.contains)) { $0.string($1.rawValue) }
            out.key("threshold")
            out.raw(number(comparison.options.threshold))
            out.key("a")
            write(comparison.sides.a, &out)
            out.key("b")
            write(comparison.sides.b, &out)
            out.key("counts")
            out.object { out in
                for state in RequestComparison.State.allCases { out.member(state.word, comparison.count(state)) }
            }
            out.member("latencyNotCompared", comparison.latencyRefusal)
            out.key("notes")
            out.array(comparison.notes) { $0.string($1) }
            out.key("volatileHeaders")
            out.array(comparison.volatileHeaders) { out, header in
                out.object { out in
                    out.member("name", header.name)
                    write(header.ground, &out)
                    out.member("requests", header.requests)
                }
            }
            out.key("commonHeaders")
            out.array(comparison.commonHeaders) { out, header in
                out.object { out in
                    out.member("name", header.change.name)
                    out.member("kind", header.change.kind.rawValue)
                    both("values", header.change.values, &out) { $1.string($0) }
                    out.member("requests", header.requests)
                }
            }
            out.key("requests")
            out.array(comparison.requests) { write($1, &$0) }
            out.member("suggestedRules", comparison.suggestedRules)
        }
        return out.bytes
    }

    private static func write(_ side: RunComparison.Side, _ out: inout JSONWriter) {
        out.object { out in
            out.member("name", side.name)
            out.member("id", side.head.id)
            out.member("startedAt", side.head.startedAt.microsecondsSince1970)
            out.member("environment", side.head.environment)
            out.member("results", side.results)
            out.member("failed", side.failed)
            out.member("end", side.end?.reason.rawValue)
        }
    }

    // MARK: Requests

    private static func write(_ request: RequestComparison, _ out: inout JSONWriter) {
        out.object { out in
            out.member("file", request.request.file)
            out.member("line", request.request.line)
            out.member("name", request.request.id)
            out.member("turn", request.request.turn)
            out.member("method", request.request.method)
            out.member("presence", request.presence.rawValue)
            out.member("state", request.state.word)
            out.key("worse")
            out.array(request.worse) { out, worsening in
                out.object { out in
                    out.member("kind", worsening.kind.rawValue)
                    out.member("text", worsening.clause)
                }
            }
            out.key("better")
            out.array(request.better) { $0.string($1) }
            both("results", request.outcomes, &out) { write($0, &$1) }
            out.key("checks")
            out.array(request.checks) { out, check in
                out.object { out in
                    out.member("text", check.text)
                    out.member("kind", check.kind.rawValue)
                    both("failed", check.failed, &out) { $1.number($0) }
                    both("count", check.count, &out) { $1.number($0) }
                    out.member("actual", check.actual)
                }
            }
            if !request.breaches.isEmpty {
                out.key("description")
                out.array(request.breaches) { write($1, &$0) }
            }
            guard request.presence == .both else { return }
            out.key("headers")
            out.array(request.headers.changes) { out, change in
                out.object { out in
                    out.member("name", change.name)
                    out.member("kind", change.kind.rawValue)
                    both("values", change.values, &out) { $1.string($0) }
                }
            }
            out.key("body")
            write(request.body, &out)
            if let latency = request.latency {
                out.key("latency")
                write(latency, &out)
            }
        }
    }

    private static func write(_ breach: BreachChange, _ out: inout JSONWriter) {
        out.object { out in
            out.member("kind", breach.kind.rawValue)
            out.member("operation", breach.operation)
            out.member("part", breach.isRequest ? "request" : "response")
            out.member("verdict", breach.isFailure ? "failed" : "warning")
            out.member("document", breach.document)
            out.member("pointer", breach.pointer)
            out.member("path", breach.path)
            both("count", breach.count, &out) { $1.number($0) }
            out.member("text", breach.text)
        }
    }

    private static func write(_ figures: OutcomeFigures, _ out: inout JSONWriter) {
        out.object { out in
            out.members(of: figures.totals)
            counts("statuses", figures.statuses.map { (String($0.key), $0.value) }, &out)
            counts("categories", figures.categories.map { ($0.key.rawValue, $0.value) }, &out)
            counts("cache", figures.cache.map { ($0.key.rawValue, $0.value) }, &out)
            out.member("firstFailure", figures.firstFailure)
        }
    }

    private static func counts(_ name: String, _ counts: [(String, Int)], _ out: inout JSONWriter) {
        if !counts.isEmpty { out.member(name, counts: counts) }
    }

    private static func write(_ body: BodyDifference, _ out: inout JSONWriter) {
        out.object { out in
            out.member("verdict", body.verdict.word)
            if case .notCompared(let reason) = body.verdict { out.member("reason", reason) }
            out.member("method", body.method.rawValue)
            out.member("changeCount", body.changeCount)
            out.member("movedCount", body.movedCount)
            out.key("moved")
            out.array(body.movedPaths) { $0.string($1) }
            out.key("changes")
            out.array(body.changes) { out, change in
                out.object { out in
                    out.member("kind", change.kind.rawValue)
                    out.member("path", change.path)
                    out.member("place", change.place)
                    both("values", change.values, &out) { $1.string($0) }
                }
            }
            out.key("ignored")
            out.array(body.ignored) { out, ignored in
                out.object { out in
                    out.member("path", ignored.path)
                    out.member("kind", ignored.kind.rawValue)
                    write(ignored.ground, &out)
                    both("values", ignored.values, &out) { $1.string($0) }
                }
            }
            out.key("arrays")
            out.array(body.matchings) { out, matching in
                out.object { out in
                    out.member("path", matching.path)
                    out.member("by", matching.key == nil ? "content" : "key")
                    out.member("key", matching.key)
                }
            }
            out.key("shape")
            out.array(body.contract) { out, change in
                out.object { out in
                    out.member("path", change.path)
                    out.member("kind", change.kind.rawValue)
                    out.member("isBreaking", change.isBreaking)
                    both("types", change.types, &out) { types, out in out.array(types) { $0.string($1) } }
                }
            }
            out.key("notes")
            out.array(body.notes) { $0.string($1) }
        }
    }

    /// The members `ground` and, for what a rule or a format says more of, `detail`.
    private static func write(_ ground: IgnoredValue.Ground, _ out: inout JSONWriter) {
        switch ground {
        case .repeats: out.member("ground", "repeats")
        case .guessed(let format):
            out.member("ground", "guessed")
            out.member("detail", format)
        case .rule(let text):
            out.member("ground", "rule")
            out.member("detail", text)
        case .known: out.member("ground", "known")
        case .followsBody: out.member("ground", "follows-body")
        }
    }

    private static func write(_ latency: LatencyComparison, _ out: inout JSONWriter) {
        out.object { out in
            out.member("verdict", latency.verdict.word)
            if case .cannotTell(let more?) = latency.verdict { out.member("moreResponses", more) }
            if let ratio = latency.ratio {
                out.key("ratio")
                out.raw(number(ratio))
            }
            if let interval = latency.interval {
                out.key("interval")
                out.array([interval.lowerBound, interval.upperBound]) { $0.raw(number($1)) }
            }
            both("figures", latency.figures, &out) { figures, out in
                out.object { out in
                    out.member("count", figures.count)
                    for (name, value) in [
                        ("medianMicros", figures.median), ("p95Micros", figures.p95), ("p99Micros", figures.p99),
                    ] {
                        out.member(name, value.map { Int(min(max($0, 0), 1e15)) })
                    }
                }
            }
        }
    }

    // MARK: Values

    private static func both<Value>(
        _ name: String, _ values: Both<Value>, _ out: inout JSONWriter, _ write: (Value, inout JSONWriter) -> Void
    ) {
        out.key(name)
        out.object { out in
            out.key("a")
            write(values.a, &out)
            out.key("b")
            write(values.b, &out)
        }
    }

    /// Four decimals; what JSON cannot express is null.
    private static func number(_ value: Double) -> [UInt8] {
        guard value.isFinite, abs(value) < 1e12 else { return Array("null".utf8) }
        return Array(String((value * 10_000).rounded() / 10_000).utf8)
    }
}
