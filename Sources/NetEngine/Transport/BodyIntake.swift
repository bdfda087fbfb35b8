/// Where the body of a response goes: decoded and within its limit, into memory or to a receiver that may be slower than
/// the wire. Lives on the engine thread only.
final class BodyIntake {
    enum Outcome {
        case taken
        /// The receiver has no room: offer the same bytes again once it has.
        case notNow
        /// It was decoded for long enough: offer the same bytes again after the other transfers had their turn.
        case turnOver
        /// A redirect's body is longer than is worth reading.
        case enough
        case failed(EngineError)
    }

    let receiver: (any BodyReceiver)?
    let observer: (any BodyReceiver)?
    /// The decoded bytes of a body that is kept here, and not in a file.
    private(set) var bytes: [UInt8] = []
    /// Takes the body from the threshold on; nil if it stays in memory. Most bodies do, so it is made when it is needed.
    private var spool: SpoolWriter?
    private let makeSpool: () -> SpoolWriter?
    private(set) var isSpooling = false
    /// Bytes that are held in memory before the body moves to a file.
    private var threshold = Int.max
    private let memoryLimit: Int
    /// Why the body could not move to a file.
    private var noFile: SpooledBody.Failure?
    /// The writer of a body that is in a file.
    var activeSpool: SpoolWriter? { isSpooling ? spool : nil }
    /// Before decoding.
    private(set) var wireByteCount = 0
    /// For the body of a followed redirect; its bytes are kept, not decoded, and passed to nobody.
    var redirectBudget: Int?
    private var limit: Int
    private var decoder: ContentDecoder?
    /// A coding that cannot be decoded: the bytes are kept as received, and the exchange fails at its end.
    private(set) var undecodable: String?
    private var decodedByteCount = 0
    /// Decoded, and given to the receiver or kept here.
    var byteCount: Int {
        receiver == nil && !isSpooling || redirectBudget != nil ? bytes.count : min(decodedByteCount, limit)
    }
    /// The round of the engine's loop in which the last bytes were taken.
    private var round: Int?
    /// How many of the bytes that will be offered again are decoded already.
    private var takenAhead = 0
    /// Whether the decoder was stopped in the middle of its output.
    private var isStopped = false
    /// Set when the receiver has said that it has no room.
    private var isFull = false
    /// The length that the server declares for a body that is kept here undecoded.
    private var declared: Int?
    private var memoryFault: EngineError?
    /// Whether this many bytes of memory can be allocated.
    private let mayTake: @Sendable (Int) -> Bool

    /// Decoded bytes of one body in one round of the engine's loop, so that a bomb does not hold up other transfers.
    static let turnByteCount = 256 << 10
    /// Above this size, free memory is checked before it is allocated.
    static let largeByteCount = 8 << 20

    init(
        limit: Int, receiver: (any BodyReceiver)?, observer: (any BodyReceiver)? = nil,
        spooling: BodySpooling? = nil, spool: @escaping @autoclosure () -> SpoolWriter? = nil,
        mayTake: @escaping @Sendable (Int) -> Bool = FreeMemory.allows
    ) {
        self.limit = limit
        makeSpool = spool
        memoryLimit = spooling?.memoryLimit ?? .max
        if let spooling { threshold = spooling.threshold }
        self.receiver = receiver
        self.observer = observer
        self.mayTake = mayTake
    }

    var codings: [String] { decoder?.codings ?? [] }

    func expectCodings(_ fieldValues: [String]) {
        do { decoder = try ContentDecoder(fieldValues: fieldValues) } catch {
            undecodable = (error as? ContentCodingFault)?.text
        }
    }

    /// Keeps the bytes as received, and fails at the end of the body.
    /// - Parameter why: a clause.
    func cannotUndo(_ why: String) {
        decoder = nil
        undecodable = why
    }

    /// - Parameter length: as the server declares it.
    func reserve(_ length: Int) {
        guard receiver == nil, decoder == nil, redirectBudget == nil else { return }
        declared = min(max(0, length), limit)
        // What will not fit in memory goes to the file at once.
        if let declared, threshold < declared { threshold = 0 }
        bytes.reserveCapacity(max(0, min(length, 1 << 20, limit)))
    }

    /// The receiver has room again.
    func reopen() { isFull = false }

    /// - Parameter round: of the engine's loop; nil if nobody waits for a turn.
    func take(_ offered: UnsafeRawBufferPointer, round: Int? = nil) -> Outcome {
        guard !isFull else { return .notNow }
        if let round, round != self.round, let decoder {
            self.round = round
            decoder.allowance = Self.turnByteCount
        }
        if isSpooling, let error = lookAfterSpool() { return .failed(error) }
        do {
            if isStopped {
                isStopped = false
                guard let decoder, try decoder.resume(output: { deliver($0) }) else { return stopped() }
            }
            let fresh = UnsafeRawBufferPointer(rebasing: offered.dropFirst(takenAhead))
            takenAhead -= offered.count - fresh.count
            guard !fresh.isEmpty else { return .taken }
            wireByteCount += fresh.count
            if let redirectBudget {
                guard wireByteCount <= redirectBudget else { return .enough }
                bytes.append(contentsOf: fresh)
                return .taken
            }
            guard let decoder else {
                _ = deliver(fresh)
                return overflow.map(Outcome.failed) ?? .taken
            }
            if try decoder.decode(fresh, output: { deliver($0) }) { return .taken }
            takenAhead += fresh.count
            return stopped()
        } catch {
            let text = (error as? ContentCodingFault)?.text ?? "the coding is broken"
            return .failed(EngineError(.protocol, phase: .receive, "The body cannot be decoded: \(text)."))
        }
    }

    private func stopped() -> Outcome {
        isStopped = true
        return overflow.map(Outcome.failed) ?? (isFull ? .notNow : .turnOver)
    }

    private var overflow: EngineError? {
        guard decodedByteCount > limit else { return memoryFault }
        guard let noFile else { return .tooLarge(limit: limit) }
        let size = EngineError.byteCount(limit)
        let reason = EngineError(noFile)
        return EngineError(
            .tooLarge, phase: .receive,
            "The body is larger than \(size), the limit of what is held in memory. \(reason.sentence)",
            hint: reason.hint, underlying: reason.underlying)
    }

    /// - Returns: why the body cannot go on.
    private func lookAfterSpool() -> EngineError? {
        switch spool?.problem {
        case nil: return nil
        case .notWritten(let failure): return EngineError(failure)
        case .noFile(let failure):
            takeBack(spool?.takeBack() ?? [], failure)
            return overflow
        }
    }

    /// The body stays in memory after all.
    private func takeBack(_ held: [UInt8], _ failure: SpooledBody.Failure) {
        (isSpooling, threshold, noFile) = (false, .max, failure)
        limit = min(limit, memoryLimit)
        bytes = held.count > limit ? Array(held[..<limit]) : held
    }

    /// False stops the decoder: the limit is passed, or the receiver, the writer or the memory is full.
    private func deliver(_ decoded: UnsafeRawBufferPointer) -> Bool {
        let room = max(0, limit - decodedByteCount)
        decodedByteCount += decoded.count
        let part = UnsafeRawBufferPointer(rebasing: decoded.prefix(room))
        if let observer, !part.isEmpty { _ = observer.receive(part) }
        if let receiver {
            if !part.isEmpty, !receiver.receive(part) { isFull = true }
        } else if isSpooling || bytes.count + part.count > threshold {
            moveToFile(part)
        } else if hasMemory(for: part.count) {
            bytes.append(contentsOf: part)
        }
        return decoded.count <= room && !isFull && memoryFault == nil
    }

    private func moveToFile(_ part: UnsafeRawBufferPointer) {
        if !isSpooling {
            isSpooling = true
            spool = makeSpool()
            spool?.begin(bytes)
            bytes = []
        }
        if spool?.receive(part) == false { isFull = true }
    }

    /// Reserves memory for this many more bytes: for the whole body at once if its length is known and some of it arrived,
    /// so that a large body is not copied repeatedly, with twice its size in memory.
    private func hasMemory(for count: Int) -> Bool {
        let needed = bytes.count + count
        guard needed > bytes.capacity, memoryFault == nil else { return memoryFault == nil }
        let wanted = max(needed, min(declared ?? bytes.capacity * 2, limit))
        guard wanted <= Self.largeByteCount || mayTake(wanted) else {
            memoryFault = EngineError(
                .tooLarge, phase: .receive,
                "The body does not fit into memory: \(bytes.count) bytes of it came, and \(wanted) are to be held.",
                hint: "Close other programs, or raise the limit of this one ('ulimit -v' shows it).")
            return false
        }
        bytes.reserveCapacity(wanted)
        return true
    }

    /// The error at the end of a complete body, if any.
    func faultAtEnd() -> EngineError? {
        var fault = wireByteCount > 0 ? undecodable : nil
        do { try decoder?.finish() } catch { fault = (error as? ContentCodingFault)?.text }
        return fault.map { EngineError(.protocol, phase: .receive, "The body cannot be decoded: \($0).") }
    }

    func release() { bytes = [] }
}
