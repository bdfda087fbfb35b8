import Base
import OpenAPI

/// What a response, or a request that is about to be sent, keeps and breaks of its description.
package struct ContractReport: Sendable, Hashable {
    /// Findings that are listed in one report.
    package static let mostFindings = 1_000

    /// In this order: status, media type, headers or parameters, body.
    package internal(set) var findings: [ContractFinding] = []
    /// What breaks nothing: values that are not of their `format`, members of the other direction, deprecated operations, and
    /// keywords that are not checked.
    package internal(set) var warnings: [ContractFinding] = []
    /// Whether there are more than are listed.
    package internal(set) var isCut = false
    /// The status of the documented response that was compared with: `200`, `2XX` or `default`.
    package internal(set) var documentedStatus: String?

    package init() {}

    /// Broken if anything is; not checked if nothing could be.
    package var verdict: ContractFinding.Verdict {
        if findings.contains(where: { $0.verdict == .broken }) { return .broken }
        return findings.contains { $0.verdict == .kept } ? .kept : .notChecked
    }

    package var broken: [ContractFinding] { findings.filter { $0.verdict == .broken } }

    mutating func add(_ finding: ContractFinding) {
        guard findings.count < Self.mostFindings else {
            isCut = true
            return
        }
        findings.append(finding)
    }

    mutating func warn(_ finding: ContractFinding) {
        guard warnings.count < Self.mostFindings else { return }
        var finding = finding
        if finding.verdict != .notChecked { finding.verdict = .warning }
        warnings.append(finding)
    }
}

/// One thing that a description promises, and whether it holds.
package struct ContractFinding: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// About the operation as a whole.
        case operation
        case status
        case mediaType = "media-type"
        /// A required header is there.
        case header
        case headerValue = "header-value"
        /// A required parameter is there.
        case parameter
        case parameterValue = "parameter-value"
        case body
    }

    package enum Verdict: String, Sendable, Hashable {
        case kept, broken
        /// Breaks nothing, but its author should know.
        case warning
        /// Neither: the text says why.
        case notChecked = "not-checked"
    }

    /// One branch of `anyOf` or `oneOf` that did not fit, nearest first.
    package struct Choice: Sendable, Hashable {
        /// From 0.
        package var branch: Int
        package var source: DescriptionPlace
        package var findings: [ContractFinding]
    }

    package var kind: Kind
    package var verdict: Verdict
    /// The name of a header or parameter.
    package var name: String?
    package var location: Parameter.Location?
    /// One sentence.
    package var text: String
    /// Where in the body the value is.
    package var place: BodyPlace?
    /// Where the description says it.
    package var source: DescriptionPlace?
    /// How many values have it.
    package var count = 1
    package var choices: [Choice] = []
}
