import Foundation
import Glibc
import Synchronization

/// A proxy on raw sockets, on 127.0.0.1 and a free port, that behaves exactly as specified. It never contacts another
/// machine: every target, by name or number, is the same port of 127.0.0.1.
public final class StubProxy: Sendable {
    /// The protocol it speaks and how it responds.
    public enum Behaviour: Sendable {
        /// HTTP: CONNECT tunnels, and forwarding of absolute-form requests.
        case http
        /// HTTP for clients with this `user:password` in Base64; others get 407.
        case basic(String)
        /// HTTP with Digest authentication: `answer` gets the fields of the request and decides whether they are
        /// accepted.
        case digest(@Sendable (_ method: String, _ target: String, _ authorization: String) -> Bool, challenge: String)
        /// Responds to every request with these bytes, then closes the connection.
        case answer(String)
        /// Reads the first bytes, then closes without a response.
        case closes
        /// Reads and never responds.
        case silent
        /// SOCKS 4, 4a and 5, as the client chooses; requires a login only if one is given.
        case socks(login: String? = nil)
        /// SOCKS that refuses every request with this reply code.
        case socksRefuses(UInt8)
    }

    private struct State {
        var seen: [String] = []
        var sockets: Set<Int32> = []
        var connections = 0
        var isStopped = false
    }

    public let port: Int
    private let listener: Int32
    private let behaviour: Behaviour
    private let state = Mutex(State())

    public init(_ behaviour: Behaviour = .http) throws {
        self.behaviour = behaviour
        (listener, port) = try LoopbackSocket.listen()
        Thread.detachNewThread { [self] in acceptLoop() }
    }

    public static func with<Result>(
        _ behaviour: Behaviour = .http, _ body: (StubProxy) async throws -> Result
    ) async throws -> Result {
        let proxy = try StubProxy(behaviour)
        defer { proxy.stop() }
        return try await body(proxy)
    }

    public var address: String { "127.0.0.1:\(port)" }
    /// The heads of HTTP requests, and lines such as `socks5 name example.test 80` for SOCKS, in order of arrival.
    public var seen: [String] { state.withLock { $0.seen } }
    public var connectionCount: Int { state.withLock { $0.connections } }

    public func stop() {
        state.withLock { state in
            guard !state.isStopped else { return }
            state.isStopped = true
            for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
            // Wakes `accept`, which then closes the listener.
            shutdown(listener, Int32(SHUT_RDWR))
        }
    }

    private func note(_ text: String) { state.withLock { $0.seen.append(text) } }

    /// False if the proxy has stopped in the meantime.
    private func hold(_ socket: Int32) -> Bool {
        state.withLock { state in
            guard !state.isStopped else { return false }
            state.sockets.insert(socket)
            return true
        }
    }

    private func drop(_ socket: Int32) {
        state.withLock { state in
            state.sockets.remove(socket)
            close(socket)
        }
    }

    private func acceptLoop() {
        defer { close(listener) }
        while true {
            let socket = accept(listener, nil, nil)
            if socket < 0 {
                if errno == EINTR || errno == ECONNABORTED { continue }
                return
            }
            _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
            guard hold(socket) else {
                close(socket)
                return
            }
            state.withLock { $0.connections += 1 }
            Thread.detachNewThread { [self] in
                var connection = ProxyConnection(socket: socket)
                switch behaviour {
                case .socks(let login): serveSOCKS(&connection, login: login, refusal: nil)
                case .socksRefuses(let code): serveSOCKS(&connection, login: nil, refusal: code)
                default: serveHTTP(&connection)
                }
                drop(socket)
            }
        }
    }

    // MARK: HTTP

    private func serveHTTP(_ connection: inout ProxyConnection) {
        while let head = connection.readHead() {
            note(head)
            let request = StubRequest(head: Array(head.utf8), body: [], connection: 0)
            switch behaviour {
            case .answer(let text):
                _ = connection.send(text)
                return
            case .closes: return
            case .silent:
                _ = connection.readToEnd()
                return
            default: break
            }
            if let challenge = refusal(of: request) {
                let length = Int(request.field("Content-Length") ?? "") ?? 0
                guard connection.read(length) != nil,
                    connection.send(
                        "HTTP/1.1 407 Login\r\nProxy-Authenticate: \(challenge)\r\nContent-Length: 5\r\n\r\nlogin")
                else { return }
                continue
            }
            if request.method == "CONNECT" {
                let port = Int(request.target.split(separator: ":").last ?? "") ?? 0
                guard let target = open(port) else {
                    _ = connection.send("HTTP/1.1 502 Bad\r\nContent-Length: 0\r\n\r\n")
                    return
                }
                guard connection.send("HTTP/1.1 200 OK\r\nX-Proxy: stub\r\n\r\n") else { return drop(target) }
                relay(connection, target)
                return
            }
            guard handOn(request, &connection) else { return }
        }
    }

    /// The challenge to respond with, or nil if the login is accepted.
    private func refusal(of request: StubRequest) -> String? {
        let login = request.field("Proxy-Authorization")
        switch behaviour {
        case .basic(let wanted): return login == "Basic \(wanted)" ? nil : "Basic realm=\"stub\""
        case .digest(let isGood, let challenge):
            return login.map { isGood(request.method, request.target, $0) } == true ? nil : challenge
        default: return nil
        }
    }

    /// Forwards one absolute-form request to its target and returns the whole response.
    private func handOn(_ request: StubRequest, _ connection: inout ProxyConnection) -> Bool {
        guard let url = URL(string: request.target), let target = open(url.port ?? 80) else {
            return connection.send("HTTP/1.1 502 Bad\r\nContent-Length: 0\r\n\r\n")
        }
        defer { drop(target) }
        let path = request.target.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).last.map {
            "/" + ($0.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first ?? "")
        }
        var lines = request.lines.filter { !$0.lowercased().hasPrefix("proxy-") }
        lines[0] = "\(request.method) \(path ?? "/") HTTP/1.1"
        lines.insert("Connection: close", at: 1)
        let length = Int(request.field("Content-Length") ?? "") ?? 0
        guard let body = connection.read(length),
            LoopbackSocket.sendAll(target, Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
        else { return false }
        // The stub servers keep their connections open, so the length of the response decides where it ends.
        var answer = ProxyConnection(socket: target)
        guard let head = answer.readHead() else { return false }
        let fields = StubRequest(head: Array(head.utf8), body: [], connection: 0)
        guard let back = answer.read(Int(fields.field("Content-Length") ?? "") ?? 0) else { return false }
        return connection.send(head) && LoopbackSocket.sendAll(connection.socket, back)
    }

    // MARK: SOCKS

    private func serveSOCKS(_ connection: inout ProxyConnection, login: String?, refusal: UInt8?) {
        guard let version = connection.read(1)?.first else { return }
        if version == 4 {
            serveSOCKS4(&connection, refusal)
        } else if version == 5 {
            serveSOCKS5(&connection, login, refusal)
        }
    }

    private func serveSOCKS4(_ connection: inout ProxyConnection, _ refusal: UInt8?) {
        guard let fixed = connection.read(7), let user = connection.readToZero() else { return }
        let port = Int(fixed[1]) << 8 | Int(fixed[2])
        var place = fixed[3...6].map(String.init).joined(separator: ".")
        if place.hasPrefix("0.0.0."), let name = connection.readToZero() { place = "name " + name }
        note("socks4 \(place) \(port)\(user.isEmpty ? "" : " user \(user)")")
        guard refusal == nil, let target = open(port) else {
            _ = connection.send([0, refusal ?? 91, 0, 0, 0, 0, 0, 0])
            return
        }
        guard connection.send([0, 90, 0, 0, 0, 0, 0, 0]) else { return drop(target) }
        relay(connection, target)
    }

    private func serveSOCKS5(_ connection: inout ProxyConnection, _ login: String?, _ refusal: UInt8?) {
        guard let count = connection.read(1)?.first, let methods = connection.read(Int(count)) else { return }
        let wanted: UInt8 = login == nil ? 0 : 2
        guard methods.contains(wanted) else {
            _ = connection.send([5, 255])
            return
        }
        guard connection.send([5, wanted]) else { return }
        if let login {
            // RFC 1929: version, then user and password, each preceded by its length.
            guard connection.read(1) != nil, let user = connection.readCounted(),
                let password = connection.readCounted(),
                connection.send([1, login == "\(user):\(password)" ? 0 : 1]), login == "\(user):\(password)"
            else { return }
        }
        guard let request = connection.read(4), let (place, port) = readPlace(request[3], &connection) else { return }
        note("socks5 \(place) \(port)")
        guard refusal == nil, let target = open(port) else {
            _ = connection.send([5, refusal ?? 5, 0, 1, 0, 0, 0, 0, 0, 0])
            return
        }
        guard connection.send([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]) else { return drop(target) }
        relay(connection, target)
    }

    private func readPlace(_ kind: UInt8, _ connection: inout ProxyConnection) -> (String, Int)? {
        let size: Int
        switch kind {
        case 1: size = 4
        case 3: size = connection.read(1).flatMap(\.first).map(Int.init) ?? 0
        default: size = 16
        }
        guard let bytes = connection.read(size), let port = connection.read(2) else { return nil }
        let place =
            kind == 3
            ? "name " + String(decoding: bytes, as: UTF8.self) : bytes.map(String.init).joined(separator: ".")
        return (place, Int(port[0]) << 8 | Int(port[1]))
    }

    // MARK: Bytes

    private func open(_ port: Int) -> Int32? {
        guard let socket = LoopbackSocket.connect(port: port) else { return nil }
        guard hold(socket) else {
            close(socket)
            return nil
        }
        return socket
    }

    /// Copies both ways until both sides have ended.
    private func relay(_ connection: ProxyConnection, _ target: Int32) {
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            Self.copy(from: target, to: connection.socket)
            ended.signal()
        }
        _ = LoopbackSocket.sendAll(target, connection.buffer)
        Self.copy(from: connection.socket, to: target)
        ended.wait()
        drop(target)
    }

    private static func copy(from source: Int32, to destination: Int32) {
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = recv(source, &piece, piece.count, 0)
            guard count > 0, LoopbackSocket.sendAll(destination, Array(piece[..<count])) else { break }
        }
        shutdown(destination, Int32(SHUT_WR))
        // A target that closed must not leave the client's half waiting, nor vice versa.
        shutdown(source, Int32(SHUT_RD))
    }
}

/// A connection that is read piece by piece.
private struct ProxyConnection {
    let socket: Int32
    private(set) var buffer: [UInt8] = []

    init(socket: Int32) { self.socket = socket }

    /// nil if the peer closed first.
    mutating func read(_ count: Int) -> [UInt8]? {
        while buffer.count < count { guard fill() else { return nil } }
        defer { buffer.removeFirst(count) }
        return Array(buffer[..<count])
    }

    mutating func readHead() -> String? {
        while true {
            if let end = String(decoding: buffer, as: UTF8.self).range(of: "\r\n\r\n") {
                let head = String(decoding: buffer, as: UTF8.self)[..<end.upperBound]
                buffer.removeFirst(head.utf8.count)
                return String(head)
            }
            guard fill() else { return nil }
        }
    }

    mutating func readToZero() -> String? {
        while true {
            if let zero = buffer.firstIndex(of: 0) {
                defer { buffer.removeFirst(zero + 1) }
                return String(decoding: buffer[..<zero], as: UTF8.self)
            }
            guard fill() else { return nil }
        }
    }

    mutating func readCounted() -> String? {
        guard let count = read(1)?.first, let bytes = read(Int(count)) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    mutating func readToEnd() -> Int {
        while fill() {}
        return buffer.count
    }

    func send(_ text: String) -> Bool { LoopbackSocket.sendAll(socket, Array(text.utf8)) }
    func send(_ bytes: [UInt8]) -> Bool { LoopbackSocket.sendAll(socket, bytes) }

    private mutating func fill() -> Bool {
        var piece = [UInt8](repeating: 0, count: 16 << 10)
        let count = recv(socket, &piece, piece.count, 0)
        guard count > 0 else { return false }
        buffer += piece[..<count]
        return true
    }
}

extension LoopbackSocket {
    /// nil if nobody listens there.
    static func connect(port: Int) -> Int32? {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return nil }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else {
            close(socket)
            return nil
        }
        return socket
    }
}
