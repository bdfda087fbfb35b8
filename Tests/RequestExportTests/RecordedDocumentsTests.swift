import Base
import NetEngine
import TestSupport
import Testing

@testable import RequestExport

/// Requests in the format of each other tool, with what is lost, as they were recorded (`Recorded`).
@Suite struct RecordedDocumentsTests {
    private static let requests = #"""
        @base = http://a.test
        @name = two words
        ### Plain
        # @description Gets it.
        GET {{base}}/x?q=1&r={{name}}&r=2#f
        Accept: application/json
        # X-Off: 1
        X-Name: {{name}}
        ### Json
        # @tag smoke
        # @timeout 5 s
        # @assert status == 201
        POST {{base}}/j
        Content-Type: application/json

        {"name": "{{name}}", "n": {{number}}, "it's": "a\"b $x `y`"}
        ### Form
        POST {{base}}/f
        Content-Type: application/x-www-form-urlencoded

        a=b c&d={{name}}&e
        ### Multipart
        POST {{base}}/m
        Content-Type: multipart/form-data; boundary=X

        --X
        Content-Disposition: form-data; name="a"

        1
        --X
        Content-Disposition: form-data; name="f"; filename="f.txt"
        Content-Type: text/plain

        < ./f.txt
        --X--
        ### File
        PUT {{base}}/b
        Content-Type: application/octet-stream

        < ./f.txt
        ### GraphQL
        # @name gql
        GRAPHQL {{base}}/g

        query Q($id: ID!) { user(id: $id) { name } }

        {"id": 1}
        ### Basic
        GET {{base}}/l
        Authorization: Basic user {{secret}}
        ### Digest
        GET {{base}}/l
        Authorization: Digest user pw
        ### Bearer
        GET {{base}}/l
        Authorization: Bearer {{secret}}
        ### Options
        # @no-redirect
        # @no-reject-unauthorized
        # @proxy http://p.test:3128
        # @no-cookie-jar
        # @retry 2
        # @loop for 2
        # @sleep 5
        # @note Really?
        DELETE {{base}}/o/{{number}}
        Cookie: a=b; c=d
        ### Chained
        # @name login
        POST {{base}}/login
        Content-Type: text/plain

        line 1
        line 2
        ###
        # @ref login
        GET {{base}}/me
        Authorization: Bearer {{login.response.body.$.token}}
        ### Script
        GET {{base}}/s

        > {% client.test("ok", function () { client.assert(response.status === 200); }); client.global.set("t", response.body.t); %}
        ### Head
        HEAD {{base}}/h
        ### Odd
        PURGE {{base}}/ä?ü=ö
        X-Bytes: é
        ### XML
        POST {{base}}/xml
        Content-Type: application/xml

        <a>{{name}}</a>
        ### Disabled
        # @disabled
        GET {{base}}/d
        ### Unknown
        GET {{base}}/{{nope}}
        ### Socket
        WEBSOCKET ws://a.test
        """#

    @Test(arguments: ExportKind.allCases)
    func `each kind of document is what was recorded`(kind: ExportKind) throws {
        var exporting = try Exporting([
            "a.http": Self.requests, "f.txt": "a file\n",
            "http-client.env.json": #"{"dev": {"number": 5}}"#,
            "http-client.private.env.json": #"{"dev": {"secret": "s3cr3t"}}"#,
        ])
        exporting.environment = "dev"
        var parts: [(name: String, text: String)] = []
        for reveals in [false, true] {
            let result = try exporting.export(to: kind, title: "Shop", reveals: reveals)
            let text =
                (result.text + "\nlosses\n" + (result.losses + result.problems).joined(separator: "\n")
                + "\n\(result.count)\n")
                .replacing(bytes: exporting.home.path, with: "HOME")
            parts.append((reveals ? "revealed" : "hidden", text))
        }
        if kind == .openapi { parts.append(("JSON", try exporting.export(to: kind, asJSON: true).text)) }
        try Recorded.expect(parts, in: "exports/\(kind.rawValue)")
    }
}
