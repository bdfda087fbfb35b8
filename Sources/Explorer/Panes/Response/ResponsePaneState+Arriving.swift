import Base
import Bodies
import NetEngine
import TerminalUI

/// The body of the response in flight, as far as it has arrived and is shown: of a long one the newest part.
struct LiveBody: Sendable {
    /// Bytes that are shown while they arrive; what came before them is shown at the end.
    static let limit = 1 << 20

    var contentType: String?
    private(set) var bytes: [UInt8] = []
    /// What is left out before them.
    private(set) var skipped = BodyNews.Skipped()
    /// When its first bytes came.
    var startedAt: MonotonicTime?
    /// nil until it is to be shown.
    private(set) var document: BodyDocument?
    /// What was left out when that was made.
    private var documentSkipped = 0
    /// Whether the body is in a file, and its document comes from there, from the first byte on.
    private(set) var isInFile = false
    /// Whether the reader was at the end when the body was last in view.
    var isFollowed = true

    init(contentType: String? = nil) { self.contentType = contentType }

    /// Responses that come in pieces by their nature are shown from the first byte on.
    var isStream: Bool { ContentType(contentType ?? "").isStream }

    /// All that came so far.
    var total: Int { isInFile ? document?.byteCount ?? 0 : skipped.bytes + bytes.count }

    /// Whether more came than is shown, because the reader looks at what would have to go for it.
    var isHeld: Bool { document != nil && documentSkipped != skipped.bytes }

    mutating func append(_ more: [UInt8], skipped gap: BodyNews.Skipped) {
        if gap.bytes > 0 {
            skipped.add(bytes[...])
            skipped += gap
            bytes = more
        } else {
            bytes += more
        }
        guard bytes.count > Self.limit else { return }
        // A quarter more than needed, so that few pieces move all the others; from the beginning of a line, or of a character.
        let least = bytes.count - Self.limit * 3 / 4
        var start = least
        if let end = bytes[least...].prefix(1 << 16).firstIndex(of: 0x0A) {
            start = end + 1
        } else {
            while start < bytes.count, start < least + 4, bytes[start] & 0xC0 == 0x80 { start += 1 }
        }
        skipped.add(bytes[..<start])
        bytes.removeFirst(start)
    }

    /// Shows what was read of the file. Its beginning stays in view unless the reader goes to the end.
    mutating func show(_ body: BodyDocument) {
        if !isInFile {
            isFollowed = false
            (bytes, skipped, documentSkipped) = ([], BodyNews.Skipped(), 0)
        }
        isInFile = true
        document = body
    }

    /// Lays out what is there.
    mutating func layOut() {
        document = BodyDocument(bytes: bytes, contentType: contentType, isComplete: false)
        documentSkipped = skipped.bytes
    }
}

/// Streamed responses are seen while they arrive: a stream at once, any other after a moment, so that the common quick
/// response appears as a whole and nothing before.
extension ResponsePaneState {
    /// How long bytes must have been coming before they are shown.
    package static let patience = Duration.milliseconds(150)

    /// What there is of the body in flight, when it is shown.
    var arrivingBody: BodyDocument? { inFlight == nil ? nil : liveBody?.document }

    /// Takes in what arrived; of any other exchange it changes nothing. A reader at the end stays at the end.
    mutating func bodyArrived(_ id: ExchangeID, _ news: BodyNews, at now: MonotonicTime, in size: Size) {
        guard inFlight?.id == id else { return }
        switch news {
        case .began(let contentType): liveBody = LiveBody(contentType: contentType)
        case .bytes(let bytes, let skipped):
            var body = liveBody ?? LiveBody()
            // A piece from before it was read from its file.
            guard !body.isInFile else { return }
            body.append(bytes, skipped: skipped)
            let start = body.startedAt ?? now
            body.startedAt = start
            let isFirst = body.document == nil
            guard !isFirst || body.isStream || now.since(start) >= Self.patience else {
                liveBody = body
                return
            }
            if !isFirst, shownTab == .body { body.isFollowed = isAtEnd(in: size) }
            // If the user has scrolled up, keep the view still.
            guard body.isFollowed || !body.isHeld else {
                liveBody = body
                return
            }
            body.layOut()
            liveBody = body
            if isFirst {
                scrolls[.body] = nil
                bodyAnchor = nil
                search?.restart()
                return
            }
            search?.restart(keepsHit: true)
            if body.isFollowed, shownTab == .body {
                scroll = viewport(in: size).bottom(column: scroll.column)
            }
        }
    }

    /// As much of a large body in flight was read. Of a stream the end is followed, as before.
    mutating func arrivingBodyRead(_ read: BodyDocument, in size: Size) {
        var body = liveBody ?? LiveBody()
        // What was read of it as a part of something else may come late.
        if body.isInFile, let shown = body.document, read.byteCount < shown.byteCount { return }
        let isFirst = !body.isInFile
        let wasFollowed = body.document != nil && body.isFollowed && body.isStream
        if !isFirst, shownTab == .body { body.isFollowed = isAtEnd(in: size) }
        body.show(read)
        if isFirst { body.isFollowed = wasFollowed }
        liveBody = body
        if isFirst {
            scrolls[.body] = nil
            bodyAnchor = nil
            folds = JSONFolds(depth: folds.depth)
            search?.restart()
        }
        if body.isFollowed, shownTab == .body { scroll = viewport(in: size).bottom(column: scroll.column) }
    }

    private func isAtEnd(in size: Size) -> Bool {
        let window = viewport(in: size)
        let (here, end) = (window.clamped(scroll), window.bottom(column: scroll.column))
        return (here.line, here.row) >= (end.line, end.row)
    }
}
