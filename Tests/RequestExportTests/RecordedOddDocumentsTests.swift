import Base
import HTTPFormat
import NetEngine
import TestSupport
import Testing

@testable import RequestExport

/// Files of odd requests in folders, in the format of each other tool, as they were recorded (`Recorded`).
@Suite struct RecordedOddDocumentsTests {
    private static let secrets = #"""
        ### Query and headers
        GET {{base}}/q?api_key=abc&q=1&token={{secret}}&&off
            # &password=off
        X-Api-Key: abc
        # X-Api-Key: off
        # X-Token: {{secret}}
        Authorization: Bearer abc
        Cookie: session=abc
        ### Parameters that are off
        GET {{base}}/q
            ?a=1
            # &password=off
            # &b={{secret}}
            # &c=2
        ### A login in the URL
        GET http://u:p@a.test/x
        ### A login with a variable in the URL
        GET http://u:{{secret}}@a.test/x
        ### Basic, written out
        GET {{base}}/b
        Authorization: Basic user pw
        ### Digest with a variable
        GET {{base}}/d
        Authorization: Digest {{name}} {{secret}}
        ### AWS
        GET {{base}}/aws
        Authorization: AWS id secretkey region:r service:s token:t
        ### AWS with variables
        GET https://s3.eu-west-1.amazonaws.com/aws
        Authorization: AWS {{name}} {{secret}}
        ### AWS, a service alone
        GET {{base}}/aws
        Authorization: AWS id key service:s
        ### JSON
        POST {{base}}/j
        Content-Type: application/json

        {"password": "p", "token": "{{secret}}", "pin": {{number}}, "list": [{"secret": "s"}], "n": {{secret}}}
        ### Values within secrets
        POST {{base}}/j
        Content-Type: application/json

        {"password": "a{{secret}}b", "token": "{{secret}}{{name}}", "secret": ["{{secret}}", "x"], "pin": "{{name}}"}
        ### XML
        POST {{base}}/x
        Content-Type: application/xml

        <a><password>p</password><token>{{secret}}</token><pin>{{name}} and {{secret}}</pin></a>
        ### A text
        POST {{base}}/x
        Content-Type: text/plain

        password=p {{secret}}
        ### A form {{base}}/f
        Content-Type: application/x-www-form-urlencoded

        password=p&token={{secret}}&a=b+c&d&=e
        ### Parts
        POST {{base}}/m
        Content-Type: multipart/form-data; boundary=X

        --X
        Content-Disposition: form-data; name="password"

        p
        --X
        Content-Disposition: form-data; name="token"; filename="t"
        Content-Type: text/plain

        {{secret}}
        --X--
        ### A private server
        GET {{secretbase}}/x
        ### Shared and encoded
        GET {{base}}/{{%name}}/{{$shared number}}?x={{%secret}}
        ### A proxy with a login
        # @proxy http://u:p@p.test:1
        GET {{base}}/p
        """#

    private static let requests = #"""
        @v = 1
        # About `it`
        # second | line <b>
        ### 2 *stars* & |pipes| `ticks`
        # @name list-items
        # @timeout 1500 ms
        # @connection-timeout 50 ms
        # @cache no-store
        # @max-body 10MB
        # @expect json
        GET {{base}}/items/{{id}}/{{v}}?x={{$randomInt 5 6}}&y={{$random.integer(5,6)}} HTTP/1.1
        Accept: a|b
        Empty:
        ### 2 *stars* & |pipes| `ticks`
        # @prompt which Which
        # @description It takes a `number`
        DELETE {{base}}/items/{{which}} HTTP/2
        ### Versions
        GET {{base}}/v HTTP/1.0
        ### Prior
        GET {{base}}/v HTTP/2 (Prior Knowledge)
        ### The server
        OPTIONS *
        Host: a.test
        ### Spelling
        GET {{base}}/./a/../b%2f%2F%41/[x]?
        ### Tokens
        # @name me
        # @ref list-items
        GET {{base}}/me
        Authorization: Bearer {{$auth.token("shop")}}
        X: {{list-items.response.headers.X-Id}}
        ### Ticks
        # @assert status == 200
        # @assert body $.a == `x`
        POST {{base}}/t
        Content-Type: text/html

        <p>```</p>

        "quoted" \ 'it' $x \u{1}
        ### Control
        POST {{base}}/t
        Content-Type: text/plain
        X-Odd: a\b "c"
        X-End: end\

        tab	end
        ### Several files
        POST {{base}}/s

        < ./f.txt
        and
        < ./g.bin
        ### Bytes
        PUT {{base}}/s

        < ./g.bin
        ### No such file
        PUT {{base}}/s

        < ./none.txt
        ### Variables in a file
        PUT {{base}}/s

        <@ ./v.txt
        ### A loop over items
        # @loop for 3
        GET {{base}}/{{$index}}
        ### A curl form
        curl {{base}}/c -F 'a=b' -F 'f=@f.txt;type=text/csv' -m 2
        ### Class
        GET {{base}}/{{class}}/{{2fa}}/{{self}}
        ### Nothing to send
        POST {{base}}/n
        ### Trace
        TRACE {{base}}/n
        ###
        GET https://a.test:8443/untitled?a
        ###
        GET https://a.test/untitled
        ### Output
        # @note Really?
        # @no-proxy
        # @no-log
        # @no-auto-encoding
        GET {{base}}/o?a=b c

        >> out.json
        ### Set for later
        # @name setter
        GET {{base}}/set

        > {% client.global.set("later", response.body.x); %}
        ### Later
        GET {{base}}/{{later}}
        """#

    private static let paths = #"""
        ### All
        GET {{base}}/items
        ### One
        # @name one
        # @description The first
        GET {{base}}/items/{{id}}
        ### One more
        # @name one
        PUT {{base}}/items/{{id}}
        Content-Type: application/json

        {"a": [1, "x", null], "b": {{number}}, "c": {"d": true}}
        ### By number
        GET {{base}}/items/5
        ### By another number
        GET {{base}}/items/6/parts/{{id}}/{{id}}
        ### Many words
        # line 1
        # line 2
        # line 3
        # line 4
        # line 5
        # line 6
        # line 7
        # line 8
        # line 9
        # line 10
        # line 11
        # line 12
        # line 13
        # line 14
        # line 15
        # line 16
        # line 17
        # line 18
        # line 19
        # line 20
        # line 21
        GET {{base}}/words
        ### Elsewhere
        GET https://b.test/items?limit=10&tag=a&tag=b
        X-Trace: 1
        """#

    private static let connections = #"""
        ### A certificate
        GET https://a.test/x
        ### In the clear
        GET http://a.test/x
        ### By a proxy
        # @proxy socks5h://u:p@p.test:1080
        # @timeout 2 m
        POST https://a.test/x
        Content-Type: text/plain

        x
        ### No certificate
        # @no-client-cert
        # @no-reject-unauthorized
        GET https://a.test/x HTTP/2
        """#

    private static let environment = """
        {"dev": {"number": 5, "name": "two words", "base": "http://a.test", "id": 7, "class": "c", "2fa": "x"},
         "tls": {"$default_headers": {"X-Default": "d"},
                 "SSLConfiguration": {"clientCertificate": "c.pem", "clientCertificateKey": "k.pem"}},
         "p12": {"SSLConfiguration": {"clientCertificate": "c.p12", "certificatePassphrase": "pw", "verifyPeer": false}}}
        """

    @Test(arguments: ExportKind.allCases)
    func `odd requests in each kind of document are what was recorded`(kind: ExportKind) throws {
        let paths = ["a.http", "shop/secrets.http", "shop/deep/paths.http"]
        var exporting = try Exporting([
            paths[0]: Self.requests, paths[1]: Self.secrets, paths[2]: Self.paths,
            "f.txt": "a file\n", "v.txt": "v is {{v}}\n", "http-client.env.json": Self.environment,
            "tls.http": Self.connections, "c.pem": "", "k.pem": "", "c.p12": "",
            "http-client.private.env.json": #"{"dev": {"secret": "s3cr3t", "secretbase": "http://private.test"}}"#,
        ])
        try exporting.home.write([0xFF, 0, 10, 13], to: "g.bin")
        exporting.environment = "dev"
        exporting.isTrusted = true
        var parts: [(name: String, text: String)] = []
        for reveals in [false, true] {
            var (nodes, problems) = ([ExportNode](), [String]())
            for path in paths {
                let found = try exporting.items(path, kind, reveals: reveals, marks: TextMarks(salt: 7))
                ExportNode.add(found.items, path: path, to: &nodes)
                problems += found.problems
            }
            let shown = Self.text(nodes, kind, title: reveals ? nil : "Odd | `shop`", problems)
            parts.append((reveals ? "revealed" : "hidden", shown))
        }
        for environment in ["tls", "p12"] {
            exporting.environment = environment
            for reveals in [false, true] {
                let found = try exporting.items("tls.http", kind, reveals: reveals, marks: TextMarks(salt: 7))
                let shown = Self.text([.file(name: "tls", found.items)], kind, title: "TLS", found.problems)
                parts.append(("\(environment), \(reveals ? "revealed" : "hidden")", shown))
            }
        }
        parts = parts.map { ($0.name, $0.text.replacing(bytes: exporting.home.path, with: "HOME")) }
        try Recorded.expect(parts, in: "exports/odd-\(kind.rawValue)")
    }

    /// The document, what is lost, and what could not be exported.
    private static func text(
        _ nodes: [ExportNode], _ kind: ExportKind, title: String?, _ problems: [String]
    ) -> String {
        let document = ExportDocument(
            nodes, to: kind, title: title, name: "Odd | `shop`", now: Timestamp(microsecondsSince1970: 0))
        let losses = document.losses.map(\.sentence) + problems
        let text = String(decoding: document.bytes, as: UTF8.self)
        let whole = [text, "losses"] + losses + ["notes"] + document.notes + ["\(document.count)", ""]
        return whole.joined(separator: "\n")
    }
}
