import Bodies
import NetEngine

/// Reads a large body beside the screen, and posts what is known of it: soon, now and then, and when all was read.
///
/// While the body arrives, call `readOn` when there is more, and `end` after the last byte. What was read stays read.
actor BodyReading {
    /// A step is shorter than a frame.
    private static let step = 8 << 20
    private static let moment = Duration.milliseconds(80)

    private let id: ExchangeID
    private let bytes: BodyBytes
    private let contentType: String?
    private let charset: TextEncoding?
    private let post: @Sendable (Action) -> Bool
    private var scan: BodyScan

    /// - Parameters:
    ///   - charset: that the user chose.
    ///   - scan: what is known of these bytes already, read in that charset.
    ///   - post: returns false once nobody wants to know more of them.
    init(
        _ id: ExchangeID, _ bytes: BodyBytes, contentType: String?, charset: TextEncoding? = nil,
        from scan: BodyScan? = nil, post: @escaping @Sendable (Action) -> Bool
    ) {
        self.id = id
        self.bytes = bytes
        self.contentType = contentType
        self.charset = charset
        self.post = post
        self.scan = scan ?? BodyScan(bytes, contentType: contentType, charset: charset)
    }

    /// Reads what has come.
    func readOn() {
        if scan.place < BodyScan.headLength, !scan.isCharsetGuessed {
            scan = BodyScan(bytes, contentType: contentType, charset: charset)
        }
        guard scan.hasMore else { return }
        var next = ContinuousClock.now
        while scan.hasMore {
            scan.read(to: scan.place + Self.step)
            let now = ContinuousClock.now
            guard now >= next || !scan.hasMore else { continue }
            next = now + Self.moment
            guard post(.bodyRead(id, BodyDocument(scan, isComplete: false))) else { return }
        }
    }

    /// Reads the rest of a body of which no more comes.
    func end(isComplete: Bool) -> BodyDocument {
        // Before all of it is read in the wrong charset.
        if let guessed = scan.guessedByBeginning() { scan = guessed }
        readOn()
        scan.end(isComplete: isComplete)
        return BodyDocument(scan, isComplete: isComplete)
    }
}
