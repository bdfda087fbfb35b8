import Foundation
import Glibc
import Synchronization

/// An HTTP/1 server on raw sockets, on 127.0.0.1 and a free port, that misbehaves exactly as specified.
///
/// Each connection has a thread, so a script may block. Nothing sleeps: a slow behaviour waits until the test calls
/// `release()`, or until the server stops.
public final class StubServer: Sendable {
    private struct State {
        var requests: [StubRequest] = []
        var requestCount = 0
        var connections = 0
        var peers: [String] = []
        var stopWaiters: [CheckedContinuation<Void, Never>] = []
        var hasClosedListener = false
        var waiters: [(count: Int, continuation: CheckedContinuation<[StubRequest], Never>)] = []
        var markWaiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var marks = 0
        var sockets: Set<Int32> = []
        var isStopped = false
    }

    public let port: Int
    private let listener: Int32
    private let behaviour: StubBehaviour
    private let keepsRequests: Bool
    private let gate = Gate()
    private let state = Mutex(State())

    /// - Parameter keepsRequests: false if there are so many that they would fill the memory; `received` then stays
    ///   empty.
    public init(_ behaviour: StubBehaviour, keepsRequests: Bool = true) throws {
        self.behaviour = behaviour
        self.keepsRequests = keepsRequests
        (listener, port) = try LoopbackSocket.listen()
        Thread.detachNewThread { [self] in acceptLoop() }
    }

    /// Listens on a port that is free for 127.0.0.1 at least.
    public init(_ behaviour: StubBehaviour, port: Int) throws {
        self.behaviour = behaviour
        keepsRequests = true
        (listener, self.port) = try LoopbackSocket.listen(port: port)
        Thread.detachNewThread { [self] in acceptLoop() }
    }

    /// Listens on a unix socket; a path that begins with `@` is a name in the abstract namespace.
    public init(_ behaviour: StubBehaviour, unixSocket path: String) throws {
        self.behaviour = behaviour
        keepsRequests = true
        listener = try LoopbackSocket.listen(unixSocket: path)
        port = 0
        Thread.detachNewThread { [self] in acceptLoop() }
    }

    /// Runs the body with a server, then stops the server.
    public static func with<Result>(
        _ behaviour: StubBehaviour, _ body: (StubServer) async throws -> Result
    ) async throws -> Result {
        let server = try StubServer(behaviour)
        defer { server.stop() }
        return try await body(server)
    }

    public var url: String { "http://127.0.0.1:\(port)" }

    /// Lets all waiting scripts continue.
    public func release() { gate.open() }

    /// The requests received so far, in order.
    public var received: [StubRequest] { state.withLock { $0.requests } }

    public var connectionCount: Int { state.withLock { $0.connections } }

    /// The addresses that connections came from, in order; empty strings for unix sockets.
    public var peers: [String] { state.withLock { $0.peers } }

    /// Returns as soon as nobody listens any more after `stop`.
    public func stopped() async {
        await withCheckedContinuation { continuation in
            let isClosed = state.withLock { state in
                if !state.hasClosedListener { state.stopWaiters.append(continuation) }
                return state.hasClosedListener
            }
            if isClosed { continuation.resume() }
        }
    }

    /// Returns as soon as this many requests were received; the suite's time limit is the deadline.
    public func requests(_ count: Int) async -> [StubRequest] {
        await withCheckedContinuation { continuation in
            let ready: [StubRequest]? = state.withLock { state in
                if state.requests.count >= count { return state.requests }
                state.waiters.append((count, continuation))
                return nil
            }
            if let ready { continuation.resume(returning: ready) }
        }
    }

    /// Returns as soon as scripts have passed `.mark`, or seen the client close in `.untilClosed`, this many times.
    public func marks(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.marks < count { state.markWaiters.append((count, continuation)) }
                return state.marks >= count
            }
            if isReady { continuation.resume() }
        }
    }

    public func stop() {
        gate.open()
        let sockets: Set<Int32>? = state.withLock { state in
            guard !state.isStopped else { return nil }
            state.isStopped = true
            // Under the lock, every socket in the set is open.
            for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
            return state.sockets
        }
        guard sockets != nil else { return }
        // Wakes `accept`, which then closes the listener.
        shutdown(listener, Int32(SHUT_RDWR))
    }

    // MARK: Threads

    private func closeListener() {
        close(listener)
        let waiters = state.withLock { state in
            state.hasClosedListener = true
            defer { state.stopWaiters = [] }
            return state.stopWaiters
        }
        for waiter in waiters { waiter.resume() }
    }

    private func acceptLoop() {
        defer { closeListener() }
        while true {
            let socket = accept(listener, nil, nil)
            if socket < 0 {
                if errno == EINTR || errno == ECONNABORTED { continue }
                return
            }
            // A child process must not keep the connection open.
            _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
            var one: Int32 = 1
            setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
            let index: Int? = state.withLock { state in
                guard !state.isStopped else { return nil }
                state.sockets.insert(socket)
                state.connections += 1
                state.peers.append(LoopbackSocket.peer(of: socket))
                return state.connections - 1
            }
            guard let index else {
                close(socket)
                return
            }
            Thread.detachNewThread { [self] in
                serve(socket, connection: index)
                state.withLock { state in
                    state.sockets.remove(socket)
                    close(socket)
                }
            }
        }
    }

    private func serve(_ socket: Int32, connection: Int) {
        guard run(behaviour.onAccept(connection), on: socket) else { return }
        var buffer: [UInt8] = []
        while let request = readRequest(socket, &buffer, connection: connection) {
            guard run(behaviour.answer(record(request)), on: socket) else { return }
        }
    }

    /// Returns false to end the connection.
    private func run(_ steps: [StubStep], on socket: Int32) -> Bool {
        for step in steps {
            switch step {
            case .send(let bytes):
                guard LoopbackSocket.sendAll(socket, bytes) else { return false }
            case .sendForever(let bytes):
                while LoopbackSocket.sendAll(socket, bytes) {}
                return false
            case .take(let count):
                guard LoopbackSocket.take(socket, count) else { return false }
            case .takeHTTP2Request:
                guard LoopbackSocket.takeHTTP2Request(socket) else { return false }
                noteMark()
            case .dripForever(let bytes):
                while bytes.allSatisfy({ LoopbackSocket.drip(socket, $0) }) {}
                return false
            case .waitForBytes:
                var byte: UInt8 = 0
                _ = recv(socket, &byte, 1, Int32(MSG_PEEK))
            case .waitForRelease:
                gate.wait()
            case .untilClosed:
                var byte: UInt8 = 0
                while recv(socket, &byte, 1, 0) > 0 {}
                noteMark()
                return false
            case .mark:
                noteMark()
            case .close:
                shutdown(socket, Int32(SHUT_RDWR))
                return false
            case .reset:
                LoopbackSocket.reset(socket)
                return false
            }
        }
        return true
    }

    private func noteMark() {
        let ready = state.withLock { state in
            state.marks += 1
            let count = state.marks
            let ready = state.markWaiters.filter { $0.count <= count }
            state.markWaiters.removeAll { $0.count <= count }
            return ready
        }
        for waiter in ready { waiter.continuation.resume() }
    }

    /// Numbers the request among all of this server and wakes the tests that wait for it.
    private func record(_ request: StubRequest) -> StubRequest {
        var numbered = request
        typealias Waiters = [(count: Int, continuation: CheckedContinuation<[StubRequest], Never>)]
        let (ready, all) = state.withLock { state -> (Waiters, [StubRequest]) in
            numbered.index = state.requestCount
            state.requestCount += 1
            guard keepsRequests else { return ([], []) }
            state.requests.append(numbered)
            let count = state.requests.count
            let ready = state.waiters.filter { $0.count <= count }
            state.waiters.removeAll { $0.count <= count }
            return (ready, state.requests)
        }
        for waiter in ready { waiter.continuation.resume(returning: all) }
        return numbered
    }

    /// Reads a request with its body by Content-Length, or up to the last chunk; nil if the peer closed.
    private func readRequest(_ socket: Int32, _ buffer: inout [UInt8], connection: Int) -> StubRequest? {
        let headEnd = Array("\r\n\r\n".utf8)
        var head: [UInt8]?
        while true {
            if head == nil, let end = buffer.firstIndex(of: headEnd) {
                head = Array(buffer[..<(end + 4)])
                buffer.removeFirst(end + 4)
            }
            if let head {
                let request = StubRequest(head: head, body: [], connection: connection)
                let isChunked = request.field("Transfer-Encoding")?.lowercased() == "chunked"
                let length = Int(request.field("Content-Length") ?? "") ?? 0
                let end = isChunked ? buffer.firstIndex(of: Array("0\r\n\r\n".utf8)).map { $0 + 5 } : length
                if let end, buffer.count >= end {
                    defer { buffer.removeFirst(end) }
                    return StubRequest(head: head, body: Array(buffer[..<end]), connection: connection)
                }
            }
            var piece = [UInt8](repeating: 0, count: 64 << 10)
            let count = recv(socket, &piece, piece.count, 0)
            guard count > 0 else { return nil }
            buffer += piece[..<count]
        }
    }
}

extension [UInt8] {
    fileprivate func firstIndex(of pattern: [UInt8]) -> Int? {
        guard count >= pattern.count else { return nil }
        return (0...(count - pattern.count)).first { self[$0..<($0 + pattern.count)].elementsEqual(pattern) }
    }
}

/// A request exactly as received.
public struct StubRequest: Sendable {
    public let head: [UInt8]
    /// Includes chunk framing.
    public let body: [UInt8]
    /// Counted from 0, in the order of acceptance.
    public let connection: Int
    /// Counted from 0, over all connections.
    public var index = 0

    init(head: [UInt8], body: [UInt8], connection: Int) {
        self.head = head
        self.body = body
        self.connection = connection
    }

    public var lines: [String] {
        String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
    }

    public var method: String { lines.first?.split(separator: " ").first.map(String.init) ?? "" }
    public var target: String { lines.first?.split(separator: " ").dropFirst().first.map(String.init) ?? "" }

    /// The value of the first field with that name.
    public func field(_ name: String) -> String? {
        for line in lines.dropFirst() where line.lowercased().hasPrefix(name.lowercased() + ":") {
            return line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
        }
        return nil
    }
}

/// Closed until it is opened, once.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }

    func wait() {
        semaphore.wait()
        semaphore.signal()
    }
}

/// Socket calls that are awkward in Swift.
enum LoopbackSocket {
    struct Failure: Error { let errno: Int32 }

    /// - Parameter backlog: nil holds the port without listening, so that connections are refused.
    static func listen(backlog: Int32? = 128, address: UInt32 = 0x7f00_0001, port: Int = 0) throws -> (Int32, Int) {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw Failure(errno: errno) }
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = address.bigEndian
        place.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                guard bind(socket, pointer, length) == 0 else { return errno }
                if let backlog, Glibc.listen(socket, backlog) != 0 { return errno }
                return getsockname(socket, pointer, &length) == 0 ? 0 : errno
            }
        }
        guard code == 0 else {
            close(socket)
            throw Failure(errno: code)
        }
        return (socket, Int(UInt16(bigEndian: place.sin_port)))
    }

    static func listen(unixSocket path: String) throws -> Int32 {
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw Failure(errno: errno) }
        var place = sockaddr_un()
        place.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(path.utf8)
        if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: bytes.prefix($0.count - 1)) }
        // The length of the address delimits an abstract name; a path ends with its NUL.
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + (bytes.first == 0 ? 0 : 1))
        let code = withUnsafePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 && Glibc.listen(socket, 128) == 0 ? 0 : errno
            }
        }
        guard code == 0 else {
            close(socket)
            throw Failure(errno: code)
        }
        return socket
    }

    /// The peer's IPv4 address, or an empty string.
    static func peer(of socket: Int32) -> String {
        var place = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(socket, $0, &length) }
        }
        guard code == 0, place.sin_family == sa_family_t(AF_INET) else { return "" }
        let number = UInt32(bigEndian: place.sin_addr.s_addr)
        return [24, 16, 8, 0].map { String(number >> $0 & 255) }.joined(separator: ".")
    }

    static func sendAll(_ socket: Int32, _ bytes: [UInt8]) -> Bool {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes {
                send(socket, $0.baseAddress.map { $0 + offset }, bytes.count - offset, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            offset += count
        }
        return true
    }

    /// Sends one byte and gives the peer a moment to close. Returns false if it has.
    static func drip(_ socket: Int32, _ byte: UInt8) -> Bool {
        var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return sendAll(socket, [byte]) && poll(&entry, 1, 1) == 0
    }

    /// Returns false if the peer closes before this many bytes arrived.
    static func take(_ socket: Int32, _ count: Int) -> Bool {
        var piece = [UInt8](repeating: 0, count: min(count, 64 << 10))
        var left = count
        while left > 0 {
            let taken = recv(socket, &piece, min(left, piece.count), 0)
            guard taken > 0 else { return false }
            left -= taken
        }
        return true
    }

    /// Reads HTTP/2 frames up to one that ends a stream of the client.
    static func takeHTTP2Request(_ socket: Int32) -> Bool {
        while let head = exactly(9, socket) {
            // The connection preface is not a frame: 24 bytes.
            if head[0] == UInt8(ascii: "P") {
                guard exactly(15, socket) != nil else { return false }
                continue
            }
            let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
            guard exactly(length, socket) != nil else { return false }
            if head[3] <= 1, head[4] & 1 != 0 { return true }
        }
        return false
    }

    /// nil if the peer closes first.
    private static func exactly(_ count: Int, _ socket: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16 << 10)
        while bytes.count < count {
            let taken = recv(socket, &piece, min(count - bytes.count, piece.count), 0)
            guard taken > 0 else { return nil }
            bytes += piece[..<taken]
        }
        return bytes
    }

    /// Makes the kernel send RST when the socket is closed.
    static func reset(_ socket: Int32) {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
}

/// A port where nobody listens, now or later in this process: it is held, so that no other test's server gets it.
public func closedPort() throws -> Int { try LoopbackSocket.listen(backlog: nil).1 }
