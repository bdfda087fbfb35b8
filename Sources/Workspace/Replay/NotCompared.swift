import Base

/// The requests of a run that were compared with no description, counted by the reason.
package struct NotCompared: Sendable {
    /// Reasons that are kept: paths that are in no description may be as many as requests.
    static let mostReasons = 5

    private var reasons: [(reason: String, count: Int)] = []
    private var others = 0

    package init() {}

    package mutating func add(_ record: RunRecord) {
        guard record.countsChecks, let result = record.checks.results.first(where: \.isNotCompared) else { return }
        let reason = result.reason ?? "it is not known why"
        if let index = reasons.firstIndex(where: { $0.reason == reason }) {
            reasons[index].count += 1
        } else if reasons.count < Self.mostReasons {
            reasons.append((reason, 1))
        } else {
            others += 1
        }
    }

    /// `3 requests were not compared: there is no OpenAPI description in /x.`
    package var sentences: [String] {
        func subject(_ count: Int) -> String { count == 1 ? "1 request was" : "\(count) requests were" }
        let sentences = reasons.map { "\(subject($0.count)) not compared: \($0.reason)." }
        return others == 0
            ? sentences
            : sentences + ["\(subject(others)) not compared for \(others == 1 ? "another reason" : "other reasons")."]
    }
}
