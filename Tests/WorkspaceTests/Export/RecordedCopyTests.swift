import Base
import NetEngine
import TestSupport
import Testing

@testable import Workspace

/// The report, the wire text, the command and the archive of exchanges of many kinds, as they were recorded (`Recorded`).
@Suite struct RecordedCopyTests {
    private static let secret: HeaderFields = [
        HeaderField("Content-Type", "application/json"), HeaderField("Authorization", "Bearer s3cr3t-token"),
        HeaderField("Cookie", "sid=cookie-secret; theme=dark"), HeaderField("X-Plain", "a|b <i>"),
    ]

    private static func request(
        _ path: String, query: String? = nil, method: HTTPMethod = .post, body: RequestBody = .none
    ) -> PreparedRequest {
        PreparedRequest(
            method: method,
            url: HTTPURL(
                scheme: .https, userInfo: "user:url-secret", host: "api.example.com", explicitPort: nil, path: path,
                query: query), headers: secret, body: body, options: RequestOptions())
    }

    private static func hop(
        _ request: PreparedRequest, _ response: Response?, _ cause: Hop.Cause = .first, heldBack: [String] = []
    ) -> Hop {
        let lines = request.headers.map { "\($0.name): \($0.value)\r\n" }.joined()
        return Hop(
            cause: cause, request: request,
            sentHead: Array("\(request.method) \(request.url.path) HTTP/1.1\r\n\(lines)\r\n".utf8),
            sentBodyByteCount: 12,
            response: response, connection: ConnectionFacts(remoteAddress: "127.0.0.1", remotePort: 443),
            startOffset: .zero, timings: ExchangeFixtures.timings, heldBack: heldBack)
    }

    static func response(
        _ status: Int, _ type: String, _ body: [UInt8], _ more: [HeaderField] = [], isComplete: Bool = true,
        codings: [String] = []
    ) -> Response {
        ExchangeFixtures.response(
            status: status, reason: status == 204 ? "" : "Reason",
            headers: HeaderFields([HeaderField("Content-Type", type)] + more),
            body: body, wire: body.count / 2, codings: codings, isComplete: isComplete)
    }

    static var exchanges: [(name: String, exchange: Exchange)] {
        let json = Array(#"{"name": "tea", "password": "hidden-value", "ticks": "````"}"#.utf8)
        let moved = response(
            302, "text/html", Array("<a>".utf8),
            [
                HeaderField("Location", "/new?token=location-secret"),
                HeaderField("Set-Cookie", "sid=set-secret; Path=/; Secure; HttpOnly; Max-Age=60; SameSite=Lax"),
                HeaderField("Set-Cookie", "b=2; Expires=Wed, 21 Oct 2037 07:28:00 GMT; Domain=a.test"),
            ])
        func one(_ hops: [Hop], _ response: Response?, _ error: EngineError? = nil) -> Exchange {
            ExchangeFixtures.exchange(hops: hops, response: response, error: error)
        }
        let plain = response(200, "application/json; charset=utf-8", json)
        let binary = response(200, "image/png", [0x89, 0x50, 0, 0xFF], codings: ["gzip"])
        let cut = response(206, "text/plain", Array("half a te".utf8), isComplete: false)
        let latin = response(200, "text/plain; charset=iso-8859-1", [0xE4, 0xF6, 10])
        let untyped = ExchangeFixtures.response(status: 204, reason: "", headers: [:], body: [])
        let form = request(
            "/f", query: "q=green+tea&api_key=query-secret&x", body: .bytes(Array("a=1&password=p&b".utf8)))
        return [
            ("JSON", one([hop(request("/a", body: .bytes(json)), plain)], plain)),
            (
                "a redirect and a retry",
                one(
                    [
                        hop(form, moved),
                        hop(
                            request("/new", method: .get), response(503, "text/plain", []), .redirect(status: 302),
                            heldBack: ["Authorization", "Cookie"]),
                        hop(request("/new", method: .get), plain, .retry),
                    ], plain)
            ), ("binary", one([hop(request("/b", body: .bytes([0xFF, 0, 1])), binary)], binary)),
            ("cut", one([hop(request("/c", method: .get), cut)], cut, ExchangeFixtures.timeout)),
            ("Latin", one([hop(request("/l", method: .get), latin)], latin)),
            ("nothing came", one([hop(request("/n"), nil)], nil, ExchangeFixtures.timeout)),
            ("nothing was sent", one([], nil, ExchangeFixtures.timeout)),
            ("no content", one([hop(request("/e", method: .delete), untyped)], untyped)),
            (
                "from files",
                one(
                    [
                        hop(request("/u", body: .file(path: "/tmp/up.bin")), plain),
                        hop(
                            request("/p", body: .pieces([.bytes(Array("--X\r\n".utf8)), .file(path: "/tmp/part")])),
                            plain, .retry),
                    ],
                    plain)
            ),
        ]
    }

    @Test func `copies of exchanges are what was recorded`() throws {
        var parts: [(name: String, text: String)] = []
        for (name, exchange) in Self.exchanges {
            for showsSecrets in [false, true] {
                let copies = ExchangeCopies(exchange, showsSecrets: showsSecrets)
                var text = "URL \(copies.url)\nheaders \(copies.headerLines)\n"
                text += "curl \(copies.curlCommand() ?? "none")\n"
                text += "wire\n\(copies.wire)\nreport\n\(copies.report)"
                text = text.split(separator: "\n", omittingEmptySubsequences: false)
                    .map { Printed.escaped(String($0)) + "\n" }.joined()
                // With secrets only what differs matters.
                if !showsSecrets || parts.last?.text != text {
                    parts.append(("\(name)\(showsSecrets ? ", with secrets" : "")", text))
                }
            }
            let secrets = SentSecrets([exchange])
            var archive = HARDocument(page: .init(title: name, startedAt: ExchangeFixtures.start))
            let entries = String(decoding: archive.entries(of: exchange, secrets), as: UTF8.self)
            var short = HARDocument(omitsBodies: true)
            let bare = String(decoding: short.entries(of: exchange, secrets), as: UTF8.self)
            parts.append(("\(name), archive", entries.replacing(bytes: ",\"", with: ",\n\"")))
            parts.append(("\(name), archive without bodies", "\(bare.utf8.count) bytes\n"))
            let held = HeldBack.all(of: exchange, secrets)
            if !held.isEmpty { parts.append(("\(name), held back", Printed(held).text)) }
        }
        try Recorded.expect(parts, in: "copies")
    }

    @Test func `files of responses are what was recorded`() throws {
        var text = ""
        let paths = """
            a.json
            ./a.json
            sub/deep/a.tar.gz
            noextension
            .hidden
            sub/.hidden/a
            ../out.json
            /etc/out.json

            sub/
            .
            x.http
            x.rest
            http-client.env.json
            prod.env
            settings.json
            link.json
            linked/a.json
            inner/a.json
            taken/a.json
            taken
            \(String(repeating: "n", count: 256)).json
            \(String(repeating: "n", count: 256))/a.json
            """
        for path in paths.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            for overwrites in [false, true] {
                let folder = ScratchFolder()
                folder.write("taken", "kept")
                folder.folder("inside")
                folder.link("link.json", to: "/tmp/apitui-nowhere/x")
                folder.link("linked", to: "/tmp")
                folder.link("inner", to: "inside")
                let file = ResponseFile(path: path, overwrites: overwrites, folder: folder.path, root: folder.path)
                text += "'\(path)'\(overwrites ? ", overwriting" : ""):\n"
                for round in 1...2 {
                    switch file.write(ExchangeFixtures.response(body: Array("body \(round)".utf8))) {
                    case .success(let written):
                        let place = written.hiding(folder)
                        text +=
                            "  \(place) has \(folder.read(String(written.dropFirst(folder.path.count + 1))) ?? "-")\n"
                    case .failure(let error):
                        text += "  \(error.sentence.hiding(folder))\n"
                    }
                }
            }
        }
        let folder = ScratchFolder()
        let file = ResponseFile(path: "a", overwrites: true, folder: folder.path, root: folder.path)
        if case .failure(let error) = file.write(ExchangeFixtures.response(isComplete: false)) {
            text += error.sentence + "\n"
        }
        for path in ["/a/b.json", "/a/b", "/a/.b", "/a.b/c", "/a/b.tar.gz"] {
            text += "\(ResponseFile.numbered(path, 2))\n"
        }
        try Recorded.expect([("files", text)], in: "response-files")
    }
}
