import Base
import NetEngine

/// Describes check results in the lines that a command prints.
package enum CheckOutput {
    /// For example `checks 3/3`; nil without checks.
    package static func score(_ report: CheckReport) -> String? { report.isEmpty ? nil : "checks \(report.score)" }

    /// For example `status == 200: was 404`, with the reason and the place.
    package static func sentence(_ result: CheckResult) -> SafeText {
        var text = result.text
        switch result.verdict {
        case .passed: break
        case .failed:
            var parts = result.actual.map { ["was \($0.cut(to: 120))"] } ?? []
            // A variable hides what was expected.
            if result.text.contains(bytes: "{{") { parts.insert("expected \(result.expected.cut(to: 120))", at: 0) }
            if !parts.isEmpty { text += ": \(parts.joined(separator: ", "))" }
            if let reason = result.reason { text += parts.isEmpty ? ": \(reason)" : " (\(reason))" }
        case .warning: text += ": \(result.reason ?? "it is not what the description says")"
        case .notEvaluated: text += ": not evaluated, \(result.reason ?? "it is not available")"
        }
        if result.verdict == .failed || result.verdict == .warning, let place = result.place {
            let body = result.described?.isRequest == true ? "the request's body" : "the body"
            text += ", at line \(place.line), column \(place.column) of \(body): \(place.path)"
        }
        return SafeText(text)
    }

    package static func mark(_ verdict: CheckResult.Verdict) -> String {
        switch verdict {
        case .passed: "ok      "
        case .failed: "FAILED  "
        case .warning: "warning "
        case .notEvaluated: "unknown "
        }
    }

    private static func described(_ described: CheckResult.Described?) -> [(String, JSONOutput)] {
        guard let described else { return [] }
        return [
            (
                "contract",
                .object([
                    ("operation", .string(described.operation)),
                    ("part", .string(described.isRequest ? "request" : "response")),
                    (
                        "description",
                        described.source.map {
                            .object([
                                ("file", .string($0.document)), ("line", .number($0.line)),
                                ("column", .number($0.column)),
                                ("pointer", .string($0.pointer)),
                            ])
                        } ?? .null
                    ),
                ])
            )
        ]
    }

    /// What scripts wrote.
    package static func json(logsOf report: CheckReport) -> JSONOutput {
        .array(report.logs.map { .object([("line", .number($0.line)), ("text", .string($0.text))]) })
    }

    package static func json(_ report: CheckReport) -> JSONOutput {
        .array(
            report.results.map { result in
                .object(
                    [
                        ("text", .string(result.text)), ("line", .number(result.line)),
                        ("verdict", .string(result.verdict.rawValue)), ("expected", .string(result.expected)),
                        ("actual", .optional(result.actual)), ("reason", .optional(result.reason)),
                        (
                            "place",
                            result.place.map {
                                .object([
                                    ("line", .number($0.line)), ("column", .number($0.column)),
                                    ("byte", .number($0.offset)), ("path", .string($0.path)),
                                ])
                            } ?? .null
                        ),
                    ] + described(result.described))
            })
    }
}
