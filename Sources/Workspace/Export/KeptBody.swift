import Base
import NetEngine

/// How much of a body is there: of one from the request log or from a recording perhaps only the beginning.
extension Response {
    /// Whether the body came to its end, and all of it was kept.
    package var hasWholeBody: Bool { isComplete && isBodyKept }

    /// The size of the body: `100 MB`; where it was cut, `the first 8.4 MB of 100 MB`.
    package var bodySizeText: String {
        let all = Formatting.byteCount(bodyByteCount)
        guard !isBodyKept else { return all }
        return content.isEmpty ? "none of \(all)" : "the first \(Formatting.byteCount(content.count)) of \(all)"
    }

    /// What of the body is missing because it was not kept; nil if all is there.
    package var keptSentence: String? {
        guard !isBodyKept else { return nil }
        return content.isEmpty
            ? "The body (\(Formatting.byteCount(bodyByteCount))) was not kept." : "Only \(bodySizeText) were kept."
    }
}
