import NetEngine
import TestSupport
import Testing

@testable import RequestExport

/// Requests for the tests that run what was exported: files as users have them, and odd ones.
enum RecordedSamples {
    struct Sample: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var text: String
        /// Values for what stays a variable.
        var variables: [String: String] = [:]
        /// HTTPie cannot send it.
        var isBeyondHTTPie = false

        init(_ name: String, _ text: String, variables: [String: String] = [:], isBeyondHTTPie: Bool = false) {
            testDescription = name
            self.text = text
            self.variables = variables
            self.isBeyondHTTPie = isBeyondHTTPie
        }
    }

    static let all: [Sample] = [
        Sample("nothing but a URL", "GET {{base}}/"),
        Sample("a query", "GET {{base}}/a%20b/c'd?x=1&y=%7B%7D&z=[1]{2}&e=$HOME`id`&u=é"),
        Sample("dot segments", "GET {{base}}/a/./b/../c"),
        Sample(
            "headers", "GET {{base}}/\nX-B: 1\nAccept: text/plain\nX-A: it's \"quoted\" $(id) `id` %s !x\nX-B: 2\nX-E:"),
        Sample(
            "values that look like items",
            "GET {{base}}/\nX-A: =1\nX-B: @file\nX-C: :=x\nX-D: a=b;c:d@e\nX-F: ==\nX-G: ;"),
        Sample("a backslash", "GET {{base}}/\nX-A: a\\b"),
        Sample("a backslash before a colon", "GET {{base}}/\nX-A: a\\:b", isBeyondHTTPie: true),
        Sample(
            "typed Host, User-Agent and Accept-Encoding",
            "GET {{base}}/\nHost: other.test\nUser-Agent: me/1\nAccept-Encoding: identity"),
        Sample("Basic", "GET {{base}}/\nAuthorization: Basic ada lovelace"),
        Sample(
            "Basic with a private password",
            "@password = p'w\"$x\nGET {{base}}/\nAuthorization: Basic ada {{password}}",
            variables: ["password": "p'w\"$x %s\\n"]),
        Sample(
            "a token and a private parameter",
            "@token = t-123\nGET {{base}}/?api_key={{token}}\nAuthorization: Bearer {{token}}",
            variables: ["token": "t.o-k_e~n=="]),
        Sample(
            "JSON",
            "POST {{base}}/x\nContent-Type: application/json\n\n{\n\t\"a\": \"it's é \u{1F600}\", \"b\": [1, 2]\n}"),
        Sample("a body without a type", "POST {{base}}/x\n\n@file=x"),
        Sample("a form", "POST {{base}}/x\nContent-Type: application/x-www-form-urlencoded\n\na=1\n&b=%20 c"),
        Sample(
            "a private value in JSON",
            "POST {{base}}/x\nContent-Type: application/json\n\n{\"password\": \"{{secretKey}}\", \"n\": 1}\n\n@secretKey = 1",
            variables: ["secretKey": "a%b$c"]),
        Sample(
            "a response in the body and the path",
            "### one\n# @name create\nPOST {{base}}/x\n\n###\nPUT {{base}}/x/{{create.response.body.$.id}}\nContent-Type: application/json\n\n{\"id\": {{create.response.body.$.id}}}",
            variables: ["create.response.body.$.id": "42"]),
        Sample(
            "PUT with odd characters",
            "PUT {{base}}/x\nContent-Type: text/plain\n\né\u{1F468}\u{200D}\u{1F469} \u{202E}x\u{1B}[0m"),
        Sample("GET with a body", "GET {{base}}/x\nContent-Type: text/plain\n\nq"),
        Sample("DELETE", "DELETE {{base}}/x"), Sample("OPTIONS", "OPTIONS {{base}}/x"),
        Sample("HEAD", "HEAD {{base}}/x"),
        Sample("POST without a body", "POST {{base}}/x"),
        Sample("a file", "POST {{base}}/x\nContent-Type: application/octet-stream\n\n< ./it's a file"),
        Sample(
            "a multipart form with a file",
            "POST {{base}}/x\nContent-Type: multipart/form-data; boundary=b\n\n--b\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\nContent-Type: text/plain\n\n< ./it's a file\n--b\nContent-Disposition: form-data; name=\"t\"\n\na 'text'\n--b--"
        ),
        Sample("GraphQL", "GRAPHQL {{base}}/graphql\n\nquery Q($id: Int) { item(id: $id) { name } }\n\n{\"id\": 1}"),
        Sample("no redirects", "# @no-redirect\nGET {{base}}/x"),
        Sample("timeouts", "# @timeout 5 s\n# @connection-timeout 1500 ms\nGET {{base}}/x"),
        Sample("a curl command", "curl {{base}}/x -d 'a=b' -H 'X-A: 1'"),
        Sample("a curl form", "curl {{base}}/x -F 'a=b' -F 'c=d;type=text/plain'"),
        Sample("HTTP/1.1", "GET {{base}}/x HTTP/1.1"),
    ]

    static let fileBytes: [UInt8] = Array("\u{0}\r\nin a file\n".utf8)

    // MARK: Made by chance

    /// A request with bytes of all kinds in its URL, headers and body.
    static func random(_ seed: UInt64, base: String) -> RequestDraft {
        var generator = SeededGenerator(seed: seed)
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
        func bytes(_ count: Int, _ allowed: (UInt8) -> Bool) -> [UInt8] {
            var made: [UInt8] = []
            while made.count < count {
                let byte =
                    Bool.random(using: &generator)
                    ? UInt8.random(in: .min ... .max, using: &generator)
                    : (Array("'\"\\$`%!@=:;&|<>(){}[]*?#~ ^-abc019\t\n\r".utf8).randomElement(using: &generator) ?? 0)
                if allowed(byte) { made.append(byte) }
            }
            return made
        }
        let path = PercentEncoding.component(String(decoding: bytes(number(0...12)) { $0 > 0 }, as: UTF8.self))
        let query = String(decoding: bytes(number(0...20)) { $0 > 0x20 && $0 < 0x7F && $0 != 0x23 }, as: UTF8.self)
        var draft = RequestDraft(
            method: ["GET", "POST", "PUT", "PATCH", "DELETE"].randomElement(using: &generator) ?? "GET",
            url: "\(base)/\(path)?\(query)")
        for place in 0..<number(0...5) {
            let value = bytes(number(0...20)) { $0 != 0 && $0 != 10 && $0 != 13 }
            draft.headers.append(
                HeaderField(
                    nameBytes: Array(
                        "X-\(place)\(["", "a", "!#$%&'*+.^_`|~"].randomElement(using: &generator) ?? "")".utf8),
                    valueBytes: trimmed(value)))
        }
        if draft.method != "GET", Bool.random(using: &generator) {
            draft.headers.append(HeaderField("Content-Type", "application/octet-stream"))
            draft.body = .bytes(bytes(number(0...60)) { _ in true })
        }
        draft.options.followRedirects = Bool.random(using: &generator)
        return draft
    }

    private static func trimmed(_ value: [UInt8]) -> [UInt8] {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        return Array(value.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
