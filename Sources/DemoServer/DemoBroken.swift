import FlyingSocks
import Foundation
import Glibc

/// A server that breaks HTTP on purpose: responses that no server library would send, written straight to the socket.
///
/// It sends one response per connection, chosen by the path, and then closes the connection.
enum DemoBroken {
    private enum Step: Sendable {
        case send([UInt8])
        case wait(milliseconds: Int)
        /// Close with a reset instead of a clean end.
        case reset
    }

    static func serve(_ connection: AsyncSocket) async {
        do {
            var head: [UInt8] = []
            while head.count < 65_536, !ends(head) {
                head += try await connection.read(atMost: 4096)
                // A TLS handshake record (RFC 8446 §5.1): the user wrote https by mistake.
                if head.first == 22 {
                    try await connection.write(Data("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))
                    return
                }
            }
            for step in steps(for: path(of: head)) {
                switch step {
                case .send(let bytes): try await connection.write(Data(bytes))
                case .wait(let milliseconds): try await Task.sleep(for: .milliseconds(milliseconds))
                case .reset: resetOnClose(connection)
                }
            }
        } catch {
            // The client left, or the server is being stopped; the connection is closed either way.
        }
    }

    /// Whether the head is complete, also if a body follows it.
    private static func ends(_ head: [UInt8]) -> Bool {
        let end = Array("\r\n\r\n".utf8)
        return head.indices.dropLast(3).contains { head[$0..<$0 + 4].elementsEqual(end) }
    }

    private static func path(of head: [UInt8]) -> String {
        let line = head.prefix { $0 != UInt8(ascii: "\r") }
        let parts = line.split(separator: UInt8(ascii: " "))
        guard parts.count >= 2 else { return "" }
        return String(decoding: parts[1].prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self)
    }

    /// A zero linger time makes `close` send RST instead of FIN (socket(7)).
    private static func resetOnClose(_ connection: AsyncSocket) {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            connection.socket.file.rawValue, SOL_SOCKET, SO_LINGER, &linger,
            socklen_t(MemoryLayout.size(ofValue: linger)))
    }

    // MARK: - Behaviours

    private static func text(_ text: String) -> Step { .send(Array(text.utf8)) }
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
    private static let halfBody = "{\"items\": [{\"id\": 1, \"name\": \"Green tea\"},\n"

    private static func steps(for path: String) -> [Step] {
        switch path {
        case "/close-before-head": []
        case "/reset-before-head": [.reset]
        case "/cut-head": [text("HTTP/1.1 200 OK\r\nContent-Ty")]
        case "/cut-body": [text("\(ok)Content-Length: 1000\r\n\r\n\(halfBody)")]
        case "/reset-body":
            [text("\(ok)Content-Length: 1000\r\n\r\n\(halfBody)"), .wait(milliseconds: 50), .reset]
        case "/cut-chunked":
            [
                text(
                    "\(ok)Transfer-Encoding: chunked\r\n\r\n\(String(halfBody.utf8.count, radix: 16))\r\n\(halfBody)\r\n1f4\r\nonly this"
                )
            ]
        case "/bad-chunk": [text("\(ok)Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nxyz\r\nworld\r\n0\r\n\r\n")]
        case "/bad-length": [text("\(ok)Content-Length: many\r\n\r\n{}")]
        case "/two-lengths": [text("\(ok)Content-Length: 2\r\nContent-Length: 5\r\n\r\n{}xyz")]
        case "/not-http": [text("220 mail.shop.example ESMTP ready\r\n")]
        case "/bad-status": [text("HTTP/1.1 99 Strange\r\nContent-Length: 0\r\n\r\n")]
        case "/early-hints":
            [
                text("HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n"), .wait(milliseconds: 100),
                text("\(ok)Content-Length: 16\r\nConnection: close\r\n\r\n{\"hinted\": true}"),
            ]
        case "/endless-head":
            [text("HTTP/1.1 200 OK\r\n")]
                + (0..<4096).map { text("X-Field-\($0): \(String(repeating: "x", count: 240))\r\n") }
        case "/silent": [.wait(milliseconds: 600_000)]
        case "/until-close":
            [
                text(
                    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nThe end of this body is the end of the connection.\n"
                )
            ]
        default:
            [
                text(
                    "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nContent-Length: 22\r\nConnection: close\r\n\r\nNo such broken route.\n"
                )
            ]
        }
    }
}
