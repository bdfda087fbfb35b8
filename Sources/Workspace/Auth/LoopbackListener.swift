import Base
import Glibc
import NetEngine

/// Waits on this machine for the redirect that ends a sign-in in the browser (RFC 8252 §7.3).
///
/// It answers every request with a page for the user and returns the target of the first one to the agreed path:
/// browsers request icons as well.
final class LoopbackListener: Sendable {
    /// `http://127.0.0.1:PORT/path`, as the authorization request contains it.
    let redirectURI: String
    private let path: String
    private let socket: Int32

    /// True if a redirect to that URL can be received here.
    static func serves(_ redirectURL: String) -> Bool {
        guard let url = try? HTTPURL.parse(redirectURL) else { return false }
        return url.scheme == .http && ["127.0.0.1", "localhost", "[::1]"].contains(url.host)
    }

    /// - Parameter redirectURL: `http` on this machine; nil means `http://127.0.0.1` on a free port.
    /// - Throws: what is wrong with the URL, or that the port is not available.
    init(redirectURL: String?) throws(CollectionError) {
        let text = redirectURL ?? "http://127.0.0.1/"
        guard let url = try? HTTPURL.parse(text), url.scheme == .http,
            ["127.0.0.1", "localhost", "[::1]"].contains(url.host)
        else {
            throw CollectionError(
                sentence:
                    "The redirect URL \(text) does not lead to this machine: write http://127.0.0.1:PORT/path, and register it with the server."
            )
        }
        // `localhost` is 127.0.0.1 in every browser that matters; ::1 is used only if written.
        let isIPv6 = url.host == "[::1]"
        let wanted = redirectURL == nil ? 0 : url.explicitPort ?? 80
        guard let (socket, port) = Self.listen(port: wanted, isIPv6: isIPv6) else {
            throw CollectionError(
                sentence:
                    "The port \(wanted) of the redirect URL is in use or not allowed: \(SystemError.clause(errno))."
            )
        }
        self.socket = socket
        path = url.path.isEmpty ? "/" : url.path
        redirectURI = redirectURL == nil ? "http://\(url.host):\(port)\(path)" : text
    }

    deinit { close(socket) }

    /// Waits for the redirect with the authorization response.
    /// - Parameters:
    ///   - isOver: called ten times a second; true stops the wait.
    ///   - words: the text of the page for a target; nil for one that is not part of a sign-in, which gets a 404 and is
    /// ignored.
    /// - Returns: the first target that `words` accepted; nil if the wait was stopped.
    func target(
        isOver: @escaping @Sendable () -> Bool, words: @escaping @Sendable (String) -> String?
    ) async -> String? {
        await withCheckedContinuation { continuation in
            // On a separate thread, because it blocks in `poll`.
            let isRunning = BackgroundThread.start { [self] in
                var found: String?
                while found == nil, !isOver() { found = nextTarget(isOver, words) }
                continuation.resume(returning: found)
            }
            if !isRunning { continuation.resume(returning: nil) }
        }
    }

    private func nextTarget(_ isOver: () -> Bool, _ words: (String) -> String?) -> String? {
        var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, 100) > 0 else { return nil }
        let peer = accept(socket, nil, nil)
        guard peer >= 0 else { return nil }
        defer { close(peer) }
        // A browser that opened a connection in advance must not block the one with the request.
        var limit = timeval(tv_sec: 0, tv_usec: 200_000)
        setsockopt(peer, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(peer, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        guard let target = Self.readTarget(peer, isOver) else { return nil }
        let answer = target.prefix { $0 != "?" } == path ? words(target) : nil
        let page =
            "<!DOCTYPE html><meta charset=utf-8><title>apitui</title><p>\(MarkupEncoding.text(answer ?? "Nothing is here."))\n"
        let head =
            "HTTP/1.1 \(answer == nil ? "404 Not Found" : "200 OK")\r\nContent-Type: text/html; charset=utf-8\r\n"
            + "Content-Length: \(page.utf8.count)\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer\r\n"
            + "X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
        let bytes = Array((head + page).utf8)
        _ = send(peer, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        return answer == nil ? nil : target
    }

    /// The target of `GET /path?query HTTP/1.1`, once the whole head is read; nil for anything else, for a head of more
    /// than 16 KiB, and for a client that takes longer than a second.
    private static func readTarget(_ peer: Int32, _ isOver: () -> Bool) -> String? {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        let end = ContinuousClock.now + .seconds(1)
        while bytes.count < 16 << 10, ContinuousClock.now < end, !isOver() {
            let count = recv(peer, &piece, piece.count, 0)
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            guard count > 0 else { return nil }
            bytes += piece[..<count]
            let isWhole = bytes.suffix(count + 3).containsEndOfHead
            // Read to the end, because closing earlier would reset the connection before the response arrives.
            guard isWhole, let lineEnd = bytes.firstIndex(of: Byte.carriageReturn) else { continue }
            let words = String(decoding: bytes[..<lineEnd], as: UTF8.self).split(separator: " ")
            guard words.count == 3, words[0] == "GET", words[2].hasPrefix("HTTP/1.") else { return nil }
            return String(words[1])
        }
        return nil
    }

    private static func listen(port: Int, isIPv6: Bool) -> (Int32, Int)? {
        let family = isIPv6 ? AF_INET6 : AF_INET
        let socket = Glibc.socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0, let port = UInt16(exactly: port) else { return nil }
        var one: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        var storage = sockaddr_storage()
        let isBound = withUnsafeMutablePointer(to: &storage) { storage in
            if isIPv6 {
                storage.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                    $0.pointee.sin6_family = sa_family_t(AF_INET6)
                    $0.pointee.sin6_port = port.bigEndian
                    $0.pointee.sin6_addr = in6addr_loopback
                }
            } else {
                storage.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    $0.pointee.sin_family = sa_family_t(AF_INET)
                    $0.pointee.sin_port = port.bigEndian
                    $0.pointee.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
                }
            }
            var length = socklen_t(isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size)
            return storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 && Glibc.listen(socket, 8) == 0 && getsockname(socket, $0, &length) == 0
            }
        }
        guard isBound else {
            let code = errno
            close(socket)
            errno = code
            return nil
        }
        let bound = withUnsafePointer(to: &storage) {
            // The port has the same offset in both address families.
            $0.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { UInt16(bigEndian: $0.pointee.sin_port) }
        }
        return (socket, Int(bound))
    }
}

extension ArraySlice<UInt8> {
    fileprivate var containsEndOfHead: Bool {
        indices.dropLast(3).contains {
            Array(self[$0..<$0 + 4]) == [Byte.carriageReturn, Byte.lineFeed, Byte.carriageReturn, Byte.lineFeed]
        }
    }
}
