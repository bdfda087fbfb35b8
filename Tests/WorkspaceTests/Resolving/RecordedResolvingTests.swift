import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat
@testable import Workspace

/// What is made of saved requests before they are sent, with every sentence that refuses one, as it was recorded (`Recorded`).
@Suite struct RecordedResolvingTests {
    private final class Counter: Sendable {
        private let value = Atomic(0)
        func next() -> Int { value.add(1, ordering: .relaxed).newValue }
    }

    private static let environments = #"""
        {
          "$shared": {"envOnly": "shared", "needsMore": "a{{nope}}"},
          "dev": {
            "envOnly": "dev", "number": 5, "quote": "a\"b\\c\n", "crlf": "a\r\nb", "fileName": "f", "basicUser": "me",
            "forged": "--X\r\nb",
            "Security": {"Auth": {
              "shop": {
                "Type": "OAuth2", "Grant Type": "Client Credentials", "Token URL": "http://t.test/", "Client ID": "me", "Scope": null
              },
              "incomplete": {"Type": "OAuth2", "Grant Type": "Client Credentials", "Token URL": "{{nope}}", "Client ID": "me"}
            }}
          }
        }
        """#

    private static let requests = #"""
        @base = http://a.test
        @deep = {{base}}/v1
        @loop1 = {{loop2}}
        @loop2 = {{loop1}}
        @empty =
        @spaces =  a b
        ### plain
        GET {{base}}/x?q=1&r=a b#f
        A: {{envOnly}}
        ### nested
        GET {{deep}}/{{spaces}}/{{empty}}/
        ### loop
        GET {{base}}/{{loop1}}
        ### unknown
        GET {{base}}/{{bsae}}/{{nope}}
        X: {{other}}
        ### dynamic
        POST {{base}}/{{$uuid}}/{{$guid}}
        X-Time: {{$timestamp}} {{$timestamp -1 d}} {{$isoTimestamp}} {{$datetime iso8601}} {{$datetime rfc1123 1 h}} {{$datetime "YYYY-MM-DD"}} {{$localDatetime iso8601}}
        X-Number: {{$randomInt}} {{$randomInt 1 5}} {{$random.integer(1, 9)}} {{$random.alphabetic(3)}} {{$random.uuid}} {{$random.email}}
        X-Env: {{$processEnv HOME}} {{$processEnv EMPTY}} {{$env.HOME}}

        {{$base64 x}} {{$oauth x}}
        ### dynamic, wrong
        GET {{base}}/{{$nope}}/{{$randomInt 5 1}}/{{$timestamp x}}/{{$processEnv NOPE}}/{{$dotenv NOPE}}
        ### json
        # @timeout 5 s
        # @no-redirect
        # @retry 2
        # @cache no-store
        POST {{base}}/j
        Content-Type: application/json

        {"a": "{{spaces}}", "b": {{number}}, "c": "{{quote}}"}
        ### form
        POST {{base}}/f
        Content-Type: application/x-www-form-urlencoded

        a={{spaces}}&
        b=ä &c={{quote}}
        ### raw form
        # @no-auto-encoding
        POST {{base}}/f?a b
        Content-Type: application/x-www-form-urlencoded

        a=b c
        ### multipart
        POST {{base}}/m
        Content-Type: multipart/form-data; boundary=X

        --X
        Content-Disposition: form-data; name="a"

        {{spaces}}
        --X
        Content-Disposition: form-data; name="f"; filename="f.txt"

        < ./f.txt
        --X--
        ### file
        POST {{base}}/b

        < ./f.txt
        ### file with variables
        POST {{base}}/b

        <@ ./f.txt
        ### missing file
        POST {{base}}/b

        < ./nope.txt
        ### outside
        POST {{base}}/b

        < ../../etc/passwd
        ### GraphQL
        GRAPHQL {{base}}/g

        query Q($id: ID) { a(id: $id) }

        {"id": "{{spaces}}"}
        ### basic
        GET {{base}}/l
        Authorization: Basic user p w
        ### basic pair
        GET {{base}}/l
        Authorization: Basic user:pw
        ### digest
        GET {{base}}/l
        Authorization: Digest user pw
        ### bearer
        GET {{base}}/l
        Authorization: Bearer {{secret}}
        ### AWS
        GET {{base}}/l
        Authorization: AWS id key region:eu-west-1 service:s3
        ### host only
        GET /path?x=1
        Host: b.test:8080
        ### host with scheme
        GET /path
        Host: https://b.test
        ### no host
        GET /path
        ### no target
        GET {{empty}}
        ### bad URL
        GET http://a b.test/
        ### other scheme
        GET ftp://a.test/
        ### odd headers
        GET {{base}}/h
        A b: c
        D: {{crlf}}
        Content-Length: 5
        ### websocket
        WEBSOCKET ws://a.test
        ### prompt
        # @prompt user Who?
        # @secret pin
        GET {{base}}/{{user}}/{{pin}}
        ### chained
        # @ref plain
        GET {{base}}/{{plain.response.body.$.id}}
        ### chain without
        GET {{base}}/{{nobody.response.body.$.id}}
        ### disabled
        # @disabled
        GET {{base}}/d
        ### proxy
        # @proxy http://p.test:3128
        # @no-reject-unauthorized
        # @max-body 10MB
        # @connection-timeout 2 s
        # @no-cookie-jar
        # @no-log
        # @redact pin
        GET {{base}}/p
        ### curl
        curl -X PUT {{base}}/c -H 'A: {{spaces}}' -d 'x={{spaces}}'
        ### parameters
        GET {{base}}/q
            ?a={{spaces}}
            &b=1
            # &c=2
            &ä=ö
        ### unicode host
        GET http://münchen.example/ä
        ### fragments and dots
        GET http://a.test/a/../b/./c?x#y
        ### expect
        # @expect json
        # @envelope status=code data=result
        GET {{base}}/e
        ### http2
        GET {{base}}/v HTTP/2
        """#

    @Test func `each request becomes what was recorded`() throws {
        try Recorded.expect(parts(of: Self.requests), in: "resolving")
    }

    @Test func `each of more requests becomes what was recorded`() throws {
        try Recorded.expect(parts(of: Self.moreRequests), in: "resolving-more")
    }

    private func parts(of requests: String) -> [(name: String, text: String)] {
        let folder = ScratchFolder()
        folder.write("f.txt", "file {{spaces}}\n")
        folder.write("latin.txt", [0xE4, 10])
        folder.write("wide.txt", [0x61, 0, 0xE4, 0, 0x20])
        folder.write("q.graphql", "query A($n: Int) { a(n: $n) }\n")
        folder.folder("folder")
        folder.write("http-client.env.json", Self.environments)
        folder.write("http-client.private.env.json", #"{"dev": {"secret": "s3cr3t"}}"#)
        let environments = CollectionStore().environments(forFolder: folder.path, root: folder.path)
        let document = HTTPDocument(bytes: Array(requests.utf8))
        let file = CollectionFile(
            path: "\(folder.path)/a.http", relativePath: "a.http", document: document,
            stamp: FileStamp(bytes: document.bytes))
        var parts: [(name: String, text: String)] = []
        for (isTrusted, name) in [(true, "dev"), (false, "dev"), (true, nil)] as [(Bool, String?)] {
            for request in document.requests {
                let counter = Counter()
                let dynamic = DynamicSources(
                    uuid: { "uuid-\(counter.next())" }, now: { 1_732_184_100 }, randomInt: { $0.lowerBound + 1 },
                    processEnvironment: { ["HOME": "/home/me", "EMPTY": ""][$0] })
                let outcome = RequestResolver(dynamic: dynamic).resolve(
                    request, in: file,
                    context: RequestResolver.Context(
                        root: folder.path, environments: environments, environmentName: name, overrides: [:],
                        isTrusted: isTrusted))
                let text = Printed(outcome).text.hiding(folder)
                let title = "\(request.id), \(name ?? "no environment")\(isTrusted ? "" : ", not trusted")"
                // What trust and environments do not change is recorded once.
                if parts.contains(where: { $0.text == text }) { continue }
                parts.append((title, text))
            }
        }
        return parts
    }
}
