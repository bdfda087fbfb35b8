import Testing

@testable import HTTPFormat

/// Each notice of the parser appears where the description of the dialect says so, and nowhere else.
struct NoticeTests {
    @Test func `curl's word for an unchecked certificate is a comment, and the notice names the tag`() {
        let document = HTTPDocument(bytes: Array("# @insecure\nGET a.test\n".utf8))
        #expect(document.notices.map(\.text) == ["@insecure is a comment; did you mean @no-reject-unauthorized?"])
    }

    /// A text, and the expected notices as `id:line`.
    @Test(arguments: [
        ("GET http://a.test\n\n{}\n  ### x\nGET http://b.test\n", ["N1:4", "N12:4"]),
        ("GET http://a.test\n\n{}\n  ### x\nplain\n", ["N12:4"]),
        ("GET http://a.test\n\nGET http://b.test\n", ["N2:3"]),
        ("GET http://a.test\n\n{}\nGET http://b.test\n", ["N2:4"]),
        ("GET http://a.test\nContent-Type: message/http\n\n{}\nGET http://b.test\n", []),
        ("GET a.test\nA: b\n\nHTTP/2.0 200 OK\nA: b\n\n{}\nGET http://b.test\n", ["N2:8"]),
        ("HTTP/1.1 200 OK\n\nGET /b\nPOST {{b}}\nGET out\n###\nGET b.test\n", ["N2:3", "N2:4"]),
        ("POST a.test\nContent-Type: application/json\n\n{}\n\n@t = {{l.response.body.t}}\n", ["N18:6"]),
        ("POST a.test\nContent-Type: text/plain\n\nx\n\n@t = 1\n", []),
        ("POST a.test\nContent-Type: text/markdown\n\n# T\n### U\n", ["N3:5"]),
        ("POST a.test\nContent-Type: application/json\n\n{}\n### U\n", []),
        ("POST a.test\nContent-Type: text/markdown\n\n# T\n### --- U ---\n\n### V\nGET b.test\n", []),
        ("POST a.test\nContent-Type: text/markdown\n\n# T\n### U\nGET b.test\n", []),
        ("# @name a\nGET a.test\n###\n# @name a\nGET b.test\n", ["N4:5"]),
        ("### a\nGET a.test\n### a\nGET b.test\n", ["N4:4"]),
        ("GET a.test\n###\nGET a.test\n", []),
        ("# @timeout 5000\nGET a.test\n", ["N5:1"]), ("# @timeout 5000 ms\nGET a.test\n", []),
        ("GET a.test\n?? status == 200\n", ["N6:2"]), ("GET a.test\nX: y\n?? status == 200\n", []),
        ("POST a.test\nX: y\n{}\n", ["N7:3"]),
        ("GET a.test/{{a + b}}\n", ["N8:1"]), ("GET a.test/{{f()}}\nX: {{a ? 1 : 2}}\n", ["N8:1", "N8:2"]),
        ("GET a.test/{{a}}/{{$randomInt 1 5}}/{{%b}}/{{l.response.body.$.a[?(@.b==1)]}}\n", []),
        ("@a = 1\n@a = 2\nGET a.test\n", ["N9:2"]), ("@a = 1\n@a = 1\nGET a.test\n", []),
        ("@a = 1\n# @timeout 5000\nGET a.test\n###\n@a = 2\nGET b.test\n", ["N5:2", "N9:5"]),
        ("GET a.test\nX: y\n?? status EQUALS 200\n", ["N11:3"]), ("GET a.test\nX: y\n?? status>=200\n", ["N11:3"]),
        ("GET a.test\nX: y\n?? what is this\n", ["E6:3"]), ("# @assert response.ok\nGET a.test\n", ["N14:1"]),
        ("# @assert status == 200\nGET a.test\n", []),
        ("# @asert status == 200\nGET a.test\n# @tiemout 5\n// @No-Redirct\n", ["N14:1", "N14:3", "N14:4"]),
        ("# @return x\n# @see y\n# @author z\n# @nam = 1\nGET a.test\n", []),
        ("POST a.test\n\n{}\n// gone\n1\n", ["N12:4"]),
        ("GET a.test\n\n> {% x %}\n", ["N13:3"]), ("< ./a.js\nGET a.test\n", ["N13:1"]),
        ("{{\nx\n}}\nGET a.test\n", ["N13:2"]),
        (
            "# @jq .a\n# @auth x\n# @kulala-foo\n# @curl-silent\n# @env-stdin-cmd ls\nGET a.test\n",
            ["N14:1", "N14:2", "N14:3", "N14:4", "N14:5"]
        ),
        ("WEBSOCKET ws://a.test\n", ["N16:1"]), ("GRPC a.test/p.S/M\n", ["N16:1"]), ("SSE http://a.test\n", ["N16:1"]),
        ("KAFKA broker\n", ["N16:1"]), ("KAFKA broker:9092\n\n{}\n", ["N16:1"]), ("AMQP queue\n", ["N16:1"]),
        ("GET kafka://a.test\n", ["N16:1"]), ("KAFKAS broker\n", ["E1:1"]),
        ("MQTT a.test:1\n", ["N16:1"]), ("RSOCKET a.test:1\n", ["N16:1"]), ("mqtt://a.test\n", ["N16:1"]),
        ("@a = \"x\"\nGET a.test\n", ["N17:1"]), ("@a = 'x'\nGET a.test\n", ["N17:1"]),
        ("GET a.test\n\n@a = 1\n", ["N18:3"]), ("GET a.test\n@a = 1\n", ["N18:2"]),
        ("# @insecure\nGET a.test\n", ["N14:1"]), ("GET a.test HTTP/3\n", ["N14:1"]), ("GET a.test HTTP/1.1\n", []),
        ("GET a.test HTTP/2 (Prior Knowledge)\n", []),
        ("POST a.test\nContent-Type: multipart/form-data\n\n--x\nA: b\n\n1\n--x--\n", ["N14:4"]),
        ("POST a.test\nContent-Type: multipart/form-data; boundary=x\n\n--x\nA: b\n\n1\n--x--\n", []),
        ("POST a.test\nContent-Length: 5\n\nhello\n", ["N14:2"]),
        ("GET a.test\nA: b,\n  c\n", ["N14:3"]),
        ("run #login (@x=1)\nGET a.test\n", ["N14:1"]), ("### Shared\n@a = 1\nNOP\n", ["N14:3"]),
        ("# @script pre-request\n> x = 1\nGET a.test\n\n> y\n", ["N14:1", "N13:2", "N13:5"]),
        ("POST a.test\n\n> quoted words\n", []),
        ("GET a.test\nAuthorization: openid client_credentials shop\n", ["N21:2"]),
        ("GET a.test\nAuthorization: OAuth2 password\nA: b\n", ["N21:2"]),
        ("GET a.test\nAuthorization: oauth2\n", ["N21:2"]), ("GET a.test\nAuthorization: OAuth2 4f2a\n", []),
        ("GET a.test\nAuthorization: oauth2 shop token_exchange other\n", ["N21:2"]),
        ("GET a.test\nAuthorization: COGNITO ann secret eu-west-1 pool client\n", ["N21:2"]),
        ("GET a.test\nauthorization: aws cognito ann secret\n", ["N21:2"]),
        ("GET a.test\nAuthorization: Bearer $aadToken\n", ["N21:2"]),
        ("GET a.test\nX-ClientCert: cert: ./a.pem key: ./a.key passphrase: secret\n", ["N21:2"]),
        ("GET a.test\nX-ClientCert: pfx:./a.pfx\n", ["N21:2"]),
        ("GET a.test\nX-ClientCert: MIIBszCCAVk=\n", []), ("GET a.test\n# Authorization: openid code\n", []),
        ("GET a.test\nAuthorization: AWS id key\n", []), ("GET a.test\nX-Mode: openid code\n", []),
        ("GET a.test\nAuthorization: AWS id key word\n", ["N21:2"]),
        ("GET a.test\nAuthorization: aws id key Region:a zone:b\n", ["N21:2"]),
        ("GET a.test\nAuthorization: AWS id key TOKEN:t service:s region:r\n", []),
        ("GET a.test\nAuthorization: AWS {{ id }} {{ key }}\n", []),
        ("curl a.test -H 'Authorization: openid code'\n", ["N21:1"]),
        ("GET\n", ["E2:1"]), ("/* x\nGET a.test\n", ["E3:1"]), ("# @timeout soon\nGET a.test\n", ["E4:1"]),
        ("# @timeout 0\n# @connection-timeout 0 ms\n# @sleep 0\nGET a.test\n", ["E4:1", "E4:2"]),
        ("curl -m 0 --connect-timeout 0.0 a.test\n", ["N14:1", "N14:1"]), ("curl -m 1 a.test\n", []),
        ("# @max-body big\nGET a.test\n", ["E5:1"]), ("# @max-body 10 MB\nGET a.test\n", []),
        ("# @proxy\nGET a.test\n", ["E5:1"]), ("what is this\n", ["E1:1"]),
    ])
    func `each notice appears where it should`(text: String, notices: [String]) {
        let document = HTTPDocument(bytes: Array(text.utf8))
        #expect(document.notices.map { "\($0.id):\($0.line)" } == notices)
    }

    @Test func `a loop that is not one is told how one is written`() {
        let document = HTTPDocument(bytes: Array("# @loop 3\nGET a.test\n".utf8))
        #expect(
            document.notices.map(\.text) == ["This loop is not run; write \"for 3\" or \"for item of name\""])
    }

    @Test func `bytes that are not UTF-8 are reported with their line`() {
        let document = HTTPDocument(bytes: Array("GET a.test\n\nx\n".utf8) + [0xE9, 0x0A])
        #expect(document.notices.map { "\($0.id):\($0.line)" } == ["E10:4"])
    }

    // MARK: Notices of a request

    @Test func `stacked separators describe, and else the first comment does`() {
        let text =
            "### Create\n### Source: https://x.test\nGET a.test\n\n#####\n### 1. Login\n\n// Sends the form\n# twice\n\n# other\nGET b.test\n"
        let document = HTTPDocument(bytes: Array(text.utf8))
        #expect(document.requests.map(\.title) == ["Create", "1. Login"])
        #expect(document.requests.map(\.documentation) == ["Source: https://x.test", "Sends the form\ntwice"])
        let own = HTTPDocument(bytes: Array("### T\n# @description D\n# c\nGET a.test\n".utf8))
        #expect(own.requests.map(\.documentation) == ["D"])
    }

    @Test func `a title over nothing is a heading`() {
        let document = HTTPDocument(
            bytes: Array("### Users\n# all of them\n\n### List\nGET a.test\n\n###\n\n### Vars\n@a = 1\n".utf8))
        #expect(document.blocks.map(\.isHeading) == [true, false, false, false])
        #expect(document.blocks.map(\.title) == ["Users", "List", nil, "Vars"])
    }

    @Test func `a separator inside a multipart body ends the request`() {
        let text =
            "POST a.test/$batch\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: application/http\n\nGET /x HTTP/1.1\n\nHTTP/1.1 200 OK\n--b--\n### next\nGET b.test\n"
        let document = HTTPDocument(bytes: Array(text.utf8))
        #expect(document.requests.count == 2)
        #expect(document.requests.first?.body.text.hasSuffix("--b--") == true)
        #expect(document.requests.first?.body.text.contains("GET /x HTTP/1.1") == true)
    }
}
