import Glibc
import NetEngineTesting
import Synchronization
import TestSupport
import Testing

@testable import NetEngine

/// Whether there is a network, how changes are reported, and what requests do about it.
@Suite(.timeLimit(.minutes(5))) struct ReachabilityTests {
    /// TCP cannot reach a broadcast address: the kernel reports that itself, and nothing leaves the machine.
    private static let unroutable = "http://255.255.255.255/"

    private func engine(_ reachability: any Reachability) -> Engine {
        Engine(configuration: EngineConfiguration(reachability: reachability))
    }

    private func options(total: Duration? = .seconds(200)) -> RequestOptions {
        RequestOptions(timeouts: Timeouts(total: total), waitsForConnectivity: true)
    }

    /// Returns once the exchange waits; earlier events are dropped.
    private func waiting(_ events: AsyncStream<EngineEvent>) async {
        for await event in events { if case .waitingForConnectivity = event.step { return } }
    }

    // MARK: Requests

    @Test func `offline fails at once, and loopback is never offline`() async throws {
        try await StubServer.with(.status(200)) { server in
            let engine = engine(ManualReachability(.offline))
            #expect(!engine.isOnline)
            let away = await engine.send(RequestDraft(url: "http://example.test/"))
            #expect(away.error?.category == .offline)
            #expect(away.hops.isEmpty)
            for draft in [RequestDraft(url: server.url), RequestDraft(url: server.url, options: options())] {
                #expect(await engine.send(draft).isSuccess)
            }
        }
    }

    @Test func `a name that leads to this machine by an option needs no network`() async throws {
        try await StubServer.with(.status(200)) { server in
            let engine = engine(ManualReachability(.offline))
            let port = server.port
            let ways = [
                ConnectionOptions(resolve: [ResolveOverride(host: "api.test", port: port, addresses: ["127.0.0.1"])]),
                ConnectionOptions(connectTo: [ConnectOverride(host: "api.test", targetHost: "localhost")]),
            ]
            for way in ways {
                var options = RequestOptions()
                options.connection = way
                let draft = RequestDraft(url: "http://api.test:\(port)/", options: options)
                #expect(await engine.send(draft).isSuccess, "\(way)")
            }
            let elsewhere = RequestOptions(
                connection: ConnectionOptions(connectTo: [ConnectOverride(host: "localhost", targetHost: "192.0.2.1")]))
            let away = await engine.send(RequestDraft(url: "http://localhost:\(port)/", options: elsewhere))
            #expect(away.error?.category == .offline)
        }
    }

    /// What the connection leads to, and what becomes of the request.
    private static let names: FilledTable = """
        http://api.test/ -> sent
        http://API.test:81/ -> sent
        https://other.test/ -> sent
        http://nas.test/ -> sent
        http://tab.test/ -> sent
        http://pi.test/ -> offline
        http://sub.api.test/ -> offline
        http://comment.test/ -> offline
        http://10.0.0.7/ -> offline
        http://far.test/ via http://api.test:3128 -> sent
        http://api.test/ via http://far.test:3128 -> offline
        http://far.test/ to api.test -> sent
        http://api.test/ to far.test -> offline
        http://api.test/ at 192.0.2.1 -> offline
        http://api.test/ at 192.0.2.1,192.0.2.2 -> offline
        """

    @Test func `a name of the hosts file is tried without a network`() async throws {
        let folder = try TemporaryFolder()
        let lines = [
            "# comment.test", "127.0.0.1 localhost", "127.0.0.1\tAPI.test  other.test # comment.test",
            "10.0.0.7 nas.test", "::1\ttab.test\r", "pi.test",
        ]
        var configuration = EngineConfiguration(stub: StubTransport().on("**", .status(200)))
        configuration.reachability = ManualReachability(.offline)
        configuration.hosts = HostsFile(path: try folder.write(lines.joined(separator: "\n"), to: "hosts"))
        let engine = Engine(configuration: configuration)
        var found: [String] = []
        for line in Self.names.text.split(separator: "\n") {
            let row = line.firstRange(of: " -> ").map { line[..<$0.lowerBound] } ?? line
            let words = row.split(separator: " ").map { String($0) }
            var options = RequestOptions()
            switch words.dropFirst().first {
            case "via": options.proxy = .url(words[2])
            case "to": options.connection.connectTo = [ConnectOverride(targetHost: words[2])]
            case "at":
                options.connection.resolve = [
                    ResolveOverride(host: "api.test", addresses: words[2].split(separator: ",").map { String($0) })
                ]
            default: break
            }
            let exchange = await engine.send(RequestDraft(url: words[0], options: options))
            found.append("\(row) -> \(exchange.error?.category.rawValue ?? "sent")")
            #expect(exchange.hops.count == (exchange.isSuccess ? 1 : 0))
        }
        #expect(found.joined(separator: "\n") == Self.names.text)
        // Without the file every name is one of the network.
        configuration.hosts = HostsFile(path: folder.path + "/none")
        let without = await Engine(configuration: configuration).send(RequestDraft(url: "http://api.test/"))
        #expect(without.error?.category == .offline)
    }

    @Test func `a request that waits for a network is sent when there is one`() async throws {
        let network = ManualReachability(.offline)
        let engine = engine(network)
        let events = engine.events()
        async let sending = engine.send(
            RequestDraft(url: "http://missing.test/", options: options()))
        await waiting(events)
        network.change(to: .offline)
        network.change(to: .online)
        let exchange = await sending
        // It was sent; that the name does not exist is another matter.
        #expect(exchange.error?.category == .dns)
        #expect(exchange.hops.count == 1)
    }

    @Test func `the wait ends with the total limit`() async {
        let exchange = await engine(ManualReachability(.offline)).send(
            RequestDraft(url: "http://example.test/", options: options(total: .milliseconds(50))))
        #expect(exchange.error?.category == .timeout)
        #expect(exchange.error?.phase == .queue)
        #expect(exchange.error?.sentence.contains("example.test") == true)
        #expect(exchange.hops.isEmpty)
    }

    @Test func `the wait ends when it is cancelled`() async {
        let engine = engine(ManualReachability(.offline))
        let events = engine.events()
        let id = engine.makeID()
        async let sending = engine.send(RequestDraft(url: "http://example.test/", options: options()), id: id)
        await waiting(events)
        engine.cancel(id)
        #expect(await sending.error?.category == .cancelled)
    }

    @Test func `a stream waits as well`() async {
        let network = ManualReachability(.offline)
        let engine = engine(network)
        let events = engine.events()
        async let opening = engine.openStream(RequestDraft(url: "http://missing.test/", options: options()))
        await waiting(events)
        network.change(to: .online)
        guard case .failed(let exchange) = await opening else {
            Issue.record("there is no such host")
            return
        }
        #expect(exchange.error?.category == .dns)
    }

    @Test func `the kernel's own word is offline`() async {
        let exchange = await engine(ManualReachability(.online)).send(RequestDraft(url: Self.unroutable))
        #expect(exchange.error?.category == .offline)
        #expect(exchange.error?.phase == .connect)
        #expect(exchange.hops.count == 1)
    }

    @Test func `the kernel's own word is waited out, until a change`() async {
        let network = ManualReachability(.online)
        let engine = engine(network)
        let events = engine.events()
        let id = engine.makeID()
        async let sending = engine.send(RequestDraft(url: Self.unroutable, options: options()), id: id)
        // The first wait ends with the status unchanged.
        await waiting(events)
        await waiting(events)
        network.change(to: .online)
        await waiting(events)
        engine.cancel(id)
        let exchange = await sending
        #expect(exchange.error?.category == .cancelled)
        #expect(exchange.hops.map(\.cause) == [.first, .retry, .retry])
    }

    // MARK: Changes

    @Test func `a manual network informs every listener, now and later`() async {
        let network = ManualReachability(.offline)
        var first = network.changes().makeAsyncIterator()
        #expect(await first.next() == .offline)
        network.change(to: .online)
        #expect(await first.next() == .online)
        var second = network.changes().makeAsyncIterator()
        #expect(await second.next() == .online)
        network.change(to: .online)
        #expect(await first.next() == .online)
        #expect(await second.next() == .online)
    }

    @Test func `another kind of reachability is asked again and again`() async {
        final class Flipping: Reachability {
            let count = Mutex(0)
            var isOnline: Bool {
                count.withLock { count in
                    count += 1
                    return count > 1
                }
            }
        }
        var changes = Flipping().changes().makeAsyncIterator()
        #expect(await changes.next() == .offline)
        #expect(await changes.next() == .online)
    }

    /// A fake kernel that sends messages when the test wants it to.
    private final class Kernel: Sendable {
        let status = Mutex(NetworkStatus.offline)
        let ours: Int32
        let theirs: Int32

        init() {
            var ends: [Int32] = [-1, -1]
            // Child processes started meanwhile must not keep it open.
            socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends)
            (ours, theirs) = (ends[0], ends[1])
        }

        deinit { close(ours) }

        func speak(_ new: NetworkStatus) {
            status.withLock { $0 = new }
            _ = send(ours, [1, 2, 3] as [UInt8], 3, 0)
        }
    }

    @Test func `the kernel's word is passed on, and the thread ends with the last listener`() async {
        let kernel = Kernel()
        let theirs = kernel.theirs
        let (opened, tellOpened) = AsyncStream<Void>.makeStream()
        let network = InterfaceReachability(
            openSource: {
                tellOpened.yield()
                return theirs
            }, look: { kernel.status.withLock { $0 } })
        do {
            let changes = network.changes()
            var iterator = changes.makeAsyncIterator()
            #expect(await iterator.next() == .offline)
            for await _ in opened { break }
            kernel.speak(.online)
            while await iterator.next() != .online {}
            #expect(network.isOnline)
            kernel.speak(.offline)
            while await iterator.next() != .offline {}
            #expect(!network.isOnline)
        }
        // The thread closes its descriptor when it ends; writing then fails.
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        while send(kernel.ours, [1] as [UInt8], 1, flags) == 1 || errno == EAGAIN { await Task.yield() }
    }

    @Test func `where the kernel does not speak it is looked`() async {
        let looks = Mutex(0)
        let network = InterfaceReachability(
            openSource: { -1 },
            look: {
                looks.withLock { looks in
                    looks += 1
                    return looks > 2 ? .online : .offline
                }
            })
        for await status in network.changes() where status == .online { break }
        #expect(looks.withLock { $0 } > 2)
    }

    @Test func `this machine's network can be asked and listened to`() async {
        let network = InterfaceReachability()
        var changes = network.changes().makeAsyncIterator()
        #expect(await changes.next() == NetworkStatus(isOnline: network.isOnline))
    }
}
