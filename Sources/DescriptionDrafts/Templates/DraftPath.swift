import Base
import OpenAPI

/// A path of the draft with its parameters.
struct DraftPath: Sendable {
    enum Segment: Sendable, Hashable {
        case text(String)
        case parameter(name: String, suffix: String)
    }

    struct Parameter: Sendable {
        var name: String
        var values: TextFacts
        /// Why it is one: a clause; nil if the existing description says so.
        var evidence: String?
    }

    var segments: [Segment]
    var parameters: [Parameter]
    /// By method.
    var operations: [String: Int]
    /// The template of the existing description that it is.
    var knownTemplate: String?
    /// The path of its server, if that is known.
    var base = ""

    var template: String {
        if let knownTemplate { return base + knownTemplate }
        if segments.isEmpty { return "/" }
        return segments.map { segment in
            switch segment {
            case .text(let text): "/" + text
            case .parameter(let name, let suffix): "/{\(name)}\(suffix)"
            }
        }.joined()
    }

    /// The texts without `api`, `v1` and the like in front.
    static func isPrefix(_ text: String) -> Bool {
        if ["api", "apis", "rest", "services", "public"].contains(text.lowercased()) { return true }
        let bytes = Array(text.utf8)
        guard let first = bytes.first, first | 0x20 == UInt8(ascii: "v"), bytes.count > 1, bytes.count < 8 else {
            return false
        }
        return bytes.dropFirst().allSatisfy { $0 == Byte.dot || (0x30...0x39).contains($0) }
    }
}

extension DraftPath {
    /// The segments of a template that somebody else wrote. A parameter may be a part of a segment; here it is one.
    mutating func setKnownSegments() {
        guard let knownTemplate else { return }
        for text in knownTemplate.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let names = PathTemplate(String(text)).parameters
            if names.isEmpty { segments.append(.text(String(text))) }
            for name in names { segments.append(.parameter(name: name, suffix: "")) }
        }
    }
}
