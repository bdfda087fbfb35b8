import CCurl

/// One request and its response while they are on the wire. Lives on the engine thread only.
final class CurlTransfer {
    /// The current stage. Each stage has its own timeout, and the meaning of an error depends on it.
    enum Stage: Int, Comparable {
        /// In the queue for a connection, if their number is limited.
        case queued
        case resolving
        /// Up to the end of a proxy's tunnel, where there is one.
        case connecting
        case tls, sending, waiting, receiving

        var phase: Phase {
            switch self {
            case .queued: .queue
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

    /// Moments on the engine's clock; nil if it did not happen.
    struct Marks {
        var started: MonotonicInstant
        var resolved: MonotonicInstant?
        /// The TCP connection is established; through a proxy's tunnel `connected` comes later.
        var reached: MonotonicInstant?
        var connected: MonotonicInstant?
        var secured: MonotonicInstant?
        var ready: MonotonicInstant?
        var sent: MonotonicInstant?
        var firstByte: MonotonicInstant?
    }

    let job: TransportJob
    let curl: CurlHandle
    var handle: UnsafeMutableRawPointer { curl.pointer }
    unowned let loop: CurlLoop
    let postedAt: MonotonicInstant
    var isAdded = false

    private(set) var stage = Stage.resolving
    var marks: Marks
    /// When the current stage, or the whole exchange, must be over.
    var deadline = MonotonicInstant.distantFuture
    private var totalDeadline: MonotonicInstant
    /// Since when it waits for the reader of the body, with the deadline at that time.
    var pause: (since: MonotonicInstant, deadline: MonotonicInstant)?

    /// Whether it waits for its next turn to decode.
    private(set) var awaitsTurn = false

    /// Overrides libcurl's result code.
    var ownFailure: EngineError?
    /// An idle connection had unexpected bytes, or was closed: seen before anything was sent.
    var metStaleConnection = false
    /// libcurl was about to send the request a second time by itself.
    var wasToBeSentAgain = false
    /// The rest of a redirect's body is not needed, or libcurl has thrown away that of a 417.
    var wasCutOnPurpose = false
    /// The response was complete before the request, so the rest of the request is not needed (RFC 9113 §8.1).
    var hasEarlyResponse = false

    var sentHead: [UInt8] = []
    var sentBodyByteCount = 0
    let source: BodySource
    var head: HeadAssembler
    /// Of a line that continues a field though there is none before it: the first byte, which libcurl must not see.
    var hiddenFold: UInt8?
    /// Whether libcurl's verbose output is read until the head arrives: for such a line, or in HTTP/2 for what it says about the stream.
    var isHeardUntilHead = false
    /// For heads in plain HTTP/1.
    var witness = HeadWitness()
    var declaredLength: Int?
    /// What was kept of the body on the wire.
    var wireBody: WireBody?
    /// Of the verbose output, only the body is wanted any more.
    var hearsBodyAlone = false
    /// Bytes of the response arrived that libcurl could not read.
    var hasUnreadableBytes = false
    var intake: BodyIntake
    var lastProgressAt: MonotonicInstant
    private var lastUploadProgressAt: MonotonicInstant
    private var hasToldWholeUpload = false
    var usesHTTP2 = false
    /// Of the connection, once it is there.
    var speaksHTTP2 = false
    var isOnKeptConnection = false
    /// Set when the connection is ready; it may be closed by now.
    var connection: CurlConnection?
    /// What libcurl said about the request's stream, in HTTP/2.
    var stream = HTTP2StreamNews()
    /// The error number with which a socket was refused, where no descriptor was left.
    var descriptorShortage: Int32?
    let route: ConnectionRoute
    /// libcurl's number of the connection, known before anything happens on it.
    var connectionNumber: Int?
    /// The proxy's responses to CONNECT; the last one counts.
    var proxyHead = HeadAssembler()
    /// How often a 407 was answered with another login.
    private var proxyLoginAttempts = 0
    private var isToBeSentWithProxyLogin = false
    var openedSockets: [curl_socket_t] = []
    var tlsVersion: String?
    var tlsCipher: String?
    /// The protocol that both sides agreed on (ALPN).
    var alpn: String?
    /// The chain in DER as the server showed it, whether it is trusted or not.
    var shownChain: [[UInt8]] = []

    /// Limits for reading a body that is passed over, which keeps the connection: of a followed redirect, or of a proxy that asks a
    /// stream for a login.
    static let maxRedirectBody = 64 << 10
    private static let maxRedirectBodyTime = Duration.seconds(1)
    /// A server has reason for a few (100, 102, 103); RFC 9110 §15.2 sets no limit.
    static let maxInterimHeads = 64
    static let progressInterval = Duration.milliseconds(50)

    init(job: TransportJob, curl: CurlHandle, loop: CurlLoop, postedAt: MonotonicInstant) {
        self.job = job
        self.curl = curl
        self.loop = loop
        self.postedAt = postedAt
        let now = MonotonicInstant.now
        marks = Marks(started: now)
        lastProgressAt = now
        lastUploadProgressAt = now
        totalDeadline = job.deadlineNanoseconds.map(MonotonicInstant.init(nanoseconds:)) ?? .distantFuture
        source = BodySource(job.request.body)
        route = ConnectionRoute(job.request)
        intake = Self.intake(for: job, mailbox: loop.mailbox)
        head = HeadAssembler(like: loop.lastFields)
    }

    private static func intake(for job: TransportJob, mailbox: CurlMailbox) -> BodyIntake {
        let options = job.request.options
        let spooling = job.receiver == nil ? options.spooling : nil
        return BodyIntake(
            limit: options.maxBodyBytes, receiver: job.receiver, observer: job.observer, spooling: spooling,
            spool: spooling.map { Self.spool(in: $0.folders, for: job, mailbox: mailbox) })
    }

    private static func spool(in folders: [String], for job: TransportJob, mailbox: CurlMailbox) -> SpoolWriter {
        let (token, observer) = (job.token, job.observer)
        return SpoolWriter(
            make: { () throws(SpooledBody.Failure) in try SpooledBody(in: folders) },
            opened: { observer?.spooled($0) }, wake: { _ = mailbox.post(.resumeReceiving(token)) })
    }

    /// Ends a job that never began.
    static func refuse(_ job: TransportJob, _ failure: EngineError) {
        var result = TransportResult()
        result.failure = failure
        job.completion(result)
    }

    /// Sets up the handle. Returns what is wrong with the request, if anything.
    func configure() -> EngineError? {
        let (token, mailbox) = (job.token, loop.mailbox)
        do { try source.open(wake: { _ = mailbox.post(.resume(token)) }) } catch { return error }
        // In HTTP/2 no bytes follow the last ones of a stream, so nothing else tells that all were sent.
        source.whenEnded = { [unowned self] in if speaksHTTP2 { sent(body: 0) } }
        let setup = CurlSetup(
            request: job.request, trust: loop.trust, limits: loop.limits, route: route, proxyLogin: proxyLogin(),
            needsFreshConnection: job.needsFreshConnection)
        if let failure = curl.prepare(setup, source: source, loop: loop) { return failure }
        curl.transfer = self
        lendConnectLimit()
        // Its verbose output is read until the request was sent. The rest comes from other, cheaper callbacks.
        _ = ccurl_set_verbose(handle, isQuietAtFirst ? 0 : 1)
        return nil
    }

    /// Whether nothing that libcurl says before it opens a socket is of interest. On a reused connection that is three
    /// lines, which cost a tenth of a request.
    lazy var isQuietAtFirst: Bool =
        Self.opensSocketsBeforeItSaysSo && job.request.url.scheme == .http && route.proxy == nil
        && route.unixSocket == nil && job.request.options.httpVersion != .http2PriorKnowledge
        // Otherwise it says that the transfer waits in the queue.
        && loop.limits.perHost == nil && loop.limits.total == nil

    /// Seen in this version; others may order it differently.
    private static let opensSocketsBeforeItSaysSo =
        curl_version_info(CURLVERSION_FIRST).pointee.version_num == 0x07_58_01

    /// Ends the hold on what libcurl pointed at; the handle is out of the multi handle by now.
    func release() {
        curl.transfer = nil
        source.close()
    }

    /// The connection was unusable, or the proxy wants another login: the transfer starts again on another one.
    func prepareFreshStart() {
        metStaleConnection = false
        openedSockets = []
        isOnKeptConnection = false
        connectionNumber = nil
        connection = nil
        stream = HTTP2StreamNews()
        marks = Marks(started: marks.started)
        _ = ccurl_set_fresh_connect(handle, 1)
        _ = ccurl_set_forbid_reuse(handle, 0)
        _ = ccurl_set_verbose(handle, 1)
        lendConnectLimit()
        guard isToBeSentWithProxyLogin else { return }
        isToBeSentWithProxyLogin = false
        proxyHead = HeadAssembler()
        head = HeadAssembler(like: loop.lastFields)
        witness = HeadWitness()
        (hiddenFold, isHeardUntilHead) = (nil, false)
        sentHead = []
        sentBodyByteCount = 0
        intake = Self.intake(for: job, mailbox: loop.mailbox)
        declaredLength = nil
        hasUnreadableBytes = false
        wasCutOnPurpose = false
        hasEarlyResponse = false
        (wireBody, hearsBodyAlone) = (nil, false)
        curl.prepareRoute(CurlRouteSetup(route: route, request: job.request, proxyLogin: proxyLogin()))
    }

    /// libcurl divides its limit of connecting among the addresses of a host: an address that does not answer gets half of
    /// what is left when there is another. Its clock begins before the name is looked up, so it is reset until then.
    func lendConnectLimit(_ now: MonotonicInstant = .now) {
        let timeouts = job.request.options.timeouts
        var milliseconds = CurlSetup.noConnectLimit
        if let limit = timeouts.connect ?? timeouts.total, limit < .seconds(43_200) {
            let (seconds, attoseconds) = limit.components
            let elapsed = (now.nanoseconds - marks.started.nanoseconds) / 1_000_000
            milliseconds = max(1, Int(seconds * 1000 + attoseconds / 1_000_000_000_000_000)) + Int(max(0, elapsed))
        }
        _ = ccurl_set_connect_timeout_ms(handle, min(milliseconds, CurlSetup.noConnectLimit))
    }

    func proxyLogin() -> String? {
        guard let proxy = route.proxy, !job.request.headers.contains("Proxy-Authorization") else { return nil }
        let url = job.request.url
        guard route.isTunnel else {
            return loop.proxyLogins.field(
                for: proxy, method: job.request.method.rawValue, target: url.withoutUserInfo.description)
        }
        return loop.proxyLogins.field(
            for: proxy, method: "CONNECT",
            target: route.server(of: url).hostAndPort)
    }

    /// Whether the proxy asked for a login that can be given; the request is to be sent again with it.
    func canAnswerProxy() -> Bool {
        guard let proxy = route.proxy, ownFailure == nil else { return false }
        let asked = route.isTunnel ? proxyHead : head
        guard asked.status == 407, asked.isFinal, route.isTunnel == (stage == .connecting) else { return false }
        guard !job.request.headers.contains("Proxy-Authorization"), source.seek(to: 0),
            loop.proxyLogins.learn(
                HeaderFields(asked.fields).values("Proxy-Authenticate"), from: proxy, attempts: proxyLoginAttempts)
        else { return false }
        proxyLoginAttempts += 1
        isToBeSentWithProxyLogin = true
        return true
    }

    /// The stream of the request's body can be read again. If libcurl cannot continue, the transfer's own end reports it.
    func resumeSending() {
        _ = curl_easy_pause(handle, pause == nil && !awaitsTurn ? CURLPAUSE_CONT : CURLPAUSE_RECV)
    }

    /// The body was decoded for long enough: others are served first.
    func awaitTurn() {
        awaitsTurn = true
        loop.awaitsTurn(self)
    }

    /// The others were served. Its limits were running meanwhile.
    /// - Returns: as `resumeReceiving`.
    func takeTurn() -> CURLcode {
        guard awaitsTurn else { return CURLE_OK }
        awaitsTurn = false
        return curl_easy_pause(handle, CURLPAUSE_CONT)
    }

    /// The reader of the response's body has room again. What libcurl held back is passed on before this returns.
    /// - Returns: not OK if that ended the transfer, which libcurl reports nowhere else.
    func resumeReceiving() -> CURLcode {
        intake.reopen()
        guard let pause else { return CURLE_OK }
        self.pause = nil
        // The time in which the reader made us wait counts toward no timeout.
        let away = MonotonicInstant.now.since(pause.since)
        totalDeadline = totalDeadline.advanced(by: away)
        deadline = pause.deadline.advanced(by: away)
        if deadline != .distantFuture { loop.limitMoved(to: deadline) }
        return curl_easy_pause(handle, CURLPAUSE_CONT)
    }

    // MARK: Stages and limits

    func enter(_ next: Stage) {
        stage = next
        deadline = min(totalDeadline, limit(of: next).map { MonotonicInstant.now.advanced(by: $0) } ?? .distantFuture)
        if deadline != .distantFuture { loop.limitMoved(to: deadline) }
    }

    /// How long a stage may take.
    private func limit(of stage: Stage) -> Duration? {
        let timeouts = job.request.options.timeouts
        return switch stage {
        case .queued: nil
        case .resolving: timeouts.dns
        case .connecting: timeouts.connect
        case .tls: timeouts.tls
        case .sending: timeouts.send
        case .waiting: timeouts.firstByte
        case .receiving: intake.redirectBudget == nil ? timeouts.receive : Self.maxRedirectBodyTime
        }
    }

    /// A first byte in the middle of a line is known to libcurl only; asked for when a limit has passed.
    func noticeFirstByte() {
        guard stage == .waiting || stage == .sending, let moment = startTransferMoment() else { return }
        marks.firstByte = moment
        enter(.receiving)
    }

    /// nil ends the transfer without an error: the rest of a redirect's body was slow.
    func failureAtDeadline(_ now: MonotonicInstant) -> EngineError? {
        let isTotal = totalDeadline <= now
        if !isTotal, intake.redirectBudget != nil {
            wasCutOnPurpose = true
            return nil
        }
        let limit = isTotal ? job.request.options.timeouts.total : limit(of: stage)
        // Until its tunnel is established, the proxy is the one we wait for.
        let isWithProxy = stage <= .connecting || !route.isTunnel
        return .timeout(
            stage.phase, isTotal: isTotal, limit: limit, url: route.server(of: job.request.url),
            proxy: isWithProxy ? route.proxy : nil)
    }

    // MARK: What is sent (called by CurlCallbacks)

    func sent(head bytes: UnsafeRawBufferPointer) {
        // The CONNECT for a proxy's tunnel is not the request.
        guard marks.ready != nil else { return }
        sentHead.append(contentsOf: bytes)
        marks.sent = .now
        guard !source.hasBody else { return }
        finishedSending()
        guard !watchesRecords, sentHead.suffix(4).elementsEqual([13, 10, 13, 10]) else { return }
        if speaksHTTP2 || Self.curlFoldsIntoNothing { isHeardUntilHead = true } else { stopHearing() }
    }

    /// Ends libcurl's verbose output, which costs time, unless the body is to be kept as it comes.
    func stopHearing() {
        if job.request.options.keptWireBytes > 0 {
            hearsBodyAlone = true
        } else {
            _ = ccurl_set_verbose(handle, 0)
        }
    }

    func sent(body count: Int) {
        if stage == .receiving, followsInterim, !hasToldWholeUpload {
            // What came was no response: 100 (Continue), mostly (RFC 9110 §15.2.1).
            marks.firstByte = nil
            hasUnreadableBytes = false
            enter(.sending)
        }
        sentBodyByteCount += count
        let now = MonotonicInstant.now
        marks.sent = now
        let isAllSent = source.isAllSent(sentBodyByteCount)
        if !hasToldWholeUpload, isAllSent || now.since(lastUploadProgressAt) >= Self.progressInterval {
            lastUploadProgressAt = now
            hasToldWholeUpload = isAllSent
            job.report(source.progress(sent: sentBodyByteCount))
        }
        if isAllSent { finishedSending() }
    }

    private func finishedSending() {
        guard stage == .sending else { return }
        enter(.waiting)
        job.report(.requestSent)
    }
}
