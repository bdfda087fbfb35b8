import Bodies
import NetEngine

/// What a decoder made of a body that is not JSON, or why it could not.
enum ReadableView: Sendable {
    case lines(any LineSource, title: String)
    /// One sentence without a full stop.
    case refused(String)

    /// nil if no decoder is for the body.
    ///
    /// - Parameters:
    ///   - name: a file name, or the path of the URL; its ending counts where the type says nothing.
    ///   - seconds: since 1970, used to explain the times in tokens.
    init?(_ bytes: BodyBytes, contentType: String?, name: String, at seconds: Int64) {
        let outcome = bytes.withBytes {
            BodyKind.decode($0, type: ContentType(contentType ?? ""), name: name, now: seconds)
        }
        bytes.releasePages(0..<bytes.count)
        switch outcome {
        case .unknown: return nil
        case .refused(let kind, let refusal): self = .refused("Not \(kind.name): \(refusal.sentence)")
        case .decoded(let body):
            let title = body.summary.isEmpty ? body.kind.name : "\(body.kind.name), \(body.summary)"
            self = .lines(DecodedLines.source(body, of: bytes), title: title)
        }
    }

    var source: (any LineSource)? { if case .lines(let source, _) = self { source } else { nil } }
    var title: String? { if case .lines(_, let title) = self { title } else { nil } }
    var refusal: String? { if case .refused(let sentence) = self { sentence } else { nil } }
}
