import Bodies

/// What is different between the headers of one request in two runs.
package struct HeaderDifference: Sendable, Hashable {
    package struct Change: Sendable, Hashable {
        /// `added`, `removed` or `valueChanged`.
        package var kind: DifferenceKind
        package var name: String
        package var values: Both<String?>
    }

    package var changes: [Change] = []
    package var ignored: [IgnoredValue] = []
}

/// Compares the headers of the responses that were chosen for the bodies.
struct HeaderComparing {
    let rules: [ComparisonRules.Rule]

    /// Headers that another response, or another day, changes.
    private static let known: Set<String> = [
        "date", "age", "expires", "server-timing", "x-runtime", "x-response-time", "x-request-id", "x-correlation-id",
        "x-trace-id", "x-amzn-requestid", "x-amzn-trace-id", "x-amz-request-id", "x-amz-id-2", "x-amz-cf-id", "cf-ray",
        "traceparent", "tracestate", "request-id", "x-ms-request-id", "x-github-request-id", "x-served-by", "x-timer",
        "x-ratelimit-remaining", "x-ratelimit-reset", "x-ratelimit-used", "ratelimit-remaining", "ratelimit-reset",
        "ratelimit", "report-to", "keep-alive",
    ]
    private static let ofBody: Set<String> = [
        "content-length", "etag", "last-modified", "content-md5", "digest", "content-digest", "repr-digest",
        "x-content-length",
    ]

    func compare(_ samples: Both<[ResponseSample]>) -> HeaderDifference {
        let slots = Set(samples.a.map(\.slot)).intersection(samples.b.map(\.slot)).sorted()
        var result = HeaderDifference()
        var volatile: Set<String> = []
        var hasRepeats = false
        for run in [samples.a, samples.b] {
            for (_, responses) in Dictionary(grouping: run, by: \.slot) where responses.count > 1 {
                hasRepeats = true
                for other in responses.dropFirst() {
                    for change in HeaderComparison(responses[0].headers, other.headers).changes {
                        volatile.insert(change.name.lowercased())
                    }
                }
            }
        }
        for slot in slots {
            guard let a = samples.a.first(where: { $0.slot == slot }),
                let b = samples.b.first(where: { $0.slot == slot })
            else { continue }
            for change in HeaderComparison(a.headers, b.headers).changes {
                let kind: DifferenceKind =
                    change.first == nil ? .added : change.second == nil ? .removed : .valueChanged
                let values = Both(change.first, change.second)
                if let ground = ground(change, volatile, hasRepeats: hasRepeats, isSameBody: a.body == b.body) {
                    let ignored = IgnoredValue(path: change.name, kind: kind, ground: ground, values: values)
                    if !result.ignored.contains(where: { $0.path.lowercased() == change.name.lowercased() }) {
                        result.ignored.append(ignored)
                    }
                } else if !result.changes.contains(where: {
                    $0.kind == kind && $0.name.lowercased() == change.name.lowercased()
                }) {
                    result.changes.append(HeaderDifference.Change(kind: kind, name: change.name, values: values))
                }
            }
        }
        return result
    }

    /// Why a difference does not count; nil if it does.
    private func ground(
        _ change: HeaderComparison.Change, _ volatile: Set<String>, hasRepeats: Bool, isSameBody: Bool
    ) -> IgnoredValue.Ground? {
        let name = change.name.lowercased()
        for rule in rules {
            if case .ignoreHeader(let ignored) = rule.kind, ignored.lowercased() == name { return .rule(rule.text) }
        }
        if volatile.contains(name) { return .repeats }
        if !isSameBody, Self.ofBody.contains(name) { return .followsBody }
        guard let first = change.first, let second = change.second else { return nil }
        if Self.known.contains(name) { return .known }
        if name == "set-cookie", Self.cookie(first) == Self.cookie(second) { return .known }
        if !hasRepeats, let format = Guess.format(Array(first.utf8), Array(second.utf8)) { return .guessed(format) }
        return nil
    }

    /// A cookie without its value and its dates: what is left is the server's choice.
    private static func cookie(_ text: String) -> [String] {
        text.split(separator: ";").enumerated().map { index, part in
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(halves[0].drop { $0 == " " })
            if index == 0 { return name }
            // Names of attributes may have any case (RFC 6265 §5.2).
            let attribute = name.lowercased()
            let isValueFree = halves.count == 1 || ["expires", "max-age"].contains(attribute)
            return isValueFree ? attribute : attribute + "=" + halves[1]
        }
    }
}
