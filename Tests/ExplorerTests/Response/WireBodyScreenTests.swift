import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI

/// The Raw tab shows what came over the connection.
@Suite struct WireBodyScreenTests {
    private func raw(_ response: Response) -> String {
        let exchange = ExchangeFixtures.exchange(1, draft: RequestDraft(url: "http://h/"), response: response)
        let lines = ExchangeLines.raw(exchange, ExchangeDocument(exchange), columns: 80)
        return (0..<lines.lineCount).map { line in
            lines.line(line, columns: 0..<80).spans.map(\.text.string).joined()
        }.joined(separator: "\n")
    }

    private func response(_ body: String, wire: [UInt8], total: Int? = nil, coded: Int, codings: [String]) -> Response {
        let kept = WireBody(bytes: wire, byteCount: total)
        return Response(
            status: 200, reason: [], httpVersion: .http1_1, headers: [], rawHead: Array("HTTP/1.1 200 OK\r\n\r\n".utf8),
            body: Array(body.utf8), wireBodyByteCount: coded, decodedCodings: codings, wireBody: kept, isComplete: true)
    }

    @Test func `chunk framing is text, with its line ends`() {
        let shown = raw(response("hello", wire: Array("5\r\nhello\r\n0\r\n\r\n".utf8), coded: 5, codings: []))
        let wire = ["-- Body as it came 10 B of chunk framing", "5\\x0D", "hello\\x0D", "0\\x0D", "\\x0D"]
        #expect(shown.contains(wire.joined(separator: "\n")), "\(shown)")
        #expect(shown.contains("-- Body 5 B\nhello"), "\(shown)")
    }

    @Test func `coded bytes are numbers, with what the coding saved`() {
        let shown = raw(
            response(
                String(repeating: "a", count: 310), wire: [0x1F, 0x8B, 8, 0], total: 20, coded: 20, codings: ["gzip"]))
        #expect(shown.contains("-- Body as it came gzip 20 B to 310 B, 15.5 times"), "\(shown)")
        #expect(shown.contains("1F 8B 08 00"))
        #expect(shown.contains("(16 B more came; the first part is kept)"))
    }

    @Test func `a body that came as it is stands there once`() {
        let shown = raw(response("hello", wire: Array("hello".utf8), coded: 5, codings: []))
        #expect(!shown.contains("Body as it came"))
    }
}
