import CCurl

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The engine thread: everything here, and every `CurlTransfer`, lives on it alone.
final class CurlLoop {
    let trust: TrustSettings
    let limits: ConnectionLimits
    let mailbox: CurlMailbox
    let proxyLogins = ProxyLogins()
    let watch: SocketWatch
    /// Of the last response: the next one may be alike.
    var lastFields: [HeaderField] = []
    private let multi: UnsafeMutableRawPointer
    private var transfers: [UInt64: CurlTransfer] = [:]
    private var idleHandles: [CurlHandle] = []
    private var isStopping = false
    /// Taken from the mailbox, and kept for the memory it owns.
    private var commands: [CurlMailbox.Command] = []
    /// Never later than the earliest limit of any transfer; may be earlier, which costs one look.
    private var nextDeadline = MonotonicInstant.distantFuture
    /// When libcurl wants to be called without any event on a socket.
    private var timerAt = MonotonicInstant.distantFuture
    /// What is known of open connections, by libcurl's numbers.
    private var connections: [Int: CurlConnection] = [:]
    private var numbers: [curl_socket_t: Int] = [:]
    private var ports = LocalPorts()
    private var isRoundDue = false
    /// Counts how often the loop went around.
    private(set) var round = 0
    /// Transfers that decode for longer than a turn: one of them goes on in each round, the first first.
    private var awaitingTurn: [UInt64] = []
    /// Transfers whose name may still be looked up.
    private var unresolved: [CurlTransfer] = []
    /// By socket: the transfer that waits for its response there, in HTTP/1.
    private var readers: [CurlTransfer?] = []
    /// As much as libcurl reads at once.
    private let peeked = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 1)
    private var connectLimitsRenewedAt = MonotonicInstant.longAgo

    /// Handles kept for reuse, some 6 KB each, beyond which finished ones are freed.
    private static let maxIdleHandles = 256

    /// Starts the thread.
    /// - Throws: why the system provides no libcurl handle, descriptor or thread. Nothing is lost then: the caller still has the
    ///   work.
    static func launch(trust: TrustSettings, limits: ConnectionLimits) throws(EngineError) -> CurlMailbox {
        guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, let multi = curl_multi_init() else {
            throw .cannotStart(DescriptorShortage.now ?? ENOMEM)
        }
        _ = ccurl_multi_set_max_idle(multi, max(1, limits.idle))
        _ = ccurl_multi_set_max_per_host(multi, max(0, limits.perHost ?? 0))
        _ = ccurl_multi_set_max_total(multi, max(0, limits.total ?? 0))
        _ = ccurl_multi_set_multiplex(multi, Int(CURLPIPE_MULTIPLEX))
        guard let mailbox = CurlMailbox(), let watch = SocketWatch(wakeDescriptor: mailbox.wakeDescriptor) else {
            let code = errno
            curl_multi_cleanup(multi)
            throw .cannotStart(code)
        }
        let address = UInt(bitPattern: multi)
        // Passed to the thread, and used by nobody else.
        nonisolated(unsafe) let handed = watch
        let code = EngineThread.start {
            guard let multi = UnsafeMutableRawPointer(bitPattern: address) else { return }
            mailbox.markRead()
            CurlLoop(mailbox: mailbox, watch: handed, multi: multi, trust: trust, limits: limits).run()
        }
        guard code == 0 else {
            curl_multi_cleanup(multi)
            throw .cannotStart(code)
        }
        return mailbox
    }

    private init(
        mailbox: CurlMailbox, watch: SocketWatch, multi: UnsafeMutableRawPointer, trust: TrustSettings,
        limits: ConnectionLimits
    ) {
        self.mailbox = mailbox
        self.watch = watch
        self.limits = limits
        self.multi = multi
        self.trust = trust
    }

    private func run() {
        CurlCallbacks.install(on: multi, loop: Unmanaged.passUnretained(self).toOpaque())
        while true {
            round &+= 1
            obeyAll()
            runTimer()
            runDueRound()
            giveTurn()
            collectFinished()
            expireLimits()
            if isStopping, transfers.isEmpty { break }
            let isIdle = !isRoundDue && awaitingTurn.isEmpty
            let milliseconds = mailbox.beginSleep() && isIdle ? sleepMilliseconds() : 0
            watch.wait(milliseconds: milliseconds, act)
            collectFinished()
        }
        for command in mailbox.close() { obey(command) }
        idleHandles = []
        curl_multi_cleanup(multi)
        peeked.deallocate()
        mailbox.markStopped()
    }

    private func obeyAll() {
        // What runs here may leave more, as a task does that sends its next request; but the sockets must have their turn.
        for _ in 0..<4 {
            mailbox.take(into: &commands)
            if commands.isEmpty { return }
            for index in commands.indices { obey(commands[index]) }
        }
    }

    private func act(_ event: SocketWatch.Event) {
        renewConnectLimits()
        var bits: Int32 = 0
        if !event.isUnclear {
            if event.isReadable { bits |= CURL_CSELECT_IN }
            if event.isWritable { bits |= CURL_CSELECT_OUT }
        }
        let reader = event.isReadable ? reader(on: event.socket) : nil
        var count = 0
        // The kernel reports a reset only once, so libcurl must see it.
        if let reader, !event.isUnclear, reader.isHeadInSight {
            count = max(0, recv(event.socket, peeked.baseAddress, peeked.count, peek))
            reader.witness.arrive(count)
        }
        var running: Int32 = 0
        curl_multi_socket_action(multi, event.socket, bits, &running)
        if let reader, reader.isHeadAwaited {
            reader.saw(partOfHead: UnsafeRawBufferPointer(rebasing: peeked.prefix(count)))
        }
    }

    private let peek = Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)

    private func reader(on socket: curl_socket_t) -> CurlTransfer? {
        readers.indices.contains(Int(socket)) ? readers[Int(socket)] : nil
    }

    /// libcurl wants to be called after this many milliseconds; -1 means not at all.
    func timerMoved(to milliseconds: Int) {
        timerAt =
            switch milliseconds {
            case ..<0: .distantFuture
            case 0: .longAgo
            default: MonotonicInstant.now.advanced(by: .milliseconds(milliseconds))
            }
    }

    private func runTimer() {
        guard timerAt != .distantFuture, timerAt == .longAgo || timerAt <= .now else { return }
        timerAt = .distantFuture
        renewConnectLimits()
        var running: Int32 = 0
        curl_multi_socket_action(multi, CURL_SOCKET_BAD, 0, &running)
    }

    /// libcurl's limit of connecting runs while a name is looked up; ours does not.
    private func renewConnectLimits() {
        guard !unresolved.isEmpty else { return }
        // libcurl counts in milliseconds from the start of each phase. Under load this is called far more often.
        let now = MonotonicInstant.now
        guard now.nanoseconds - connectLimitsRenewedAt.nanoseconds >= 1_000_000 else { return }
        connectLimitsRenewedAt = now
        unresolved.removeAll { $0.stage != .resolving || !$0.isAdded }
        for transfer in unresolved { transfer.lendConnectLimit(now) }
    }

    private func runDueRound() {
        guard isRoundDue else { return }
        isRoundDue = false
        renewConnectLimits()
        var running: Int32 = 0
        _ = ccurl_multi_run_all(multi, &running)
    }

    /// It goes on in one of the next rounds.
    func awaitsTurn(_ transfer: CurlTransfer) { awaitingTurn.append(transfer.job.token) }

    private func giveTurn() {
        guard !awaitingTurn.isEmpty, let transfer = transfers[awaitingTurn.removeFirst()] else { return }
        let code = transfer.takeTurn()
        if code != CURLE_OK { finish(transfer, code: code) }
    }

    private func obey(_ command: CurlMailbox.Command) {
        switch command {
        case .start(let job, let postedAt):
            if isStopping { CurlTransfer.refuse(job, .cancelled()) } else { begin(job, postedAt: postedAt) }
        case .cancel(let token):
            if let transfer = transfers[token] { end(transfer, failure: .cancelled()) }
        case .resume(let token):
            transfers[token]?.resumeSending()
        case .resumeReceiving(let token):
            guard let transfer = transfers[token] else { return }
            let code = transfer.resumeReceiving()
            if code != CURLE_OK { finish(transfer, code: code) }
        case .run(let job, let executor):
            job.runSynchronously(on: executor)
        case .stop:
            isStopping = true
            for transfer in transfers.values { end(transfer, failure: .cancelled()) }
        }
    }

    private func begin(_ job: TransportJob, postedAt: MonotonicInstant) {
        guard let curl = idleHandles.popLast() ?? CurlHandle() else {
            CurlTransfer.refuse(job, .cannotStart(DescriptorShortage.now ?? ENOMEM))
            return
        }
        let transfer = CurlTransfer(job: job, curl: curl, loop: self, postedAt: postedAt)
        if let failure = transfer.configure() {
            transfer.ownFailure = failure
            finish(transfer, code: CURLE_OK)
            return
        }
        transfers[job.token] = transfer
        add(transfer)
    }

    private func add(_ transfer: CurlTransfer) {
        transfer.enter(.resolving)
        let code = curl_multi_add_handle(multi, transfer.curl.pointer)
        guard code == CURLM_OK else {
            transfer.ownFailure = EngineError(
                .internal, "libcurl refused the transfer.",
                underlying: UnderlyingCode(
                    domain: .curl, code: Int(code.rawValue), text: String(cString: curl_multi_strerror(code))))
            finish(transfer, code: CURLE_OK)
            return
        }
        transfer.isAdded = true
        unresolved.append(transfer)
    }

    /// It has left the queue for a connection.
    func leftQueue(_ transfer: CurlTransfer) { unresolved.append(transfer) }

    private func collectFinished() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            var code = CURLE_OK
            guard let handle = ccurl_message_finished(message, &code) else { continue }
            var pointer: UnsafeMutableRawPointer?
            guard ccurl_get_private(handle, &pointer) == CURLE_OK, let pointer else { continue }
            let curl = Unmanaged<CurlHandle>.fromOpaque(pointer).takeUnretainedValue()
            guard let transfer = curl.transfer else { continue }
            if transfer.metStaleConnection || transfer.canAnswerProxy() {
                restartOnFreshConnection(transfer)
            } else {
                finish(transfer, code: code)
            }
        }
    }

    /// Nothing of the request was sent, so this is invisible and safe for every method.
    private func restartOnFreshConnection(_ transfer: CurlTransfer) {
        curl_multi_remove_handle(multi, transfer.curl.pointer)
        transfer.isAdded = false
        transfer.leaveConnection()
        transfer.prepareFreshStart()
        add(transfer)
    }

    /// Ends a transfer before libcurl would.
    private func end(_ transfer: CurlTransfer, failure: EngineError?) {
        if transfer.ownFailure == nil { transfer.ownFailure = failure }
        finish(transfer, code: CURLE_OK)
    }

    private func finish(_ transfer: CurlTransfer, code: CURLcode) {
        transfers[transfer.job.token] = nil
        // An idle thread must hold no job: its receiver may hold the transport, whose end is the end of this thread.
        if transfers.isEmpty { unresolved.removeAll(keepingCapacity: true) }
        let spool = transfer.intake.activeSpool
        let result = transfer.result(code: code)
        if transfer.isAdded { curl_multi_remove_handle(multi, transfer.curl.pointer) }
        transfer.isAdded = false
        transfer.leaveConnection()
        transfer.release()
        // libcurl keeps in the handle that a stream was refused, how often it began again, and that a 417 refused an `Expect`, after which it
        // never waits for 100 again. All of that would change what it does next.
        let isClean =
            !transfer.wasToBeSentAgain && transfer.head.status != 417
            && (result.failure == nil || !transfer.speaksHTTP2)
        if isClean, idleHandles.count < Self.maxIdleHandles, !isStopping { idleHandles.append(transfer.curl) }
        guard let spool else { return transfer.job.completion(result) }
        // What came is written first; the engine's thread does not wait for that.
        let job = transfer.job
        spool.end { job.completion(result.holding($0, $1)) }
    }

    // MARK: Limits

    /// libcurl is to go on without waiting for a socket.
    func needsAnotherRound() { isRoundDue = true }

    func limitMoved(to deadline: MonotonicInstant) { nextDeadline = min(nextDeadline, deadline) }

    private func expireLimits() {
        guard nextDeadline != .distantFuture else { return }
        let now = MonotonicInstant.now
        guard now >= nextDeadline else { return }
        nextDeadline = .distantFuture
        for transfer in transfers.values {
            transfer.noticeFirstByte()
            if transfer.deadline <= now {
                end(transfer, failure: transfer.failureAtDeadline(now))
            } else {
                nextDeadline = min(nextDeadline, transfer.deadline)
            }
        }
    }

    private func sleepMilliseconds() -> Int32 {
        let next = min(nextDeadline, timerAt)
        guard next != .distantFuture else { return -1 }
        if next == .longAgo { return 0 }
        let nanoseconds = next.nanoseconds - MonotonicInstant.now.nanoseconds
        // Rounded up: waking a moment early would only mean another round.
        return Int32(clamping: max(0, nanoseconds) / 1_000_000 + 1)
    }

    // MARK: Connections

    func connection(_ number: Int) -> CurlConnection? { connections[number] }

    /// The connection is being made; requests that share it by HTTP/2 may meet it before it was ever used.
    func announce(_ number: Int, route: ConnectionRoute) {
        connections[number] = CurlConnection(socket: -1, route: route, user: 0)
    }

    /// It was never used.
    func disown(_ number: Int) {
        if let connection = connections[number], connection.socket < 0 { connections[number] = nil }
    }

    func remember(_ connection: CurlConnection, as number: Int, localPort: Int32) {
        connections[number] = connection
        numbers[connection.socket] = number
        ports.add(localPort, number)
    }

    /// The open connection that has this local port; nil if none is known, or several may have it.
    func number(atLocalPort port: Int32) -> Int? { ports[port] }

    /// The next response on the connection is this transfer's.
    func reads(_ transfer: CurlTransfer, on number: Int) {
        guard let connection = connections[number], connection.socket >= 0, !connection.speaksHTTP2 else { return }
        let index = Int(connection.socket)
        if index >= readers.count {
            readers.append(contentsOf: repeatElement(nil, count: index + 1 - readers.count + 32))
        }
        readers[index] = transfer
    }

    /// The transfer is over, or goes elsewhere.
    func readsNoMore(on number: Int) {
        if let socket = connections[number]?.socket, readers.indices.contains(Int(socket)) {
            readers[Int(socket)] = nil
        }
    }

    /// The idle connection, which is this job's from now on; nil if it may not carry the request.
    func reuse(_ number: Int, for token: UInt64, route: ConnectionRoute) -> CurlConnection? {
        guard let connection = connections[number], connection.route.fits(route), !connection.isUnfitForReuse else {
            return nil
        }
        connection.user = token
        if connection.consumedByteCount == nil, !connection.speaksHTTP2, connection.socket >= 0 {
            connection.consumedByteCount = Int(ccurl_tcp_bytes_received(connection.socket))
        }
        return connection
    }

    /// A response on the connection has ended.
    /// - Parameter count: its bytes on the wire; nil if not known.
    func responseEnded(_ count: Int?, on number: Int) {
        guard let connection = connections[number], let before = connection.consumedByteCount else { return }
        connection.consumedByteCount = count.map { before + $0 }
    }

    /// libcurl is about to close the socket.
    func forget(_ socket: curl_socket_t) {
        watch.forget(socket)
        if readers.indices.contains(Int(socket)) { readers[Int(socket)] = nil }
        guard let number = numbers.removeValue(forKey: socket) else { return }
        ports.remove(number)
        guard
            let connection = connections.removeValue(forKey: number),
            let base = connection.consumedByteCount, !connection.speaksHTTP2
        else { return }
        transfers[connection.user]?.connectionCloses(
            receivedBytes: Int(ccurl_tcp_bytes_received(socket)) - base, unreadBytes: Int(ccurl_unread_bytes(socket)))
    }
}
