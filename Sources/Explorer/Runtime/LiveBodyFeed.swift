import Base
import Bodies
import NetEngine
import Synchronization
import TerminalUI
import Workspace

/// Passes on what arrives of a response's body, so that it is seen before the response ends: pieces gathered for a moment
/// each, and of a flood only the newest, which a screen can be about. What waits here never grows beyond that.
final class LiveBodyFeed: BodyReceiver {
    fileprivate struct State {
        /// Of the response that is arriving.
        var news: ResponseNews
        var pending: [UInt8] = []
        /// Reads the body once it is large and in a file.
        var reading: BodyReading?
        var contentType: String?
        /// Whether all of it is kept and laid out: JSON that is not a stream.
        var isLaidOut = false
        /// Whether its type leaves that open; its beginning decides when enough of it is there.
        var mayBeJSON = false
        /// When its first bytes came.
        var start: ContinuousClock.Instant?
        /// What was posted of a body that may yet become large enough to be laid out.
        var posted: [UInt8] = []
        /// From then on.
        var growing: GrowingBody?
        var skipped = BodyNews.Skipped()
        var isScheduled = false
        /// Whether the screen will look again at what came first, however long nothing follows.
        var looksAgain = false
    }

    private static let gathering = Duration.milliseconds(30)
    /// After a piece that takes its time to be laid out.
    private static let gatheringOfFlood = Duration.milliseconds(120)
    private static let flood = 256 << 10
    /// A body of fewer bytes is laid out in no time when it is there.
    private static let growingSize = 64 << 10

    private let id: ExchangeID
    private let folders: [String]
    private let post: @Sendable (Action) -> Void
    private let state: Mutex<State>

    /// - Parameter folders: for the file of a body that is laid out while it arrives.
    init(
        _ id: ExchangeID, folders: [String] = SpoolFolders.spooling.folders, post: @escaping @Sendable (Action) -> Void
    ) {
        self.id = id
        self.folders = folders
        self.post = post
        state = Mutex(State(news: ResponseNews(post)))
    }

    func begin(_ soFar: TransportResult) {
        state.withLock { state in
            state.news.end()
            state = State(
                news: ResponseNews(post), contentType: soFar.response?.headers["Content-Type"],
                isScheduled: state.isScheduled)
            let type = ContentType(state.contentType ?? "")
            state.mayBeJSON = BodyScan.mayBeJSON(type)
            state.isLaidOut = (type.isJSON || state.mayBeJSON) && !type.isStream
            post(.bodyArrived(id, .began(contentType: state.contentType)))
        }
    }

    /// The body is large and moves to a file, where all of it will be: from now on it is read there.
    func spooled(_ body: SpooledBody) {
        state.withLock { state in
            state.pending = []
            state.posted = []
            state.growing = nil
            state.skipped = BodyNews.Skipped()
            state.reading = BodyReading(id, BodyBytes(body), contentType: state.contentType, post: state.news.post)
        }
    }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let delay: Duration? = state.withLock { state in
            if state.reading == nil { state.pending += bytes }
            if state.start == nil {
                state.start = .now
                state.lookAtBeginning(bytes)
            }
            // Twice the limit, so that bytes are moved once only.
            if !state.isLaidOut, state.pending.count > 2 * LiveBody.limit { state.skip() }
            guard !state.isScheduled else { return nil }
            state.isScheduled = true
            return bytes.count > Self.flood / 2 ? Self.gatheringOfFlood : Self.gathering
        }
        if let delay { flush(after: delay) }
        return true
    }

    private func flush(after delay: Duration) {
        Task.detached { [self] in
            try? await Task.sleep(for: delay)
            if await grow() { return }
            let looksAgain = flush()
            guard looksAgain else { return }
            // A body whose type is not a stream is shown when it has been arriving for a moment, even if no more arrives.
            try? await Task.sleep(for: ResponsePaneState.patience)
            post(.bodyArrived(id, .bytes([], skipped: BodyNews.Skipped())))
        }
    }

    /// Lays out a body that is large enough, as far as it has come. False if it is not to be laid out.
    private func grow() async -> Bool {
        enum Turn {
            case none
            case wait(Duration)
            case append([UInt8], GrowingBody?, contentType: String?, ResponseNews)
        }
        let turn: Turn = state.withLock { state in
            guard state.isLaidOut, state.reading == nil, !state.pending.isEmpty,
                state.growing != nil || state.posted.count + state.pending.count >= Self.growingSize
            else { return .none }
            // A quick response appears as a whole.
            let age = state.start.map { ContinuousClock.now - $0 } ?? .zero
            guard state.growing != nil || age >= ResponsePaneState.patience else {
                return .wait(ResponsePaneState.patience - age)
            }
            if state.mayBeJSON, !state.isDecidedJSON() { return .none }
            defer { (state.posted, state.pending) = ([], []) }
            return .append(
                state.posted + state.pending, state.growing, contentType: state.contentType, state.news)
        }
        switch turn {
        case .none: return false
        case .wait(let time): flush(after: time)
        case .append(let bytes, let known, let contentType, let news):
            let body = known ?? GrowingBody(id, contentType: contentType, folders: folders, post: news.post)
            let isKept = await body?.append(bytes) ?? false
            let goesOn = state.withLock { state in
                // Another response may have begun in its place meanwhile.
                let isSame = state.news === news
                if isSame { state.growing = isKept && state.reading == nil ? body : nil }
                if isSame, !isKept {
                    // Like a body that is not laid out: the newest part of what there is, or of what comes now.
                    state.isLaidOut = false
                    if body == nil { state.pending = bytes + state.pending } else { state.skipped.add(bytes[...]) }
                }
                state.isScheduled = !state.pending.isEmpty
                return state.isScheduled
            }
            if goesOn { flush(after: Self.gathering) }
        }
        return true
    }

    /// - Returns: whether this was the first piece.
    private func flush() -> Bool {
        let (wasFlood, isFirst) = state.withLock { state in
            state.isScheduled = false
            if let reading = state.reading {
                Task.detached { await reading.readOn() }
                return (false, false)
            }
            guard !state.pending.isEmpty else { return (false, false) }
            if !state.isLaidOut, state.pending.count > LiveBody.limit { state.skip() }
            post(.bodyArrived(id, .bytes(state.pending, skipped: state.skipped)))
            if state.isLaidOut { state.posted += state.pending }
            let wasFlood = state.pending.count > Self.flood
            state.pending = []
            state.skipped = BodyNews.Skipped()
            defer { state.looksAgain = true }
            // The next piece waits longer: the screen is busy with this one.
            state.isScheduled = wasFlood
            return (wasFlood, !state.looksAgain)
        }
        if wasFlood { flush(after: Self.gatheringOfFlood) }
        return isFirst
    }
}

/// Passes on what is read of one response. Nothing of it follows once another one, as after a retry, began in its place: it would be
/// taken for that one's.
final class ResponseNews: Sendable {
    private let send: @Sendable (Action) -> Void
    private let isOver = Mutex(false)

    init(_ send: @escaping @Sendable (Action) -> Void) { self.send = send }

    func end() { isOver.withLock { $0 = true } }

    /// Returns false if it is over.
    @Sendable func post(_ action: Action) -> Bool {
        isOver.withLock { isOver in
            if !isOver { send(action) }
            return !isOver
        }
    }
}

extension LiveBodyFeed.State {
    /// Text that cannot be JSON is not kept until more of it is there.
    fileprivate mutating func lookAtBeginning(_ bytes: UnsafeRawBufferPointer) {
        guard mayBeJSON, let first = bytes.first(where: { !Self.mayPrecedeJSON.contains($0) }) else { return }
        guard first != Byte.openBrace, first != Byte.openBracket else { return }
        (mayBeJSON, isLaidOut) = (false, false)
    }

    /// Whitespace, and a byte order mark.
    private static let mayPrecedeJSON: [UInt8] = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
    /// Bytes that decide.
    private static let beginning = 256 << 10

    /// Whether what came so far is the beginning of one JSON value; else the body is shown like any other text from now on.
    fileprivate mutating func isDecidedJSON() -> Bool {
        mayBeJSON = false
        var scan = BodyScan(BodyBytes(posted + pending), contentType: contentType)
        scan.read(to: Self.beginning)
        isLaidOut = scan.kind == .json
        if !isLaidOut { posted = [] }
        return isLaidOut
    }

    /// Leaves out what is older than the newest that can be shown.
    fileprivate mutating func skip() {
        let count = pending.count - LiveBody.limit
        skipped.add(pending[..<count])
        pending.removeFirst(count)
    }
}
