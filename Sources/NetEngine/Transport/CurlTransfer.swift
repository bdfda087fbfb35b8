import CCurl

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

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
    private(set) var metStaleConnection = false
    /// libcurl was about to send the request a second time by itself.
    private(set) var wasToBeSentAgain = false
    /// The rest of a redirect's body is not needed.
    var wasCutOnPurpose = false
    /// The response was complete before the request, so the rest of the request is not needed (RFC 9113 §8.1).
    var hasEarlyResponse = false

    var sentHead: [UInt8] = []
    var sentBodyByteCount = 0
    let source: BodySource
    var head: HeadAssembler
    /// Of a line that continues a field though there is none before it: the first byte, which libcurl must not see.
    var hiddenFold: UInt8?
    /// Whether libcurl is listened to for such a line only.
    var isHeardForFolds = false
    /// For heads in plain HTTP/1.
    var witness = HeadWitness()
    var declaredLength: Int?
    var intake: BodyIntake
    var lastProgressAt: MonotonicInstant
    private var lastUploadProgressAt: MonotonicInstant
    private var hasToldWholeUpload = false
    private var usesHTTP2 = false
    /// Of the connection, once it is there.
    private(set) var speaksHTTP2 = false
    var isOnKeptConnection = false
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
    private var openedSockets: [curl_socket_t] = []
    var tlsVersion: String?
    var tlsCipher: String?
    /// The protocol that both sides agreed on (ALPN).
    private(set) var alpn: String?
    /// The chain in DER as the server showed it, whether it is trusted or not.
    private(set) var shownChain: [[UInt8]] = []

    /// Limits for reading the body of a followed redirect, which keeps the connection.
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
    private lazy var isQuietAtFirst: Bool =
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
        marks = Marks(started: marks.started)
        _ = ccurl_set_fresh_connect(handle, 1)
        _ = ccurl_set_verbose(handle, 1)
        lendConnectLimit()
        guard isToBeSentWithProxyLogin else { return }
        isToBeSentWithProxyLogin = false
        proxyHead = HeadAssembler()
        head = HeadAssembler(like: loop.lastFields)
        witness = HeadWitness()
        (hiddenFold, isHeardForFolds) = (nil, false)
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
            target: "\(route.target?.host ?? url.host):\(route.target?.port ?? url.port)")
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
        let timeouts = job.request.options.timeouts
        let limit =
            switch next {
            case .queued: Duration?.none
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

    /// nil ends the transfer without an error: the rest of a redirect's body was slow.
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
                case .queued: Duration?.none
                case .resolving: timeouts.dns
                case .connecting: timeouts.connect
                case .tls: timeouts.tls
                case .sending: timeouts.send
                case .waiting: timeouts.firstByte
                case .receiving: timeouts.receive
                }
            }
        // Until its tunnel is established, the proxy is the one we wait for.
        let isWithProxy = stage <= .connecting || !route.isTunnel
        return .timeout(
            stage.phase, isTotal: isTotal, limit: limit, url: job.request.url, proxy: isWithProxy ? route.proxy : nil)
    }

    // MARK: Reports from libcurl (called by CurlCallbacks)

    /// One line of libcurl's verbose output. Only its own fixed phrases are read; a server's bytes come by other callbacks.
    func heard(_ text: UnsafeRawBufferPointer) {
        guard stage < .sending else { return }
        if text.starts(with: Phrase.noneFree) {
            if stage == .resolving { enter(.queued) }
            return
        }
        if stage == .queued {
            // It left the queue: the time before was waiting.
            marks.started = .now
            enter(.resolving)
            loop.leftQueue(self)
        }
        if text.starts(with: Phrase.trying) {
            guard stage == .resolving else { return }
            marks.resolved = .now
            enter(.connecting)
            job.report(.nameResolved)
        } else if text.starts(with: Phrase.connected) {
            if marks.reached == nil { reached(text) }
        } else if text.starts(with: Phrase.tunnelStands)
            || text.starts(with: Phrase.socksPrefix) && text.count < 40 && Self.tells(text, Phrase.socksGranted)
        {
            if route.isTunnel { connected() }
        } else if stage == .connecting, marks.reached == nil {
            // An address failed. libcurl only makes ready for the next one, and waits for nothing that could wake it.
            loop.needsAnotherRound()
        } else if text.starts(with: Phrase.reusing) {
            connectionNumber = Self.number(text.dropFirst(Phrase.reusing.count))
        } else if text.starts(with: Phrase.secured) {
            let words = String(decoding: text.dropFirst(Phrase.secured.count), as: UTF8.self)
                .split(separator: " ")
            tlsVersion = words.first.map(String.init)
            tlsCipher = words.last.map { $0.trimmingSuffix("\n") }
        } else if text.starts(with: Phrase.agreed) {
            alpn = String(decoding: text.dropFirst(Phrase.agreed.count), as: UTF8.self).trimmingSuffix("\n")
            usesHTTP2 = alpn == "h2"
        } else if stage == .tls, tlsVersion == nil, Self.tells(text, Phrase.alert) {
            // The end of the handshake. libcurl itself reports what was agreed on after a complete one only.
            noteHandshake()
        }
    }

    private func noteHandshake() {
        guard let facts = ccurl_openssl_connection(handle).flatMap({ HandshakeFacts(openSSL: $0) }) else { return }
        (tlsVersion, tlsCipher, alpn) = (facts.version, facts.cipher, facts.alpn)
    }

    /// The peer of the TCP connection is known: the server, or the proxy.
    func reached(_ text: UnsafeRawBufferPointer) {
        marks.reached = .now
        if marks.resolved == nil { marks.resolved = marks.reached }
        _ = ccurl_set_connect_timeout_ms(handle, CurlSetup.noConnectLimit)
        if let sign = text.lastIndex(of: UInt8(ascii: "#")) {
            connectionNumber = Self.number(text[(sign + 1)...])
            connectionNumber.map { loop.announce($0, route: route) }
        }
        if stage == .resolving { enter(.connecting) }
        // TLS to a proxy counts as connecting.
        if !route.isTunnel, route.proxy?.kind != .https { connected() }
    }

    func connected() {
        marks.connected = .now
        enter(job.request.url.scheme == .https ? .tls : .sending)
        job.report(.connected)
    }

    private static func number(_ text: Slice<UnsafeRawBufferPointer>) -> Int? {
        Int(String(decoding: text.prefix { ASCII.isDigit($0) }, as: UTF8.self))
    }

    private static func tells(_ text: UnsafeRawBufferPointer, _ phrase: [UInt8]) -> Bool {
        text.indices.contains { text[$0...].starts(with: phrase) }
    }

    /// One line of a proxy's response to CONNECT.
    func heard(proxyLine line: UnsafeRawBufferPointer) {
        guard route.isTunnel, stage == .connecting, proxyHead.byteCount <= job.request.options.maxHeaderBytes else {
            return
        }
        if proxyHead.isFinal { proxyHead = HeadAssembler() }
        _ = proxyHead.add(line)
    }

    private enum Phrase {
        static let noneFree = Array("No connections available".utf8)
        static let reusing = Array("Re-using existing connection #".utf8)
        static let tunnelStands = Array("CONNECT tunnel established".utf8)
        static let socksPrefix = Array("SOCKS".utf8)
        static let socksGranted = Array(" request granted".utf8)
        static let trying = Array("  Trying ".utf8)
        static let connected = Array("Connected to ".utf8)
        static let secured = Array("SSL connection using ".utf8)
        static let agreed = Array("ALPN: server accepted ".utf8)
        static let alert = Array(", TLS alert, ".utf8)
    }

    /// A socket is about to be connected for this transfer; happy eyeballs may open two.
    func opened(_ socket: curl_socket_t) {
        openedSockets.append(socket)
        _ = ccurl_set_verbose(handle, 1)
        loop.watch.opened(socket)
    }

    /// The connection is established and nothing was sent on it yet. False keeps libcurl from using it.
    func isReady(localPort: Int32) -> Bool {
        if marks.ready != nil {
            // libcurl lost a reused connection and starts again. The engine must decide whether that is safe.
            wasToBeSentAgain = true
            return false
        }
        var newConnections = 0
        _ = ccurl_get_num_connects(handle, &newConnections)
        isOnKeptConnection = newConnections == 0
        if isOnKeptConnection {
            if connectionNumber == nil { connectionNumber = loop.number(atLocalPort: localPort) }
            guard let connectionNumber, loop.canReuse(connectionNumber, for: job.token, route: route) else {
                metStaleConnection = true
                return false
            }
            speaksHTTP2 = loop.connection(connectionNumber)?.speaksHTTP2 == true
        } else if let connectionNumber, let socket = usedSocket(localPort) {
            speaksHTTP2 = usesHTTP2 || job.request.options.httpVersion == .http2PriorKnowledge
            loop.remember(
                CurlConnection(
                    socket: socket, route: route, user: job.token, speaksHTTP2: speaksHTTP2,
                    tlsVersion: tlsVersion, tlsCipher: tlsCipher, alpn: alpn, certificates: certificates()),
                as: connectionNumber, localPort: localPort)
        }
        let now = MonotonicInstant.now
        if !isOnKeptConnection {
            if marks.connected == nil { connected() }
            if job.request.url.scheme == .https {
                marks.secured = now
                job.report(.tlsDone)
            }
        }
        marks.ready = now
        // Now it shows the head that it sends.
        if isQuietAtFirst { _ = ccurl_set_verbose(handle, 1) }
        enter(.sending)
        if let connectionNumber { loop.reads(self, on: connectionNumber) }
        return true
    }

    private func usedSocket(_ localPort: Int32) -> curl_socket_t? {
        route.unixSocket == nil ? openedSockets.first { Self.localPort($0) == localPort } : openedSockets.last
    }

    /// The connection is left, for another transfer or for good.
    func leaveConnection() {
        guard let connectionNumber else { return }
        loop.readsNoMore(on: connectionNumber)
        if marks.ready == nil, !isOnKeptConnection {
            loop.disown(connectionNumber)
        } else {
            loop.responseEnded(responseByteCount, on: connectionNumber)
        }
    }

    static func localPort(_ socket: curl_socket_t) -> Int32 {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) { storage in
            let code = storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
            guard code == 0 else { return -1 }
            // The port is at the same offset for both families.
            return storage.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                Int32(UInt16(bigEndian: $0.pointee.sin_port))
            }
        }
    }

    /// The chain of the connection that this transfer opened. libcurl tells that of a complete handshake only; where the
    /// certificate was refused it is what the server showed.
    func certificates() -> [CertificateFacts] {
        guard job.request.url.scheme == .https else { return [] }
        let known = CurlCertificates.read(handle)
        return known.isEmpty ? shownChain.compactMap { CertificateReader.facts(der: $0) } : known
    }

    func sent(head bytes: UnsafeRawBufferPointer) {
        // The CONNECT for a proxy's tunnel is not the request.
        guard marks.ready != nil else { return }
        sentHead.append(contentsOf: bytes)
        marks.sent = .now
        guard !source.hasBody else { return }
        finishedSending()
        guard !watchesRecords, sentHead.suffix(4).elementsEqual([13, 10, 13, 10]) else { return }
        if Self.curlFoldsIntoNothing, !speaksHTTP2 { isHeardForFolds = true } else { stopHearing() }
    }

    /// Ends libcurl's verbose output, which costs time, unless the body is to be kept as it comes.
    func stopHearing() {
        if job.request.options.keptWireBytes > 0 {
            hearsBodyAlone = true
        } else {
            _ = ccurl_set_verbose(handle, 0)
        }
    }

    /// Bytes of the body as they came. Those of a proxy's response to CONNECT are not the response's.
    func heard(wireBody bytes: UnsafeRawBufferPointer) {
        let limit = job.request.options.keptWireBytes
        guard limit > 0, head.isFinal else { return }
        wireBody = wireBody ?? WireBody()
        wireBody?.add(bytes, keeping: limit)
    }

    func sent(body count: Int) {
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

    /// Called for this transfer's connection, with the bytes received on it since the last response. They are the
    /// response's bytes only in plain HTTP.
    func connectionCloses(receivedBytes: Int, unreadBytes: Int) {
        guard job.request.url.scheme == .http, !route.isTunnel else { return }
        hasUnreadableBytes = receivedBytes > 0
        witness.compare(with: receivedBytes - unreadBytes)
    }

    /// A handshake message with its head, or the head of a TLS record, or the one byte with the real type of an encrypted
    /// record (RFC 8446 §5.2). Nothing else shows that data arrived, if only half a line.
    func heard(tlsRecord bytes: UnsafeRawBufferPointer) {
        if stage == .tls, bytes.first == CertificateMessage.type,
            let chain = CertificateMessage.certificates(in: bytes)
        {
            shownChain = chain
        }
        guard watchesRecords, !hasUnreadableBytes, bytes.first == Self.applicationData,
            bytes.count == (currentTLSVersion == "TLSv1.3" ? 1 : 5)
        else { return }
        hasUnreadableBytes = true
    }

    private static let applicationData: UInt8 = 23

    /// In HTTP/2 the frames say what they belong to.
    var watchesRecords: Bool {
        guard job.request.url.scheme == .https, marks.ready != nil else { return false }
        guard isOnKeptConnection else { return !usesHTTP2 }
        return connectionNumber.flatMap { loop.connection($0) }?.speaksHTTP2 == false
    }

    private var currentTLSVersion: String? {
        isOnKeptConnection ? connectionNumber.flatMap { loop.connection($0) }?.tlsVersion : tlsVersion
    }

    /// Bytes of the response on the wire, heads included; nil if the framing of the body hides them.
    private var responseByteCount: Int? {
        let isBare = declaredLength == nil && head.status != 204 && head.status != 304 && job.request.method != .head
        return isBare || !head.lines("Transfer-Encoding").isEmpty
            ? nil : head.byteCount + intake.wireByteCount
    }

    /// What was kept of the body on the wire.
    var wireBody: WireBody?
    /// Of the verbose output, only the body is wanted any more.
    var hearsBodyAlone = false

    /// Bytes of the response arrived that libcurl could not read.
    var hasUnreadableBytes = false
}

extension StringProtocol {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : String(self)
    }
}
