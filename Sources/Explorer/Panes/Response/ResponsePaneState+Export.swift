import Base
import Bodies
import NetEngine
import TerminalUI
import Workspace

/// What can be copied of the place that the user looks at.
struct CopyableValue: Sendable {
    struct Part: Sendable {
        /// `line`, `value`, `path`.
        var name: String
        /// The beginning of it, or what it is.
        var detail: String
        var content: CopyJob.Content
    }

    /// The first is the value itself; a second one says where it is.
    var parts: [Part]
}

extension ResponsePaneState {
    /// What is in view, if it has ended: nil while it arrives, although an earlier one is still kept then.
    var inView: ShownExchange? { arrivingBody == nil && !showsLive ? shown : nil }

    /// The exchange that things are taken out of: the one in view.
    var exportedExchange: Exchange? { inView?.exchange }

    /// Why nothing can be done with a response in view.
    ///
    /// - Parameter otherwise: said where none is in flight.
    func reasonForNone(_ otherwise: String) -> String {
        inFlight == nil ? otherwise : "The response has not ended: wait for it, or stop it with Esc."
    }

    /// The value under the cursor and its path, where the view of the body knows them; else the line of the cursor. nil if
    /// nothing is in view.
    ///
    /// - Parameter size: of the pane's inside.
    func copyableValue(in size: Size) -> CopyableValue? {
        guard exportedExchange != nil else { return nil }
        let window = viewport(in: size)
        let place = cursorPlace(in: size)?.line ?? window.clamped(scroll).line
        if canFold, let value = shownBody?.copyableValue(ofLine: place) { return value }
        guard place < window.source.lineCount else { return nil }
        let line = window.source.line(place, columns: 0..<Self.copiedColumns)
        let text = ClipboardText(String(line.spans.map(\.text.string).joined().trimming { $0 == " " }))
        return text.isEmpty
            ? nil : CopyableValue(parts: [CopyableValue.Part(name: "line", detail: text.string, content: .text(text))])
    }

    /// A line may be as long as the body.
    private static let copiedColumns = 100_000
}

extension BodyDocument {
    private static let maxPathBytes = 1_000_000
    /// More than a row of the menu has room for.
    private static let shownPathBytes = 1000

    /// The value of a line of the readable layout of JSON, and its path.
    func copyableValue(ofLine line: Int) -> CopyableValue? {
        withJSON { layout, bytes in
            guard let value = layout.value(ofLine: line, in: bytes) else { return nil }
            let (text, isSequence) = (scan.text, kind == .jsonLines)
            let part = CopyJob.Part(of: text, value.range, isString: value.kind == .string && value.isWhole)
            let path: @Sendable (Int, UnsafeBufferPointer<UInt8>) -> String? = { limit, bytes in
                layout.normalizedPath(ofLine: line, isSequence: isSequence, limit: limit, in: bytes)
            }
            // A long one is made beside the screen.
            let shownPath = path(Self.shownPathBytes, bytes) ?? "longer than 1 KB"
            let copiedPath = CopyJob.Content.made { () throws(CopyJob.Refusal) in
                guard let path = text.withBytes({ path(Self.maxPathBytes, $0) }) else {
                    throw CopyJob.Refusal(sentence: "The path is longer than 1 MB; nothing was copied.")
                }
                return ClipboardText(path)
            }
            return CopyableValue(parts: [
                CopyableValue.Part(name: "value", detail: value.detail(in: bytes), content: .part(part)),
                CopyableValue.Part(name: "path", detail: shownPath, content: copiedPath),
            ])
        }
    }
}

extension JSONValuePlace {
    /// Of a container its count and size, of any other value its beginning.
    fileprivate func detail(in text: UnsafeBufferPointer<UInt8>) -> String {
        guard case .container(let container) = kind else {
            return String(decoding: text[range].prefix(Self.shownBytes), as: UTF8.self)
        }
        let count = Formatting.count(container.count, container.isObject ? "member" : "item")
        let size = Formatting.byteCount(range.count)
        return "\(container.isObject ? "object" : "array") of \(count), \(size)\(isWhole ? "" : " so far")"
    }

    private static let shownBytes = 200
}
