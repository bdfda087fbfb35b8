import Base
import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat

/// The curl commands of many requests, as they were recorded (`Recorded`): a row has what differs from a plain GET.
@Suite struct RecordedCurlTests {
    private static let rows = #"""
        url http://a.test/
        url http://a.test/a b?c=d|header Accept: */*|header User-Agent: u
        url http://u:p@a.test:8080/x#f
        url http://a.test/./a/../b
        url http://a.test/.hidden
        url http://a.test/a?b=[1]
        url http://a.test/a?b={x}
        url http://a.test/it's?a=$x&b=`id`
        method HEAD
        method HEAD|body x
        method POST
        method POST|body x
        method GET|body x
        method PUT|body x|header Content-Type: text/plain
        method PURGE
        method X'Y
        header A: b|header a: c|header Empty: |header Tab: <TAB>
        header Host: a.test
        engine Host: a.test|engine Content-Length: 5|engine Transfer-Encoding: chunked|engine Accept: */*
        engine Content-Length: 0|method POST
        header Content-Length: 5|header Expect: 100-continue|file /a b
        header X: <ESC>
        header X: it's "x" \ %
        body <CR>
        body it's
        body <NUL>
        body -n
        body <TAB>a<LF>b
        body äö
        many 99999
        many 100000
        raw 1048575
        raw 1048576
        file /x
        pieces a|pieces @/f g|pieces <CR>b
        pieces
        follow no
        redirects 10
        redirects 0
        redirects 5|follow no
        decodes
        http 1.0
        http 1.1
        http 2
        url http://a.test/|http 2
        http pk
        url http://a.test/|http pk
        proxy http://p:3128
        proxy http://u:p%20w@p:3128|header Proxy-Authorization: x
        url http://a.test/|proxy http://p:3128|header Proxy-Authorization: x
        url http://a.test/|proxy http://u@p:3128|http pk
        hidden|url http://a.test/|proxy http://u@p:3128
        url http://a.test/|proxy https://p
        url http://a.test/|proxy https://p|insecure
        proxy socks5h://u:p@p:1080
        url http://a.test/|proxy socks4://p
        names-proxy
        names-proxy|proxy http://p:1
        insecure
        url http://a.test/|insecure|ca /x|tls1.3
        ca /a b.pem|capath /c
        tls1.3
        cert /a:b\c.pem|key /k.pem|pass p'w
        p12 /a.p12|pass
        pin sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=|pin AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
        unix /run/a b.sock
        unix @name
        ipv4
        ipv6
        resolve a.test:80:127.0.0.1,::1
        resolve *:*:::1
        connect a.test:80:b.test:81
        connect :::
        connect ::b.test:
        interface eth0|ports 1-2
        more --max-time 5|more -v
        hidden|header A: b|body x|proxy http://u:p@p:1|cert /c|pass s|url https://a.test/?k=v
        hidden|pieces a|pieces @f
        """#

    private struct Setup {
        var url = "https://a.test/"
        var method = "GET"
        var fields: [HeaderField] = []
        var body = RequestBody.none
        var pieces: [BodyPiece]?
        var options = RequestOptions(decodesContent: false)
        var proxy: ProxyServer?
        var namesProxy = false
        var isHidden = false
        var more: [String] = []
    }

    private static func bytes(_ text: String) -> [UInt8] {
        var text = text
        for (sign, meaning) in [("TAB", "\t"), ("CR", "\r"), ("LF", "\n"), ("ESC", "\u{1B}"), ("NUL", "\0")] {
            text = text.replacing(bytes: "<\(sign)>", with: meaning)
        }
        return Array(text.utf8)
    }

    private static func field(_ text: String, _ origin: HeaderField.Origin) -> HeaderField {
        let colon = text.firstIndex(of: ":") ?? text.endIndex
        return HeaderField(
            nameBytes: Array(text[..<colon].utf8), valueBytes: bytes(String(text[colon...].dropFirst(2))),
            origin: origin)
    }

    private static func take(_ part: String, _ setup: inout Setup) throws {
        let word = String(part.prefix { $0 != " " })
        let rest = String(part.dropFirst(word.count + 1))
        switch word {
        case "url": setup.url = rest
        case "method": setup.method = rest
        case "header": setup.fields.append(field(rest, .typed))
        case "engine": setup.fields.append(field(rest, .engine))
        case "body": setup.body = .bytes(bytes(rest))
        case "many": setup.body = .bytes([UInt8](repeating: 0x78, count: Int(rest) ?? 0))
        // Bytes that are no text are not looked through.
        case "raw": setup.body = .bytes([0xFF] + [UInt8](repeating: 0x78, count: (Int(rest) ?? 1) - 1))
        case "file": setup.body = .file(path: rest)
        case "pieces":
            let piece = rest.hasPrefix("@") ? BodyPiece.file(path: String(rest.dropFirst())) : .bytes(bytes(rest))
            setup.pieces = (setup.pieces ?? []) + (rest.isEmpty ? [] : [piece])
        case "follow": setup.options.followRedirects = false
        case "redirects": setup.options.maxRedirects = Int(rest) ?? 0
        case "decodes": setup.options.decodesContent = true
        case "http":
            setup.options.httpVersion =
                ["1.0": .http1_0, "1.1": .http1_1, "2": .http2][rest] ?? .http2PriorKnowledge
        case "proxy": setup.proxy = try ProxyServer(rest)
        case "names-proxy": setup.namesProxy = true
        case "insecure": setup.options.verifiesTLS = false
        case "ca": setup.options.caFile = rest
        case "capath": setup.options.tls.caDirectory = rest
        case "tls1.3": setup.options.tls.minimumVersion = .tls1_3
        case "cert": setup.options.tls.clientCertificate = ClientCertificate(file: rest, format: .pem)
        case "p12": setup.options.tls.clientCertificate = ClientCertificate(file: rest, format: .pkcs12)
        case "key": setup.options.tls.clientCertificate?.keyFile = rest
        case "pass": setup.options.tls.clientCertificate?.password = rest
        case "pin": setup.options.tls.pinnedKeys.append(try PublicKeyPin(rest))
        default: try takeConnection(word, rest, &setup)
        }
    }

    private static func takeConnection(_ word: String, _ rest: String, _ setup: inout Setup) throws {
        switch word {
        case "unix": setup.options.connection.unixSocket = rest
        case "ipv4": setup.options.connection.addressFamily = .ipv4
        case "ipv6": setup.options.connection.addressFamily = .ipv6
        case "resolve": setup.options.connection.resolve.append(try ResolveOverride(rest))
        case "connect": setup.options.connection.connectTo.append(try ConnectOverride(rest))
        case "interface": setup.options.connection.localAddress = rest
        case "ports": setup.options.connection.localPorts = 4000...4009
        case "more": setup.more.append(rest)
        case "hidden": setup.isHidden = true
        default: Issue.record("\(word) is nothing of a request")
        }
    }

    private static func command(_ row: String) throws -> String {
        var setup = Setup()
        for part in row.split(separator: "|") { try take(String(part), &setup) }
        if let pieces = setup.pieces { setup.body = .pieces(pieces) }
        let request = PreparedRequest(
            method: HTTPMethod(setup.method) ?? .get, url: try HTTPURL.parse(setup.url),
            headers: HeaderFields(setup.fields), body: setup.body, options: setup.options, proxy: setup.proxy)
        let disguise = CurlWriter.Disguise(
            url: { $0 + "&hidden" }, value: { Array("hidden \($0.name)".utf8) }, body: { _ in Array("hidden".utf8) },
            password: { "hidden \($0.count)" })
        let writer = CurlWriter(
            request, disguise: setup.isHidden ? disguise : CurlWriter.Disguise(),
            environmentNamesProxy: setup.namesProxy, moreOptions: setup.more)
        var text = writer.text
        if case .bytes(let bytes) = setup.body, bytes.count > 1000 {
            let count = bytes.count { $0 == 0x78 }
            text = text.replacing(bytes: String(repeating: "x", count: count), with: "(x \(count) times)")
        }
        return Printed.escaped(text).replacing(bytes: "\\n", with: "\n") + "\n"
    }

    @Test func `commands are what was recorded`() throws {
        let parts = Self.rows.split(separator: "\n").map { row in
            do { return (String(row), try Self.command(String(row))) } catch {
                return (String(row), "\((error as? EngineError)?.sentence ?? "\(error)")\n")
            }
        }
        try Recorded.expect(parts, in: "curl-commands")
    }
}
