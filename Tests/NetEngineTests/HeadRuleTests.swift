import TestSupport
import Testing

@testable import NetEngine

/// Heads of responses and requests, line by line.
@Suite struct HeadRuleTests {
    private static func head(_ lines: [String], like model: [HeaderField] = []) -> HeadAssembler {
        var head = HeadAssembler(like: model)
        for line in lines { _ = Array(line.utf8).withUnsafeBytes { head.add($0) } }
        return head
    }

    /// Lines between bars, each ended by CRLF; then version, status, reason, fields and trailers.
    private static let heads: FilledTable = """
        HTTP/1.1 200 OK|A: b| -> 1.1 200 "OK" [A=b] []
        HTTP/1.0 404 Not  Found|| -> 1.0 404 "Not  Found" [] []
        HTTP/2 204 | -> 2 204 "" [] []
        HTTP/2.0 204| -> 2 204 "" [] []
        HTTP/3 204| -> 3 204 "" [] []
        HTTP/1.2 204 x| -> 1.1 204 "x" [] []
        HTTP/1.1 abc OK| -> 1.1 0 "OK" [] []
        HTTP/1.1 200| -> 1.1 200 "" [] []
        HTTP/1.1 200  OK| -> 1.1 200 " OK" [] []
        HTTP/1.1  200 OK| -> 1.1 0 "200 OK" [] []
        http/1.0 200 OK| -> 1.1 200 "OK" [] []
        HTTP/1.1| -> 1.1 0 "" [] []
        HTTP/1.1 200 OK|A:b|a:  c\t|B : d|| -> 1.1 200 "OK" [A=b,a=c,B =d] []
        HTTP/1.1 200 OK|A: b| c|\td | e|B: f| -> 1.1 200 "OK" [A=b c d e,B=f] []
        HTTP/1.1 200 OK| A: b| -> 1.1 200 "OK" [ A=b] []
        HTTP/1.1 200 OK|no colon| -> 1.1 200 "OK" [no colon=] []
        HTTP/1.1 200 OK|A: b:c| -> 1.1 200 "OK" [A=b:c] []
        HTTP/1.1 200 OK|A: b||T: 1|T: 2| 3| -> 1.1 200 "OK" [A=b] [T=1,T=2 3]
        HTTP/1.1 100 Continue|X: y||HTTP/1.1 103 Early||HTTP/1.1 200 OK|A: b| -> 1.1 200 "OK" [A=b] [] after 2
        HTTP/1.1 101 Switching|A: b| -> 1.1 101 "Switching" [A=b] []
        HTTP/1.1 199 x|A: b| -> 1.1 0 "" [] [] after 1
        """

    @Test func `a head is kept as it comes, interim heads and trailers apart`() {
        let text = Self.heads.filled { row in
            let lines = row.split(separator: "|", omittingEmptySubsequences: false).map { "\($0)\r\n" }
            let head = Self.head(lines)
            func words(_ fields: [HeaderField]) -> String {
                "[\(fields.map { "\($0.name)=\($0.value)" }.joined(separator: ","))]"
            }
            let interim = head.interimHeads.isEmpty ? "" : " after \(head.interimHeads.count)"
            let reason = String(decoding: head.reason, as: UTF8.self)
            return
                "\(head.version.rawValue) \(head.status) \"\(reason)\" \(words(head.fields)) \(words(head.trailers))\(interim)"
        }
        #expect(text == Self.heads.text)
    }

    @Test func `every byte of a head is counted and kept, whatever ends its lines`() {
        var head = Self.head(["HTTP/1.1 200 OK\n", "A: b\r\n"])
        #expect(!head.isFinal && head.byteCount == 22 && head.hasFields && head.hasStatusLine)
        head.adopt(Array("C: d\r\n\r\nbody".utf8))
        #expect(head.isFinal)
        #expect(String(decoding: head.raw, as: UTF8.self) == "HTTP/1.1 200 OK\nA: b\r\nC: d\r\n\r\n")
        #expect(head.fields.map(\.name) == ["A", "C"])
        var cut = Self.head(["HTTP/1.1 200 OK\r\n"])
        cut.adopt(Array("A: b\r\nhalf".utf8))
        #expect(String(decoding: cut.raw, as: UTF8.self) == "HTTP/1.1 200 OK\r\nA: b\r\nhalf" && !cut.isFinal)
        var none = HeadAssembler()
        none.adopt([65])
        #expect(none.raw.isEmpty && !none.hasStatusLine)
    }

    @Test func `a head that is like an earlier one is the same as without it`() {
        let lines = ["HTTP/1.1 200 OK\r\n", "A: b\r\n", "C: d\r\n", "\r\n"]
        let model = [HeaderField("A", "b"), HeaderField("C", "x")]
        #expect(Self.head(lines, like: model).fields == Self.head(lines).fields)
        #expect(Self.head(lines, like: model).lines("c").map(\.value) == ["d"])
        #expect(Self.head(lines).lines("E").isEmpty)
    }

    /// Fields between bars.
    private static let lengths: FilledTable = """
        A: b -> nil
        Content-Length: 5 -> 5
        Content-Length: 0005 -> 5
        content-length: 5|Content-Length: 5 -> 5
        Content-Length: 5, 5 -> 5
        Content-Length: 1000000000000000000 -> 1000000000000000000
        Content-Length: 00000000000000000005 -> 5
        Content-Length: 5 , 5 -> 5
        Content-Length: 5|Content-Length: 6 -> it has two Content-Lengths, 5 and 6
        Content-Length: 5, 6 -> it has two Content-Lengths, 5 and 6
        Content-Length: 5, -> its Content-Length "" is not a length
        Content-Length: +5 -> its Content-Length "+5" is not a length
        Content-Length: -> its Content-Length "" is not a length
        Content-Length: 999999999999999999 -> 999999999999999999
        Content-Length: 9223372036854775808 -> its Content-Length "9223372036854775808" is not a length
        Content-Length: 9223372036854775807 -> 9223372036854775807
        """

    @Test func `a length that contradicts itself is none`() {
        let text = Self.lengths.filled { row in
            let fields = row.split(separator: "|").map { "\($0)\r\n" }
            do throws(HeadFault) {
                return try Self.head(["HTTP/1.1 200 OK\r\n"] + fields).declaredLength().map { "\($0)" }
            } catch { return error.text }
        }
        #expect(text == Self.lengths.text)
    }

    private static let codings: FilledTable = """
        A: b -> nil
        Transfer-Encoding: chunked -> nil
        Transfer-Encoding: Chunked -> nil
        Transfer-Encoding: identity -> nil
        Transfer-Encoding: , -> nil
        Transfer-Encoding: chunked;q=1 -> the transfer coding "chunked;q=1" was not asked for
        Transfer-Encoding: , identity, chunked -> nil
        Transfer-Encoding: chunked, chunked -> it is chunked more than once
        Transfer-Encoding: chunked|transfer-encoding: chunked -> it is chunked more than once
        Transfer-Encoding: gzip, chunked -> the transfer coding "gzip" was not asked for
        Transfer-Encoding: chunked, GZIP -> the transfer coding "gzip" was not asked for
        """

    @Test func `chunked alone, and once, is the transfer coding that is read`() {
        let text = Self.codings.filled { row in
            let fields = row.split(separator: "|").map { "\($0)\r\n" }
            return Self.head(["HTTP/1.1 200 OK\r\n"] + fields).transferCodingFault
        }
        #expect(text == Self.codings.text)
    }

    @Test func `fields of the connection are not shown as sent in HTTP 2`() {
        let names: [(String, String)] = [
            ("Accept", "x"), ("Connection", "close"), ("Keep-Alive", "5"), ("Proxy-Connection", "close"),
            ("Transfer-Encoding", "chunked"), ("Upgrade", "h2c"), ("TE", "Trailers, gzip"), ("X", "y"),
        ]
        func sent(_ fields: [(String, String)]) -> String {
            let lines = ["GET / HTTP/2"] + fields.map { "\($0.0): \($0.1)" } + ["", ""]
            let head = Array(lines.joined(separator: "\r\n").utf8)
            let sent = HTTP2Head.sent(head, of: HeaderFields(fields.map { HeaderField($0.0, $0.1) }))
            return String(decoding: sent, as: UTF8.self)
        }
        #expect(sent(names) == "GET / HTTP/2\r\nAccept: x\r\nTE: trailers\r\nX: y\r\n\r\n")
        #expect(sent([("te", "gzip"), ("X", "y")]) == "GET / HTTP/2\r\nX: y\r\n\r\n")
        #expect(sent([("X", "connection: y")]) == "GET / HTTP/2\r\nX: connection: y\r\n\r\n")
    }

    @Test func `what was not told of a head is kept, unless it is not certain`() {
        var witness = HeadWitness()
        func keep(_ text: String, told: Int) { Array(text.utf8).withUnsafeBytes { witness.keep($0, told: told) } }
        witness.arrive(6)
        keep("abcdef", told: 4)
        #expect(String(decoding: witness.untold(after: 4), as: UTF8.self) == "ef")
        witness.arrive(2)
        keep("gh", told: 5)
        #expect(String(decoding: witness.untold(after: 5), as: UTF8.self) == "fgh")
        #expect(witness.untold(after: 8).isEmpty && witness.untold(after: 9).isEmpty && witness.byteCount == 8)
        witness.compare(with: 9)
        #expect(!witness.untold(after: 5).isEmpty, "the end counts as one")
        witness.compare(with: 10)
        #expect(witness.untold(after: 5).isEmpty)
        var ahead = HeadWitness()
        ahead.arrive(1)
        [UInt8(65)].withUnsafeBytes { ahead.keep($0, told: 2) }
        #expect(ahead.untold(after: 0).isEmpty)
    }

    private static let challenge = #"Digest realm="r", nonce="n", qop="auth""#

    @Test func `a proxy gets Basic at first, and Digest once it has asked`() throws {
        let logins = ProxyLogins()
        let proxy = try ProxyServer("http://u:p@h")
        func field(_ proxy: ProxyServer) -> String? { logins.field(for: proxy, method: "CONNECT", target: "t:443") }
        #expect(field(proxy) == "Basic dTpw")
        #expect(field(try ProxyServer("http://u@h")) == "Basic dTo=")
        #expect(field(try ProxyServer("socks5://u:p@h")) == nil)
        #expect(field(try ProxyServer("http://h")) == nil)
        #expect(logins.learn([Self.challenge], from: proxy, attempts: 0))
        #expect(field(proxy)?.contains("nc=00000001") == true)
        let second = try #require(field(proxy))
        #expect(second.hasPrefix(#"Digest username="u", realm="r", nonce="n", uri="t:443", response=""#))
        #expect(second.contains("nc=00000002"))
        #expect(field(try ProxyServer("http://u:other@h"))?.hasPrefix("Basic ") == true)
    }

    @Test(arguments: [("MD5-sess", true), ("SHA-256-sess", true), ("SHA-256", false)])
    func `a proxy whose key holds for a session gets the client nonce of its first request again`(
        _ algorithm: String, _ isKept: Bool
    ) throws {
        let logins = ProxyLogins()
        let proxy = try ProxyServer("http://u:p@h")
        func clientNonce() throws -> String {
            let field = try #require(logins.field(for: proxy, method: "CONNECT", target: "t:443"))
            let rest = try #require(field.split(separator: "cnonce=\"").last)
            return String(rest.prefix { $0 != "\"" })
        }
        let challenge = "\(Self.challenge), algorithm=\(algorithm)"
        var isLearned = logins.learn([challenge], from: proxy, attempts: 0)
        #expect(isLearned)
        let (first, second) = (try clientNonce(), try clientNonce())
        #expect(first.count == 32)
        #expect((first == second) == isKept)
        // With the next challenge the proxy makes another key.
        isLearned = logins.learn([challenge], from: proxy, attempts: 0)
        #expect(isLearned)
        let third = try clientNonce()
        #expect(third != first)
    }

    @Test func `a challenge of a proxy is answered twice at most, and again only for a stale nonce`() throws {
        func learns(_ challenges: [String], _ proxy: String = "http://u:p@h", attempts: Int = 0) throws -> Bool {
            ProxyLogins().learn(challenges, from: try ProxyServer(proxy), attempts: attempts)
        }
        let lists = [[Self.challenge], ["Basic realm=x", Self.challenge], [], ["Basic realm=x"]]
        #expect(try lists.map { try learns($0) } == [true, true, false, false])
        let others = ["http://h", "socks5://u:p@h"]
        #expect(try others.map { try learns([Self.challenge], $0) } == [false, false])
        #expect(try !learns([#"Digest realm="r", nonce="n", qop="auth-int""#]))
        #expect(try !learns([Self.challenge], attempts: 1))
        #expect(try learns([Self.challenge + ", stale=true"], attempts: 1))
        #expect(try !learns([Self.challenge + ", stale=true"], attempts: 2))
    }
}
