import Base
import NetEngine
import OpenAPI
import TestSupport
import Testing

@testable import Contract

/// Which operation each request belongs to, what was covered by all of them, and where links lead, as it was recorded (`Recorded`).
@Suite struct RecordedOperationMatchTests {
    private static let description = """
        openapi: 3.1.0
        info: {title: T, version: '1'}
        servers:
          - {url: 'https://a.example/v1'}
          - {url: 'http://{host}.b.example:{port}/{base}/', variables: {host: {default: x}, port: {default: '80'}, base: {default: api/v2, enum: [api/v2, api]}}}
          - {url: '//c.example'}
          - {url: 'rel/./up/../x'}
          - {url: 'https://user@[::1]:8443/p?q#f'}
          - {url: 'ftp://d.example'}
        paths:
          /: {get: {operationId: root}}
          /items: {get: {operationId: items, parameters: [{name: q, in: query, schema: {}}, {name: page, in: query, schema: {}}]}, post: {operationId: add}}
          /items/: {get: {operationId: slash}}
          '/items/{id}': {get: {operationId: item, parameters: [{name: id, in: path, required: true, schema: {}}]}, delete: {operationId: remove}}
          /items/new: {get: {operationId: newItem}}
          '/items/{id}/{part}': {get: {operationId: part}}
          '/items/new/{part}': {get: {operationId: newPart}}
          '/items/{id}/all': {get: {operationId: all}}
          '/{any}/new/all': {get: {operationId: any}}
          '/files/{name}.{ext}': {get: {operationId: file}}
          '/files/{name}.json': {get: {operationId: json}}
          '/files/v{a}-{b}': {get: {operationId: range}}
          '/x/{a}{b}': {get: {operationId: two}}
          '/same/{a}': {get: {operationId: sameA}}
          '/same/{b}': {get: {operationId: sameB}}
          /rpc?action=list: {post: {operationId: list}}
          /rpc?action=get#x: {post: {operationId: get}}
          /rpc?action={action}: {post: {operationId: open}}
          '/a b/ä/%7E': {get: {operationId: encoded}}
          /own: {servers: [{url: 'https://own.example'}], get: {operationId: own}, put: {operationId: ownPut, servers: [{url: /put}]}}
        webhooks: {hook: {post: {operationId: hook}}}
        """

    private static let requests = """
        GET https://a.example/v1
        GET https://a.example/v1/
        GET https://a.example/v1/items
        GET https://a.example/v1/items?q=1&page
        GET https://a.example:443/v1/items
        GET https://a.example:8443/v1/items
        GET http://a.example/v1/items
        GET https://A.EXAMPLE/v1/items
        GET https://a.example/V1/items
        GET https://a.example/v1/Items
        get https://a.example/v1/items
        PUT https://a.example/v1/items
        POST https://a.example/v1/items
        GET https://a.example/v1/items/
        GET https://a.example/v1//items
        GET https://a.example/v1/items/5
        GET https://a.example/v1/items/a%2Fb
        DELETE https://a.example/v1/items/new
        PATCH https://a.example/v1/items/new
        GET https://a.example/v1/items/new
        GET https://a.example/v1/items/n%65w
        GET https://a.example/v1/items/5/x
        GET https://a.example/v1/items/new/x
        GET https://a.example/v1/items/5/all
        GET https://a.example/v1/items/new/all
        GET https://a.example/v1/other/new/all
        GET https://a.example/v1/items/5/x/y
        GET https://a.example/v1/files/a.txt
        GET https://a.example/v1/files/a.json
        GET https://a.example/v1/files/a.b.json
        GET https://a.example/v1/files/.json
        GET https://a.example/v1/files/a.
        GET https://a.example/v1/files/v1-2
        GET https://a.example/v1/files/v1-2-3.x
        GET https://a.example/v1/x/a
        GET https://a.example/v1/x/ab
        GET https://a.example/v1/x/abc
        GET https://a.example/v1/same/1
        POST https://a.example/v1/rpc
        POST https://a.example/v1/rpc?action=list
        POST https://a.example/v1/rpc?x=1&action=get
        POST https://a.example/v1/rpc?action=other
        GET https://a.example/v1/a%20b/%C3%A4/~
        GET http://y.b.example/api/v2/items
        GET http://y.b.example:99/api/items
        GET http://y.z.b.example/api/items
        GET https://y.b.example/api/items
        GET http://b.example/api/items
        GET https://c.example/items
        GET http://c.example/items
        GET https://spec.example/docs/rel/x/items
        GET https://spec.example/rel/x/items
        GET https://[::1]:8443/p/items
        GET https://[::1]/p/items
        GET https://own.example/own
        GET https://a.example/v1/own
        PUT https://spec.example/put/own
        PUT https://own.example/own
        POST https://a.example/v1/hook
        GET https://nobody.example/items
        """

    @Test func `each request has the operation that was recorded`() throws {
        let api = try described(Self.description)
        let matchers = [
            ("no address", OperationMatcher(api)),
            ("an address", OperationMatcher(api, address: try HTTPURL.parse("https://spec.example/docs/api.yaml"))),
            ("a server", OperationMatcher(api, server: "https://a.example/v1")),
        ]
        var coverage = Coverage(api)
        var parts = try Recorded.parts(of: Self.requests) { line in
            let words = line.split(separator: " ").map(String.init)
            let url = try HTTPURL.parse(words[1])
            var found = AlikeTexts()
            for (name, matcher) in matchers {
                let match = matcher.match(words[0], url)
                var printed: String
                switch match {
                case .success(let match):
                    printed =
                        "\(match.entry.operationID ?? "-") of \(match.server) \(match.parameters.map { "\($0.name)=\($0.text)" })\n"
                    if let doubt = match.doubt { printed += "\(doubt)\n" }
                case .failure(let failure): printed = "\(failure.kind): \(failure.reason) \(failure.methods)\n"
                }
                found.add(name, printed)
                coverage.add(
                    ObservedExchange(
                        match, method: words[0], url: url, requestHeaders: [:], status: 200, responseHeaders: [:]))
            }
            return found.text
        }
        parts.append(("covered", coverage.result().lines().joined(separator: "\n")))
        parts.append(
            ("covered, with what is missing", coverage.result().lines(showsMissing: true).joined(separator: "\n")))
        parts.append(("covered, JSON", coverage.result().json.text))
        try Recorded.expect(parts, in: "contract-matches")
    }

    // MARK: links

    private static let linked = """
        openapi: 3.1.0
        info: {title: T, version: '1'}
        servers: [{url: 'https://a.example'}]
        paths:
          '/from/{key}':
            post:
              operationId: from
              parameters: [{name: key, in: path, required: true, schema: {}}]
              responses:
                '201':
                  description: made
                  links:
                    byID: {operationId: to, parameters: {id: '$response.body#/id', path.id: '$request.path.key', query.id: '$request.query.q', header.X: '$request.header.x-in', gone: 1}, description: By id}
                    byPointer: {operationRef: '#/paths/~1to~1%7Bid%7D/get', parameters: {id: 'a{$response.body#/id}b{$statusCode}c{$nothing}'}}
                    byFile: {operationRef: 'other.yaml#/paths/x'}
                    bySchema: {operationRef: '#/components/schemas/S'}
                    byNothing: {}
                    byUnknown: {operationId: nobody, parameters: {id: 1}}
                    withBody: {operationId: to, requestBody: {a: ['$response.body#/id'], b: null}}
                    withText: {operationId: to, requestBody: '$response.body'}
                    withServer: {operationId: to, server: {url: 'https://{h}.example', variables: {h: {default: b}}}}
                    badServer: {operationId: to, server: {url: 'ftp://x'}}
                    relative: {operationId: to, server: {url: '../v2'}}
                    wrong1: {operationId: to, parameters: {id: '$response.query.x'}}
                    wrong2: {operationId: to, parameters: {id: '$request.cookie.x'}}
                    wrong3: {operationId: to, parameters: {id: '$response.body#id'}}
                    wrong4: {operationId: to, parameters: {id: '$response.body#/list/2'}}
                    wrong5: {operationId: to, parameters: {id: '$response.body#/list/00'}}
                    wrong6: {operationId: to, parameters: {id: '$response.header.Gone'}}
                    wrong7: {operationId: to, parameters: {id: '$request.header.'}}
                    wrong8: {operationId: to, parameters: {id: '$request.path.gone'}}
                    wrong9: {operationId: to, parameters: {id: '$request.query.gone'}}
                    texts: {operationId: to, parameters: {id: '{$url} {$method} {$request.body#/a} {$response.body#/list} {$response.body#/nil} {{$method}', query.id: '$urls', header.X: '$response.header.Location'}}
                default: {description: other, links: {last: {operationId: to}}}
          '/to/{id}':
            get:
              operationId: to
              parameters: [{name: id, in: path, required: true, schema: {}}, {name: id, in: query, schema: {}}, {name: X, in: header, schema: {}}]
        components: {schemas: {S: {}}}
        """

    @Test func `links lead where was recorded`() throws {
        let api = try described(Self.linked)
        let url = try HTTPURL.parse("https://me:pw@a.example/from/k%20ey?q=a+b&q=2")
        let match = try OperationMatcher(api).match("POST", url).get()
        let answer = Array(#"{"id": 12345678901234567890, "list": [1, {"x": true}], "nil": null}"#.utf8)
        var parts: [(name: String, text: String)] = []
        for (name, sent, body, status) in [
            ("JSON", ContractBody.whole(Array(#"{"a": "b"}"#.utf8)), ContractBody.whole(answer), 201),
            ("text", .whole(Array("a".utf8)), .whole(Array("plain".utf8)), 201), ("nothing", .none, .none, 201),
            ("cut", .cut([]), .cut(answer), 201), ("another status", .none, .none, 500),
        ] {
            let exchange = LinkExchange(
                method: "POST", url: url, path: match.parameters,
                requestHeaders: [HeaderField("X-In", "1"), HeaderField("x-in", "2")], requestBody: sent, status: status,
                responseHeaders: ["Location": "/to/1"], responseBody: body)
            for address in [nil, try HTTPURL.parse("https://spec.example/docs/api.yaml")] {
                let text = Links.of(exchange, match.entry, in: api, from: address).map { link in
                    var text = "\(link.name) -> \(link.target?.operationID ?? "nowhere")"
                    text += "\(link.server.map { " at \($0)" } ?? "")\(link.text.map { ": \($0)" } ?? "")\n"
                    let values = link.values.parameters.map { "  \($0.location.rawValue) \($0.name) = \($1.text)\n" }
                    text += values.sorted().joined()
                    if let body = link.values.body { text += "  body \(body.text)\n" }
                    return text + link.problems.map { "  ! \($0)\n" }.joined()
                }.joined()
                // Only servers depend on the address.
                if address == nil || name == "JSON" {
                    parts.append(("\(name)\(address == nil ? "" : ", an address")", text))
                }
            }
        }
        try Recorded.expect(parts, in: "contract-links")
    }
}
