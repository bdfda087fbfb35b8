import CCurl
import Glibc
import NetEngineTesting
import Synchronization
import TestSupport
import Testing

@testable import NetEngine

/// The parts of the transport, each by itself: without a server, and without libcurl's loop.
@Suite(.timeLimit(.minutes(5))) struct TransportPartTests {
    // MARK: Bodies that are sent

    private static func read(_ source: BodySource, _ count: Int) -> String {
        var buffer = [UInt8](repeating: 0, count: count)
        switch buffer.withUnsafeMutableBytes({ source.read(into: $0) }) {
        case .bytes(let count): return String(decoding: buffer[..<count], as: UTF8.self)
        case .notYet: return "not yet"
        case .failed: return source.failure?.sentence ?? "failed"
        }
    }

    private static func progress(_ source: BodySource, sent count: Int) -> String {
        guard case .uploadProgress(let sent, let total) = source.progress(sent: count) else { return "other" }
        return "\(sent) of \(total.map { "\($0)" } ?? "?")"
    }

    @Test func `a body of pieces is read in order, and again from any place within it`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("defg", to: "file")
        let pieces: [BodyPiece] = [
            .bytes(Array("abc".utf8)), .bytes([]), .file(path: path), .bytes(Array("hi".utf8)),
        ]
        let source = BodySource(.pieces(pieces))
        try source.open(wake: {})
        defer { source.close() }
        #expect(source.size == 9 && source.hasBody && source.smallBytes == nil)
        let read = (0..<6).map { _ in Self.read(source, 2) }
        #expect(read == ["ab", "c", "de", "fg", "hi", ""])
        let places: [Int64] = [4, 9, 10, -1]
        let isThere = places.map { source.seek(to: $0) }
        #expect(isThere == [true, true, false, false])
        let atEnd = Self.read(source, 2)
        #expect(atEnd == "")
        let isBack = source.seek(to: 5)
        let again = [Self.read(source, 10), Self.read(source, 10)]
        #expect(isBack && again == ["fg", "hi"])
        #expect([8, 9, 10].map { source.isAllSent($0) } == [false, true, true])
        #expect([4, 9, 12].map { Self.progress(source, sent: $0) } == ["4 of 9", "9 of 9", "9 of 9"])
    }

    @Test func `a file that becomes shorter while it is sent is an error`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("defg", to: "file")
        let source = BodySource(.file(path: path))
        try source.open(wake: {})
        defer { source.close() }
        _ = try folder.write("d", to: "file")
        let read = [Self.read(source, 10), Self.read(source, 10)]
        #expect(read == ["d", "Body: the file \(path) became shorter or unreadable while it was sent."])
        let gone = BodySource(.file(path: path))
        try gone.open(wake: {})
        unlink(path)
        let missing = Self.read(gone, 10)
        #expect(missing == "Body: the file \(path) cannot be read: No such file or directory.")
    }

    @Test func `a stream without a length is all sent once it has ended`() async throws {
        let stream = BodyStream {
            AsyncStream<[UInt8]> {
                $0.yield([65, 66, 67])
                $0.finish()
            }
        }
        let source = BodySource(.stream(stream))
        let (woken, wake) = AsyncStream<Void>.makeStream()
        try source.open(wake: { wake.yield() })
        defer { source.close() }
        #expect(source.size == nil && source.hasBody && source.smallBytes == nil)
        let before = [0, 1].map { source.seek(to: $0) }
        #expect(before == [true, false])
        var wakes = woken.makeAsyncIterator()
        var text = ""
        while !source.isAllSent(.max) {
            let part = Self.read(source, 2)
            if part == "not yet" { await wakes.next() } else { text += part }
        }
        #expect(text == "ABC")
        #expect([2, 3].map { source.isAllSent($0) } == [false, true], "it may be read before it is sent")
        let after = [0, 2, 3].map { source.seek(to: $0) }
        #expect(after == [false, false, true])
        #expect([2, 9].map { Self.progress(source, sent: $0) } == ["2 of ?", "3 of ?"])
    }

    @Test func `bytes up to 64 KiB are handed over at once`() throws {
        let counts = [0, 1, 65_536, 65_537].map { count in
            BodySource(.bytes([UInt8](repeating: 7, count: count))).smallBytes?.count
        }
        #expect(counts == [0, 1, 65_536, nil])
        #expect(BodySource(.none).smallBytes == nil)
        let none = BodySource(.none)
        try none.open(wake: {})
        #expect(!none.hasBody && none.size == 0 && none.isAllSent(0))
        let empty = BodySource(.stream(BodyStream(length: 0) { AsyncStream<[UInt8]> { $0.finish() } }))
        try empty.open(wake: {})
        defer { empty.close() }
        #expect(!empty.hasBody)
    }

    // MARK: Bodies that arrive

    private static func take(_ text: String, _ intake: BodyIntake) -> String {
        switch Array(text.utf8).withUnsafeBytes({ intake.take($0) }) {
        case .taken: "taken"
        case .notNow: "not now"
        case .turnOver: "turn over"
        case .enough: "enough"
        case .failed(let error): error.sentence
        }
    }

    @Test func `a body of exactly the limit is taken, and one byte more is too large`() {
        let intake = BodyIntake(limit: 4, receiver: nil)
        let outcomes = ["abc", "d", "", "e"].map { Self.take($0, intake) }
        #expect(outcomes == ["taken", "taken", "taken", "The body is larger than the limit of 4 bytes."])
        #expect(intake.bytes == Array("abcd".utf8) && intake.byteCount == 4 && intake.wireByteCount == 5)
        let receiver = Collector()
        let passed = BodyIntake(limit: 4, receiver: receiver)
        let second = ["abc", "de"].map { Self.take($0, passed) }
        #expect(second == ["taken", "The body is larger than the limit of 4 bytes."])
        #expect(receiver.text == "abcd" && passed.bytes.isEmpty && passed.byteCount == 4)
        passed.release()
    }

    @Test func `a reader without room gets the rest when it has room again`() {
        let receiver = Collector(room: 3)
        let observer = Collector()
        let intake = BodyIntake(limit: .max, receiver: receiver, observer: observer)
        let outcomes = ["ab", "c", "d"].map { Self.take($0, intake) }
        #expect(outcomes == ["taken", "taken", "not now"])
        intake.reopen()
        let later = Self.take("d", intake)
        #expect(later == "taken" && receiver.text == "abcd" && observer.text == "abcd" && intake.wireByteCount == 4)
    }

    @Test func `the body of a redirect is kept as it comes, up to its budget`() {
        let intake = BodyIntake(limit: .max, receiver: Collector())
        intake.redirectBudget = 3
        let outcomes = ["ab", "c", "d"].map { Self.take($0, intake) }
        #expect(outcomes == ["taken", "taken", "enough"])
        #expect(intake.bytes == Array("abc".utf8) && intake.byteCount == 3)
    }

    @Test func `a coding that cannot be undone is a fault only where there is a body`() {
        let intake = BodyIntake(limit: .max, receiver: nil)
        intake.expectCodings(["gzip"])
        intake.cannotUndo("why")
        #expect(intake.faultAtEnd() == nil && intake.codings.isEmpty)
        let outcome = Self.take("plain", intake)
        #expect(outcome == "taken" && intake.bytes == Array("plain".utf8))
        let fault = intake.faultAtEnd()
        #expect(fault?.sentence == "The body cannot be decoded: why." && fault?.category == .protocol)
    }

    @Test func `what could not be written to a file makes the body incomplete, what never went to one does not`() {
        let failure = SpooledBody.Failure(folders: ["/a"], code: ENOSPC, held: 1)
        var result = TransportResult()
        result.response = ExchangeFixtures.response(status: 200)
        let content = BodyBytes([1, 2])
        let cut = result.holding(content, .notWritten(failure))
        #expect(cut.failure?.category == .tooLarge && cut.response?.isComplete == false)
        let inMemory = result.holding(content, .noFile(failure))
        #expect(inMemory.failure == nil && inMemory.response?.isComplete == true)
        #expect(inMemory.response?.body == [1, 2] && inMemory.response?.bodyByteCount == 2)
        result.failure = .cancelled()
        let both = result.holding(content, .notWritten(failure))
        #expect(both.failure?.category == .cancelled)
    }

    private static func calls(held: Int, budget: Int, later: [Int] = []) async -> [String] {
        let transport = CalledTransport()
        let buffer = BodyBuffer(token: 7, transport: transport)
        func receive(_ count: Int) { [UInt8](repeating: 1, count: count).withUnsafeBytes { _ = buffer.receive($0) } }
        receive(held)
        buffer.finish(TransportResult())
        _ = await buffer.discard(budget: budget, time: .seconds(60))
        for count in later { receive(count) }
        return transport.calls
    }

    @Test func `a body that nobody reads is cancelled beyond its budget`() async {
        #expect(await Self.calls(held: 5, budget: 5) == ["resume 7"])
        #expect(await Self.calls(held: 6, budget: 5) == ["cancel 7"])
        #expect(await Self.calls(held: 2, budget: 5, later: [3]) == ["resume 7"])
        #expect(await Self.calls(held: 2, budget: 5, later: [3, 1]) == ["resume 7", "cancel 7"])
        #expect(await Self.calls(held: 0, budget: 5, later: [6]) == ["resume 7", "cancel 7"])
    }

    @Test func `a reader gets what came before the error, and lets a transport that waits go on`() async throws {
        let transport = CalledTransport()
        let buffer = BodyBuffer(token: 3, transport: transport)
        func receive(_ count: Int) { [UInt8](repeating: 1, count: count).withUnsafeBytes { _ = buffer.receive($0) } }
        receive(256 << 10)
        #expect(!buffer.hasEnded)
        let full = try await buffer.next()
        #expect(full?.count == 256 << 10 && transport.calls == ["resume 3"])
        receive(2)
        var result = TransportResult()
        result.failure = .cancelled()
        buffer.finish(result)
        let rest = try await buffer.next()
        #expect(rest == [1, 1] && buffer.hasEnded && transport.calls == ["resume 3"])
        await #expect(throws: EngineError.self) { _ = try await buffer.next() }
    }

    @Test func `a line and an event of a stream have 16 MiB unless another limit is given`() {
        let transport = CalledTransport()
        let stream = ResponseStream(
            id: ExchangeID(rawValue: 1), head: ExchangeFixtures.response(), statusError: nil,
            body: BodyBuffer(token: 1, transport: transport), control: ExchangeControl(transport: transport),
            exchange: Promise())
        #expect(stream.lines.maxLineBytes == 16_777_216 && stream.events.maxEventBytes == 16_777_216)
        #expect(stream.lines(maxLineBytes: 3).maxLineBytes == 3 && stream.events(maxEventBytes: 3).maxEventBytes == 3)
    }

    @Test func `of several failures the first that was no cancellation is that of a batch`() {
        func first(_ categories: ErrorCategory?...) -> ErrorCategory? {
            let all = categories.map { category -> Fetched<Int> in
                let error = category.map { EngineError($0, "x.") }
                return Fetched(
                    result: error.map { .failure($0) } ?? .success(1),
                    exchange: ExchangeFixtures.exchange(hops: [], error: error))
            }
            return Engine.firstFailure(in: all)?.exchange.error?.category
        }
        #expect(first(nil, .cancelled, .dns, .tls) == .dns && first(.tls, .cancelled, .dns) == .tls)
        #expect(first(nil, .cancelled) == .cancelled && first(nil) == nil && first() == nil)
        let options = BatchOptions()
        #expect(options.limit == 6 && options.failureMode == .collect)
    }

    // MARK: Heads

    @Test func `128 KiB of a head are kept for what was not told of it`() {
        func untold(_ count: Int) -> Int {
            var witness = HeadWitness()
            witness.arrive(count)
            [UInt8](repeating: 65, count: count).withUnsafeBytes { witness.keep($0, told: 0) }
            return witness.untold(after: 0).count
        }
        #expect([1, 131_072, 131_073].map(untold) == [1, 131_072, 0])
    }

    // MARK: What libcurl is told

    private static func setup(
        _ url: String = "http://h.test/", method: HTTPMethod = .get, headers: HeaderFields = [],
        options: RequestOptions = RequestOptions(), proxy: String? = nil, isForServer: Bool = false
    ) throws -> CurlSetup {
        let parsed = try HTTPURL.parse(url)
        let request = PreparedRequest(
            method: method, url: isForServer ? parsed.withoutPath : parsed, headers: headers, body: .none,
            options: options, proxy: try proxy.map { try ProxyServer($0) })
        return CurlSetup(
            request: request, trust: TrustSettings(), limits: ConnectionLimits(), route: ConnectionRoute(request),
            proxyLogin: nil, needsFreshConnection: false)
    }

    @Test func `a handle keeps its settings for requests that need the same`() throws {
        let known = try #require(try Self.setup().settings)
        let logged = RequestOptions(log: RequestLogOptions(name: "a"))
        let same = [
            try Self.setup("http://h.test/other?x"), try Self.setup(headers: ["X": "y"]),
            try Self.setup(options: logged),
            try Self.setup("http://u:p@H.test:80/"),
        ]
        #expect(same.map { $0.needs(known) } == [true, true, true, true])
        let others = [
            try Self.setup("https://h.test/"), try Self.setup("http://i.test/"), try Self.setup("http://h.test:81/"),
            try Self.setup(method: .head), try Self.setup(options: RequestOptions(decodesContent: false)),
            try Self.setup(proxy: "http://p"), try Self.setup(isForServer: true),
        ]
        #expect(others.map { $0.needs(known) } == [Bool](repeating: false, count: 7))
        #expect(others.map { $0.settings != known } == [Bool](repeating: true, count: 7))
        #expect(others.map { $0.settings == nil } == [false, false, false, false, false, true, false])
    }

    private static func lines(_ setup: CurlSetup) -> [String] {
        let list = setup.makeFieldList()
        defer { curl_slist_free_all(list) }
        var lines: [String] = []
        var entry = list
        while let line = entry {
            lines.append(String(cString: line.pointee.data))
            entry = line.pointee.next
        }
        return lines
    }

    @Test func `libcurl gets the fields of the request, none of its own, and frames the body itself`() throws {
        let headers: HeaderFields = [
            HeaderField("Host", "h", origin: .engine), HeaderField("Content-Length", "5", origin: .engine),
            HeaderField("Transfer-Encoding", "chunked", origin: .engine), HeaderField("accept", "x"),
            HeaderField("X", "y"), HeaderField("Empty", ""), HeaderField("Blank", " \t"),
            HeaderField("Te", " a "), HeaderField("User-Agent", "u", origin: .engine),
        ]
        #expect(
            try Self.lines(Self.setup(headers: headers))
                == ["Content-Type:", "Expect:", "accept: x", "X: y", "Empty;", "Blank;", "Te:  a ", "User-Agent: u"])
        let typed: HeaderFields = [
            HeaderField("Host", "v"), HeaderField("Content-Length", "5"), HeaderField("Transfer-Encoding", "chunked"),
            HeaderField("Content-Length", "0", origin: .engine), HeaderField("Content-Type", "a/b"),
            HeaderField("Expect", "100-continue"),
        ]
        #expect(
            try Self.lines(Self.setup(headers: typed)) == [
                "User-Agent:", "Accept:", "Host: v", "Content-Length: 5", "Transfer-Encoding: chunked",
                "Content-Length: 0", "Content-Type: a/b", "Expect: 100-continue",
            ])
    }

    @Test func `a login for a proxy does not go through its tunnel`() throws {
        let headers: HeaderFields = ["Proxy-Authorization": "Basic x"]
        func isSent(_ url: String, proxy: String?) throws -> Bool {
            try Self.lines(Self.setup(url, headers: headers, proxy: proxy)).contains("Proxy-Authorization: Basic x")
        }
        #expect(try isSent("http://h/", proxy: "http://p"))
        #expect(try !isSent("https://h/", proxy: "http://p"))
        #expect(try !isSent("http://h/", proxy: "socks5://p"))
        #expect(try isSent("https://h/", proxy: nil))
    }

    @Test func `authorities come from curl's variable first, and an empty one is none`() {
        func found(_ variables: [String: String]) -> TrustSettings { TrustSettings.from { variables[$0] } }
        #expect(found([:]) == TrustSettings())
        #expect(
            found(["CURL_CA_BUNDLE": "/a", "SSL_CERT_FILE": "/b", "SSL_CERT_DIR": "/c"])
                == TrustSettings(caFile: "/a", caDirectory: "/c"))
        #expect(found(["CURL_CA_BUNDLE": "", "SSL_CERT_FILE": "/b"]) == TrustSettings(caFile: "/b"))
        #expect(found(["SSL_CERT_FILE": "", "SSL_CERT_DIR": ""]) == TrustSettings())
    }

    // MARK: Connections

    @Test func `of several overrides the first that fits counts`() throws {
        func target(_ options: ConnectionOptions) throws -> String {
            let request = try Self.setup("http://u@h.test/p?q", options: RequestOptions(connection: options)).request
            let route = ConnectionRoute(request)
            return "\(route.server(of: request.url)) \(route.target?.addresses.joined(separator: "+") ?? "-")"
        }
        let ends = try ["a.test:80:x.test:81", "h.test:80:y.test:82", "h.test:80:z.test:83"].map {
            try ConnectOverride($0)
        }
        #expect(try target(ConnectionOptions(connectTo: ends)) == "http://u@y.test:82/p?q ")
        #expect(try target(ConnectionOptions(connectTo: [ConnectOverride("::Y.test:")])) == "http://u@y.test/p?q ")
        #expect(try target(ConnectionOptions(connectTo: [ConnectOverride(":::81")])) == "http://u@h.test:81/p?q ")
        let addresses = try ["a.test:80:1.1.1.1", "h.test:*:2.2.2.2", "h.test:80:3.3.3.3"].map {
            try ResolveOverride($0)
        }
        #expect(try target(ConnectionOptions(resolve: addresses)) == "http://u@2.2.2.2/p?q ")
        let two = try ResolveOverride("h.test:80:1.1.1.1,::1,2.2.2.2")
        #expect(
            try target(ConnectionOptions(addressFamily: .ipv4, resolve: [two])) == "http://u@h.test/p?q 1.1.1.1+2.2.2.2"
        )
        #expect(try target(ConnectionOptions()) == "http://u@h.test/p?q -")
    }

    @Test func `any limit of open connections is kept by one thread, and there are 64 threads at most`() {
        func count(_ threads: Int, _ limits: ConnectionLimits = ConnectionLimits()) -> Int {
            CurlTransport(limits: limits, threads: threads).executors.count
        }
        #expect([-1, 0, 1, 3, 64, 65].map { count($0) } == [1, 1, 1, 3, 64, 64])
        #expect(count(4, ConnectionLimits(total: 2)) == 1 && count(4, ConnectionLimits(idle: 2)) == 4)
    }

    @Test func `connections have their limits unless they are given others`() {
        let limits = ConnectionLimits()
        #expect(limits.perHost == nil && limits.total == nil && limits.lifetime == nil)
        #expect(limits.idle == 128 && limits.idleLifetime == .seconds(118))
    }

    @Test func `a port that is told twice of one connection is still its port`() {
        var ports = LocalPorts()
        ports.add(50_000, 1)
        ports.add(50_000, 1)
        #expect(ports[50_000] == 1)
        ports.remove(2)
        #expect(ports[50_000] == 1)
        ports.remove(1)
        #expect(ports[50_000] == nil)
    }

    // MARK: The loop's mailbox and its sockets

    private static func taken(_ mailbox: CurlMailbox) -> [String] {
        var commands: [CurlMailbox.Command] = [.stop]
        mailbox.take(into: &commands)
        return words(commands)
    }

    private static func words(_ commands: [CurlMailbox.Command]) -> [String] {
        commands.map { command in
            switch command {
            case .start: "start"
            case .cancel(let token): "cancel \(token)"
            case .resume(let token): "resume \(token)"
            case .resumeReceiving(let token): "resume receiving \(token)"
            case .run: "run"
            case .stop: "stop"
            }
        }
    }

    private static func isReadable(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    @Test func `commands are taken in their order, once, until the mailbox closes`() async throws {
        let mailbox = try #require(CurlMailbox())
        let posted = [
            mailbox.post(.cancel(1)), mailbox.post(.resume(2)), mailbox.post(.resumeReceiving(3)),
        ]
        #expect(posted == [true, true, true])
        let mayNotSleep = mailbox.beginSleep()
        #expect(!mayNotSleep && !Self.isReadable(mailbox.wakeDescriptor))
        let first = Self.taken(mailbox)
        #expect(first == ["cancel 1", "resume 2", "resume receiving 3"])
        let none = Self.taken(mailbox)
        #expect(none.isEmpty)
        let last = mailbox.post(.cancel(4))
        let left = Self.words(mailbox.close())
        let late = mailbox.post(.cancel(5))
        #expect(last && left == ["cancel 4"] && !late)
        let again = Self.words(mailbox.close())
        #expect(again.isEmpty)
        mailbox.markStopped()
        await mailbox.waitUntilStopped()
    }

    @Test func `a thread that sleeps is woken by the first command`() throws {
        let mailbox = try #require(CurlMailbox())
        let sleeps = mailbox.beginSleep()
        #expect(sleeps && !Self.isReadable(mailbox.wakeDescriptor))
        _ = mailbox.post(.cancel(1))
        #expect(Self.isReadable(mailbox.wakeDescriptor))
        var count: UInt64 = 0
        _ = Glibc.read(mailbox.wakeDescriptor, &count, 8)
        _ = mailbox.post(.cancel(2))
        #expect(count == 1 && !Self.isReadable(mailbox.wakeDescriptor), "it is awake already")
    }

    @Test func `a mailbox knows the thread that reads it`() throws {
        let mailbox = try #require(CurlMailbox())
        #expect(!mailbox.isReadByThisThread)
        mailbox.markRead()
        #expect(mailbox.isReadByThisThread)
        mailbox.markStopped()
        #expect(!mailbox.isReadByThisThread)
    }

    @Test func `a socket is watched for what is wanted of it`() throws {
        let mailbox = try #require(CurlMailbox())
        let watch = try #require(SocketWatch(wakeDescriptor: mailbox.wakeDescriptor))
        var ends: [Int32] = [-1, -1]
        let code = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
        try #require(code == 0)
        let (own, other) = (ends[0], ends[1])
        defer { close(own) }
        func events() -> [String] {
            var events: [String] = []
            watch.wait(milliseconds: 0) { event in
                let facts = [
                    (event.socket == own, "own"), (event.isReadable, "readable"), (event.isWritable, "writable"),
                    (event.isUnclear, "unclear"),
                ]
                events.append(facts.filter(\.0).map(\.1).joined(separator: " "))
            }
            return events
        }
        watch.opened(own)
        watch.want(SocketWatch.readable, on: own)
        var found = [events()]
        _ = write(other, "x", 1)
        found += [events(), events()]
        watch.want(SocketWatch.readable | SocketWatch.writable, on: own)
        found.append(events())
        watch.want(SocketWatch.writable, on: own)
        found.append(events())
        watch.want(0, on: own)
        found.append(events())
        watch.want(SocketWatch.readable, on: own)
        found.append(events())
        close(other)
        found.append(events())
        watch.forget(own)
        found.append(events())
        #expect(
            found == [
                [], ["own readable"], ["own readable"], ["own readable writable"], ["own writable"], [],
                ["own readable"], ["own readable unclear"], [],
            ])
    }
}

/// Keeps what it gets, and says that it has no more room once it has got that many bytes.
private final class Collector: BodyReceiver {
    private let bytes = Mutex<[UInt8]>([])
    private let room: Int
    init(room: Int = .max) { self.room = room }
    var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
    func begin(_ soFar: TransportResult) {}
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        self.bytes.withLock { all in
            all += bytes
            return all.count != room
        }
    }
}

/// Remembers what it is told about a job.
private final class CalledTransport: Transport {
    private let told = Mutex<[String]>([])
    var calls: [String] { told.withLock { $0 } }
    func start(_ job: TransportJob) {}
    func cancel(_ token: UInt64) { told.withLock { $0.append("cancel \(token)") } }
    func resume(_ token: UInt64) { told.withLock { $0.append("resume \(token)") } }
    func shutdown() async {}
}
