import CCurl
import Glibc

/// One request and its answer while they are on the wire. Lives on the engine thread only.
final class CurlTransfer {
    /// How far it is. Each stage has a limit of its own, and the meaning of an error hangs on it.
    enum Stage: Int, Comparable {
        case resolving, connecting, tls, sending, waiting, receiving

        var phase: Phase {
            switch self {
            case .resolving: .dns
            case .connecting: .connect
            case .tls: .tls
            case .sending: .send
            case .waiting: .wait
            case .receiving: .receive
            }
        }

        static func < (a: Stage, b: Stage) -> Bool { a.rawValue < b.rawValue }
    }

    /// Moments on the engine's clock; nil where the thing did not happen.
    struct Marks {
        var started: MonotonicInstant
        var resolved: MonotonicInstant?
        var connected: MonotonicInstant?
        var secured: MonotonicInstant?
        var ready: MonotonicInstant?
        var sent: MonotonicInstant?
        var firstByte: MonotonicInstant?
    }

    let job: TransportJob
    let curl: CurlHandle
    private var handle: UnsafeMutableRawPointer { curl.pointer }
    private unowned let loop: CurlLoop
    private let postedAt: MonotonicInstant
    var isAdded = false

    private(set) var stage = Stage.resolving
    private(set) var marks: Marks
    /// When the present stage, or the whole exchange, must be over.
    private(set) var deadline = MonotonicInstant.distantFuture
    private var totalDeadline: MonotonicInstant
    /// Since when it waits for the reader of the body, with the limit as it stood then.
    private var pause: (since: MonotonicInstant, deadline: MonotonicInstant)?

    /// The engine's own verdict, which stands above libcurl's code.
    var ownFailure: EngineError?
    /// A kept connection had bytes nobody asked for, or was closed: seen before anything was sent.
    private(set) var metStaleConnection = false
    /// libcurl was about to send the request a second time by itself.
    private(set) var wasToBeSentAgain = false
    /// The rest of a redirect's body is of no interest.
    private(set) var wasCutOnPurpose = false

    private var sentHead: [UInt8] = []
    private var sentBodyByteCount = 0
    private let source: BodySource
    private var head: HeadAssembler
    private var declaredLength: Int?
    private var intake: BodyIntake
    private var lastProgressAt: MonotonicInstant
    private var usesHTTP2 = false
    private var isOnKeptConnection = false
    private var connectionKey: ConnectionKey?
    private var openedSockets: [curl_socket_t] = []
    private var tlsVersion: String?
    private var tlsCipher: String?

    /// Bodies of redirects that are followed: read so far, to keep the connection, and so long.
    private static let maxRedirectBody = 64 << 10
    private static let maxRedirectBodyTime = Duration.seconds(1)
    private static let progressInterval = Duration.milliseconds(50)

    init(job: TransportJob, curl: CurlHandle, loop: CurlLoop, postedAt: MonotonicInstant) {
        self.job = job
        self.curl = curl
        self.loop = loop
        self.postedAt = postedAt
        let now = MonotonicInstant.now
        marks = Marks(started: now)
        lastProgressAt = now
        totalDeadline = job.deadlineNanoseconds.map(MonotonicInstant.init(nanoseconds:)) ?? .distantFuture
        source = BodySource(job.request.body)
        intake = BodyIntake(limit: job.request.options.maxBodyBytes, receiver: job.receiver)
        head = HeadAssembler(like: loop.lastFields)
    }

    /// Answers a job that never began.
    static func refuse(_ job: TransportJob, _ failure: EngineError) {
        var result = TransportResult()
        result.failure = failure
        job.completion(result)
    }

    /// Sets the handle up. Returns what is wrong with the request, if anything is.
    func configure() -> EngineError? {
        let (token, mailbox) = (job.token, loop.mailbox)
        do { try source.open(wake: { _ = mailbox.post(.resume(token)) }) } catch { return error }
        let setup = CurlSetup(request: job.request, trust: loop.trust, needsFreshConnection: job.needsFreshConnection)
        if let failure = curl.prepare(setup, source: source, loop: loop) { return failure }
        curl.transfer = self
        // Its talk is wanted until the request has left; what comes later is told by other callbacks, and cheaper.
        _ = ccurl_set_verbose(handle, 1)
        return nil
    }

    /// Ends the hold on what libcurl pointed at; the handle is out of the multi handle by now.
    func release() {
        curl.transfer = nil
        source.close()
    }

    func prepareFreshStart() {
        metStaleConnection = false
        openedSockets = []
        isOnKeptConnection = false
        marks = Marks(started: marks.started)
        _ = ccurl_set_fresh_connect(handle, 1)
    }

    /// The stream of the request's body can be read again. Where libcurl cannot go on, the transfer's own end tells.
    func resumeSending() { _ = curl_easy_pause(handle, pause == nil ? CURLPAUSE_CONT : CURLPAUSE_RECV) }

    /// The reader of the answer's body has room again. What libcurl held back is passed on before this returns.
    /// - Returns: not OK when that ended the transfer, of which libcurl tells nobody else.
    func resumeReceiving() -> CURLcode {
        intake.reopen()
        guard let pause else { return CURLE_OK }
        self.pause = nil
        // The time in which the reader made us wait counts for no limit.
        let away = MonotonicInstant.now.since(pause.since)
        totalDeadline = totalDeadline.advanced(by: away)
        deadline = pause.deadline.advanced(by: away)
        if deadline != .distantFuture { loop.limitMoved(to: deadline) }
        return curl_easy_pause(handle, CURLPAUSE_CONT)
    }

    // MARK: Stages and limits

    func enter(_ next: Stage) {
        stage = next
        let timeouts = job.request.options.timeouts
        let limit =
            switch next {
            case .resolving: timeouts.dns
            case .connecting: timeouts.connect
            case .tls: timeouts.tls
            case .sending: timeouts.send
            case .waiting: timeouts.firstByte
            case .receiving: intake.redirectBudget == nil ? timeouts.receive : Self.maxRedirectBodyTime
            }
        deadline = min(totalDeadline, limit.map { MonotonicInstant.now.advanced(by: $0) } ?? .distantFuture)
        if deadline != .distantFuture { loop.limitMoved(to: deadline) }
    }

    /// A first byte in the middle of a line is known to libcurl only; asked for when a limit has passed.
    func noticeFirstByte() {
        guard stage == .waiting || stage == .sending, let moment = startTransferMoment() else { return }
        marks.firstByte = moment
        enter(.receiving)
    }

    /// nil ends the transfer without a fault: the rest of a redirect's body was slow to come.
    func failureAtDeadline(_ now: MonotonicInstant) -> EngineError? {
        let isTotal = totalDeadline <= now
        if !isTotal, intake.redirectBudget != nil {
            wasCutOnPurpose = true
            return nil
        }
        let timeouts = job.request.options.timeouts
        let limit =
            if isTotal { timeouts.total } else {
                switch stage {
                case .resolving: timeouts.dns
                case .connecting: timeouts.connect
                case .tls: timeouts.tls
                case .sending: timeouts.send
                case .waiting: timeouts.firstByte
                case .receiving: timeouts.receive
                }
            }
        return .timeout(stage.phase, isTotal: isTotal, limit: limit, url: job.request.url)
    }

    // MARK: What libcurl tells (called by CurlCallbacks)

    /// One line of libcurl's talk. Only its own fixed phrases are looked at; what a server says comes elsewhere.
    func heard(_ text: UnsafeRawBufferPointer) {
        guard stage < .sending else { return }
        if text.starts(with: Phrase.trying) {
            guard stage == .resolving else { return }
            marks.resolved = .now
            enter(.connecting)
            job.report(.nameResolved)
        } else if text.starts(with: Phrase.connected) {
            let now = MonotonicInstant.now
            if marks.resolved == nil { marks.resolved = now }
            marks.connected = now
            enter(job.request.url.scheme == .https ? .tls : .sending)
            job.report(.connected)
        } else if text.starts(with: Phrase.secured) {
            let words = String(decoding: text.dropFirst(Phrase.secured.count), as: UTF8.self)
                .split(separator: " ")
            tlsVersion = words.first.map(String.init)
            tlsCipher = words.last.map { $0.trimmingSuffix("\n") }
        } else if text.starts(with: Phrase.acceptedHTTP2) {
            usesHTTP2 = true
        }
    }

    private enum Phrase {
        static let trying = Array("  Trying ".utf8)
        static let connected = Array("Connected to ".utf8)
        static let secured = Array("SSL connection using ".utf8)
        static let acceptedHTTP2 = Array("ALPN: server accepted h2".utf8)
    }

    /// A socket is about to be connected for this transfer; happy eyeballs may open two.
    func opened(_ socket: curl_socket_t) {
        // libcurl lets programs that are started inherit its sockets; they would keep connections alive.
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        openedSockets.append(socket)
        loop.watch.opened(socket)
    }

    /// The connection stands and nothing was sent on it yet. False keeps libcurl from using it.
    func isReady(on key: ConnectionKey) -> Bool {
        if marks.ready != nil {
            // libcurl lost a kept connection and begins again. Whether that is safe is for the engine to decide.
            wasToBeSentAgain = true
            return false
        }
        connectionKey = key
        var newConnections = 0
        _ = ccurl_get_num_connects(handle, &newConnections)
        isOnKeptConnection = newConnections == 0
        if isOnKeptConnection {
            if loop.connection(key)?.isUnfitForReuse == true {
                metStaleConnection = true
                return false
            }
        } else if let socket = openedSockets.first(where: { Self.localPort($0) == key.localPort }) {
            let isPriorKnowledge = job.request.options.httpVersion == .http2PriorKnowledge
            loop.remember(
                CurlConnection(
                    socket: socket, openedFor: job.token, speaksHTTP2: usesHTTP2 || isPriorKnowledge,
                    tlsVersion: tlsVersion, tlsCipher: tlsCipher, certificates: certificates()),
                as: key)
        }
        let now = MonotonicInstant.now
        if !isOnKeptConnection, job.request.url.scheme == .https {
            marks.secured = now
            job.report(.tlsDone)
        }
        marks.ready = now
        enter(.sending)
        return true
    }

    private static func localPort(_ socket: curl_socket_t) -> Int32 {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) { storage in
            let code = storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
            guard code == 0 else { return -1 }
            // The port stands in the same place for both families.
            return storage.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                Int32(UInt16(bigEndian: $0.pointee.sin_port))
            }
        }
    }

    private func certificates() -> [CertificateFacts] {
        job.request.url.scheme == .https ? CurlCertificates.read(handle) : []
    }

    func sent(head bytes: UnsafeRawBufferPointer) {
        sentHead.append(contentsOf: bytes)
        marks.sent = .now
        guard !source.hasBody else { return }
        finishedSending()
        if sentHead.suffix(4).elementsEqual([13, 10, 13, 10]) { _ = ccurl_set_verbose(handle, 0) }
    }

    func sent(body count: Int) {
        sentBodyByteCount += count
        marks.sent = .now
        if source.isAllSent(sentBodyByteCount) { finishedSending() }
    }

    private func finishedSending() {
        guard stage == .sending else { return }
        enter(.waiting)
        job.report(.requestSent)
    }

    /// False stops the transfer; `ownFailure` says why.
    func received(headLine line: UnsafeRawBufferPointer) -> Bool {
        if stage != .receiving {
            marks.firstByte = .now
            enter(.receiving)
        }
        let event = head.add(line)
        guard head.byteCount <= job.request.options.maxHeaderBytes else {
            let limit = EngineError.byteCount(job.request.options.maxHeaderBytes)
            return fail(.tooLarge, "The header section of the answer is larger than \(limit).")
        }
        return event == .finalHead ? finishHead() : true
    }

    private func finishHead() -> Bool {
        guard head.status != 101 else {
            return fail(
                .unexpectedStatus, "The server switched protocols (status 101) without being asked.", status: 101)
        }
        do { declaredLength = try head.declaredLength() } catch {
            return fail(.protocol, "The answer cannot be trusted: \(error.text).")
        }
        let fields = HeaderFields(head.fields)
        if job.request.options.followRedirects,
            RedirectPolicy.isRedirect(status: head.status, headers: fields)
        {
            intake.redirectBudget = min(Self.maxRedirectBody, max(0, job.request.options.maxBodyBytes))
            enter(.receiving)
        }
        let mayHaveBody = job.request.method != .head && head.status != 204 && head.status != 304
        if job.request.options.decodesContent, mayHaveBody, intake.redirectBudget == nil {
            intake.expectCodings(fields.values("Content-Encoding"))
        }
        if mayHaveBody, let declaredLength { intake.reserve(declaredLength) }
        job.report(.headReceived(status: head.status, expectedBodyBytes: mayHaveBody ? declaredLength : 0))
        if intake.redirectBudget == nil, let receiver = intake.receiver { receiver.begin(soFar()) }
        return true
    }

    enum Reception {
        case taken
        /// libcurl keeps the bytes, reads no more, and offers them again after `resumeReceiving`.
        case paused
        case stopped
    }

    func received(body bytes: UnsafeRawBufferPointer) -> Reception {
        let outcome = intake.take(bytes)
        let now = MonotonicInstant.now
        if now.since(lastProgressAt) >= Self.progressInterval {
            lastProgressAt = now
            job.report(.progress(receivedBytes: intake.wireByteCount, expectedBytes: declaredLength))
        }
        switch outcome {
        case .taken: return .taken
        case .enough:
            wasCutOnPurpose = true
            return .stopped
        case .failed(let error):
            if ownFailure == nil { ownFailure = error }
            return .stopped
        case .notNow:
            pause = (now, deadline)
            deadline = .distantFuture
            return .paused
        }
    }

    private func fail(_ category: ErrorCategory, _ sentence: String, status: Int? = nil) -> Bool {
        if ownFailure == nil { ownFailure = EngineError(category, phase: .receive, sentence, status: status) }
        return false
    }

    /// Told for the connection this transfer opened. Only in plain HTTP do its bytes mean the answer's bytes.
    func connectionCloses(receivedBytes: Int) {
        hasUnreadableBytes = job.request.url.scheme == .http && receivedBytes > 0
    }

    private var hasUnreadableBytes = false

    // MARK: The end

    /// What came, and what it means. To be called while the handle is still attached.
    func result(code: CURLcode) -> TransportResult {
        let now = MonotonicInstant.now
        let isAnswered = code != CURLE_GOT_NOTHING || hasUnreadableBytes
        if isAnswered { useExactFirstByte() }
        var result = TransportResult()
        // Where a redirect leads is in its head; that its body broke off takes nothing away.
        if intake.redirectBudget != nil, code != CURLE_OK { wasCutOnPurpose = true }
        var failure = ownFailure
        if failure == nil, !wasCutOnPurpose { failure = failureBehind(code) }
        let transferFailure = failure
        if failure == nil, !wasCutOnPurpose { failure = intake.faultAtEnd() }
        result.failure = failure
        result.wasLostOnKeptConnection =
            ownFailure == nil && failure?.category == .connect && isOnKeptConnection && marks.ready != nil
        // An unknown coding takes nothing from the bytes: all of them came.
        let hasAllBytes = failure == nil || (transferFailure == nil && intake.undecodable != nil)
        fill(&result, until: now, isComplete: hasAllBytes && !wasCutOnPurpose)
        intake.release()
        return result
    }

    /// The answer when its head is there and its body is not.
    private func soFar() -> TransportResult {
        var result = TransportResult()
        fill(&result, until: .now, isComplete: false)
        return result
    }

    private func fill(_ result: inout TransportResult, until now: MonotonicInstant, isComplete: Bool) {
        result.sentHead = sentHead
        result.sentBodyByteCount = sentBodyByteCount
        result.connection = connectionFacts()
        result.timings = timings(until: now)
        guard head.hasStatusLine else { return }
        loop.lastFields = head.fields
        result.response = Response(
            status: head.status, reason: head.reason, httpVersion: head.version,
            headers: HeaderFields(head.fields), trailers: HeaderFields(head.trailers), rawHead: head.raw,
            interimHeads: head.interimHeads, body: intake.bytes, wireBodyByteCount: intake.wireByteCount,
            decodedCodings: intake.codings, isComplete: isComplete)
    }

    private func failureBehind(_ code: CURLcode) -> EngineError? {
        // libcurl takes an end amid the head for the end of the answer.
        if code == CURLE_OK && !wasToBeSentAgain && head.isFinal { return nil }
        if let fault = source.failure { return fault }
        var systemError = 0
        _ = ccurl_get_os_errno(handle, &systemError)
        var verifyResult = 0
        _ = ccurl_get_verify_result(handle, &verifyResult)
        let facts = CurlFailure(
            code: code, text: String(cString: curl.errorText), systemError: Int32(truncatingIfNeeded: systemError),
            verifyResult: verifyResult, stage: stage, hasFirstByte: marks.firstByte != nil || hasUnreadableBytes,
            hasFinalHead: head.isFinal, wasToBeSentAgain: wasToBeSentAgain,
            isOnKeptConnection: isOnKeptConnection, receivedBodyBytes: intake.wireByteCount,
            declaredLength: declaredLength,
            url: job.request.url, verifiesTLS: job.request.options.verifiesTLS)
        return facts.error
    }

    /// The mark is set when the first whole line is there. libcurl knows of the first byte, on a clock that began a
    /// moment after ours; so its word is taken only where a line really took its time.
    private func useExactFirstByte() {
        guard let exact = startTransferMoment() else { return }
        if let mark = marks.firstByte, mark.since(exact) < .milliseconds(5) { return }
        marks.firstByte = exact
    }

    private func startTransferMoment() -> MonotonicInstant? {
        var microseconds: curl_off_t = 0
        guard ccurl_get_start_transfer_us(handle, &microseconds) == CURLE_OK, microseconds > 0 else { return nil }
        return MonotonicInstant(nanoseconds: marks.started.nanoseconds + Int64(microseconds) * 1000)
    }

    private func timings(until end: MonotonicInstant) -> PhaseTimings {
        var timings = PhaseTimings(total: end.since(marks.started))
        timings.queue = marks.started.since(postedAt)
        if isOnKeptConnection == false {
            timings.dns = (marks.resolved ?? (stage == .resolving ? end : nil))?.since(marks.started)
            if let resolved = marks.resolved {
                timings.connect = (marks.connected ?? (stage == .connecting ? end : nil))?.since(resolved)
            }
            if job.request.url.scheme == .https, let connected = marks.connected {
                timings.tls = (marks.secured ?? (stage == .tls ? end : nil))?.since(connected)
            }
        }
        guard let ready = marks.ready else { return timings }
        let sent = stage == .sending ? end : marks.sent ?? ready
        timings.send = sent.since(ready)
        if stage >= .waiting { timings.wait = (marks.firstByte ?? end).since(sent) }
        if let firstByte = marks.firstByte { timings.receive = end.since(max(firstByte, sent)) }
        return timings
    }

    private func connectionFacts() -> ConnectionFacts? {
        guard marks.connected != nil || marks.ready != nil else { return nil }
        var facts = ConnectionFacts(isReused: isOnKeptConnection)
        var address: UnsafePointer<CChar>?
        if ccurl_get_primary_ip(handle, &address) == CURLE_OK, let address, address[0] != 0 {
            facts.remoteAddress = String(cString: address)
        }
        var port = 0
        if ccurl_get_primary_port(handle, &port) == CURLE_OK, port > 0 { facts.remotePort = port }
        if ccurl_get_local_port(handle, &port) == CURLE_OK, port > 0 { facts.localPort = port }
        guard job.request.url.scheme == .https else { return facts }
        // The handshake's own facts; a connection that was kept, or is closed again, has lost or never shown them.
        let known = isOnKeptConnection ? loop.connection(connectionKey) : nil
        facts.tlsVersion = known?.tlsVersion ?? tlsVersion
        facts.tlsCipher = known?.tlsCipher ?? tlsCipher
        facts.certificates = known?.certificates ?? certificates()
        return facts
    }
}

extension StringProtocol {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : String(self)
    }
}
