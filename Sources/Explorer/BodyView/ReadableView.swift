import Bodies
import NetEngine

/// What a decoder made of a body that is not JSON, or why it could not.
enum ReadableView: Sendable {
    case lines(any LineSource, title: String, readings: [String], remark: String?)
    /// One sentence without a full stop.
    case refused(String)

    /// nil if no decoder is for the body.
    ///
    /// - Parameters:
    ///   - name: a file name, or the path of the URL; its ending counts where the type says nothing.
    ///   - seconds: since 1970, used to explain the times in tokens.
    ///   - choice: how the user wants it to be read.
    init?(_ bytes: BodyBytes, contentType: String?, name: String, at seconds: Int64, as choice: ReadingChoice) {
        let outcome = bytes.withBytes {
            BodyKind.decode(
                $0, type: ContentType(contentType ?? ""), name: name, charset: choice.charset, reading: choice.reading,
                now: seconds)
        }
        defer { bytes.releasePages(0..<bytes.count) }
        switch outcome {
        case .unknown: return nil
        case .refused(let kind, let refusal): self = .refused(kind.sentence(refusal))
        case .decoded(let body):
            let title = body.summary.isEmpty ? body.kind.name : "\(body.kind.name), \(body.summary)"
            self = .lines(
                DecodedLines.source(body, of: bytes), title: title, readings: body.readings, remark: body.remark)
        }
    }

    /// - Parameter columns: that there are; a picture is made to fit.
    func source(columns: Int) -> (any LineSource)? {
        guard case .lines(let source, _, _, _) = self else { return nil }
        return (source as? PictureLines)?.fitted(columns: columns) ?? source
    }
    var title: String? { if case .lines(_, let title, _, _) = self { title } else { nil } }
    /// What the bytes can mean, if it is not certain; the best first.
    var readings: [String] { if case .lines(_, _, let readings, _) = self { readings } else { [] } }
    /// Why the body is not what its type says.
    var refusal: String? {
        switch self {
        case .refused(let sentence): sentence
        case .lines(_, _, _, let remark): remark
        }
    }
}
