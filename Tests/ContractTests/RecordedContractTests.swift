import Base
import Contract
import NetEngine
import OpenAPI
import TestSupport
import Testing

/// What is said of exchanges beside their description, as it was recorded (`Recorded`).
@Suite struct RecordedContractTests {
    private static let description = """
        openapi: 3.1.0
        info: {title: T, version: '1'}
        servers: [{url: 'https://a.example/v1'}, {url: '/v2'}]
        security: [{key: []}]
        paths:
          /items:
            get:
              operationId: list
              parameters:
                - {name: q, in: query, required: true, schema: {type: string, minLength: 2}}
                - {name: n, in: query, schema: {type: integer, maximum: 10}}
                - {name: tags, in: query, explode: false, schema: {type: array, items: {enum: [a, b]}, maxItems: 2}}
                - {name: f, in: query, style: deepObject, schema: {type: object, properties: {x: {type: boolean}}}}
                - {name: X-Id, in: header, required: true, schema: {type: string, format: uuid}}
                - {name: sid, in: cookie, schema: {type: string, pattern: '^s'}}
              responses:
                '200':
                  description: ok
                  headers: {X-Total: {required: true, schema: {type: integer}}, ETag: {schema: {type: string}}}
                  content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Item'}}}}
                4XX: {description: bad, content: {application/problem+json: {schema: {type: object, required: [type]}}}}
                default: {description: other}
            post:
              operationId: add
              requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}, application/xml: {}}}
              responses: {'201': {description: made, content: {application/json: {}, 'text/*': {schema: {type: string, maxLength: 3}}}}, '204': {description: none}}
          /items/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            get: {responses: {'200': {description: ok}}}
            put: {deprecated: true, security: [], requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, required: [a], properties: {a: {type: integer}}}}}}, responses: {'200': {description: ok}}}
          /items/new: {get: {responses: {'200': {description: ok}}}}
          /files/{name}.{ext}: {get: {parameters: [{name: name, in: path, required: true, schema: {type: string}}, {name: ext, in: path, required: true, schema: {enum: [txt]}}], responses: {'200': {description: ok}}}}
        components:
          securitySchemes: {key: {type: apiKey, in: query, name: token}}
          schemas:
            Item:
              type: object
              required: [id, name]
              additionalProperties: false
              properties: {id: {type: integer, readOnly: true}, name: {type: string}, secret: {type: string, writeOnly: true}, old: {deprecated: true}}
        """

    private struct Sample {
        var method: String
        var url: String
        var headers: HeaderFields = [:]
        var body: String?
        var status = 200
        var answered: HeaderFields = [:]
        var content: String?
    }

    private static let json: HeaderFields = ["Content-Type": "application/json"]

    private static let samples: [Sample] = [
        Sample(
            method: "GET", url: "https://a.example/v1/items?q=ab&token=t",
            headers: ["X-Id": "6ba7b810-9dad-11d1-80b4-00c04fd430c8"],
            answered: ["Content-Type": "application/json", "X-Total": "1"], content: #"[{"id":1,"name":"x"}]"#),
        Sample(
            method: "GET", url: "https://a.example/v1/items?q=a&n=11&tags=a,b,c&f[x]=1&z=1",
            headers: ["X-Id": "1", "Cookie": "sid=x"], answered: ["Content-Type": "application/json", "X-Total": "x"],
            content: #"[{"id":"1","nam":"x","secret":"s","old":1}]"#),
        Sample(method: "GET", url: "https://a.example/v1/items", answered: json, content: "["),
        Sample(
            method: "GET", url: "https://a.example/v1/items?q=ab&q=cd", status: 404,
            answered: ["Content-Type": "application/problem+json"], content: "{}"),
        Sample(method: "GET", url: "https://a.example/v1/items?q=ab", status: 500, answered: json, content: "{}"),
        Sample(
            method: "GET", url: "https://a.example/v1/items?q=ab", answered: ["Content-Type": "text/html"],
            content: "<p>"),
        Sample(method: "GET", url: "https://a.example/v1/items?q=ab", content: "x"),
        Sample(
            method: "POST", url: "https://a.example/v1/items?token=t", headers: json,
            body: #"{"id":1,"name":"x","secret":"s"}"#, status: 201, answered: ["Content-Type": "text/plain"],
            content: "four"),
        Sample(
            method: "POST", url: "https://a.example/v1/items", headers: json, body: #"{"name":5}"#, status: 204,
            content: "x"),
        Sample(method: "POST", url: "https://a.example/v1/items", status: 200, answered: json),
        Sample(
            method: "POST", url: "https://a.example/v1/items", headers: ["Content-Type": "text/csv"], body: "a",
            status: 204),
        Sample(method: "GET", url: "https://a.example/v1/items/5"),
        Sample(method: "GET", url: "https://a.example/v1/items/x"),
        Sample(method: "GET", url: "https://a.example/v1/items/new"),
        Sample(method: "GET", url: "https://a.example/v1/items/"),
        Sample(
            method: "PUT", url: "https://a.example/v1/items/5",
            headers: ["Content-Type": "application/x-www-form-urlencoded"], body: "a=x&b=1"),
        Sample(
            method: "PUT", url: "https://a.example/v2/items/5",
            headers: ["Content-Type": "application/x-www-form-urlencoded"], body: "a=1"),
        Sample(method: "DELETE", url: "https://a.example/v1/items/5"),
        Sample(method: "GET", url: "https://a.example/items"),
        Sample(method: "GET", url: "https://b.example/v1/items?q=ab"),
        Sample(method: "GET", url: "https://a.example/v1/files/a.txt"),
        Sample(method: "GET", url: "https://a.example/v1/files/a.b.pdf"),
        Sample(method: "get", url: "https://a.example/v1/nope"),
        Sample(method: "HEAD", url: "https://a.example/v1/items/5"),
        Sample(method: "OPTIONS", url: "https://a.example/v1/items"),
    ]

    @Test func `each exchange is judged as it was recorded`() throws {
        let api = try described(Self.description)
        let parts = try Self.samples.enumerated().map { number, sample -> (name: String, text: String) in
            let url = try HTTPURL.parse(sample.url)
            var text = ""
            switch OperationMatcher(api).match(sample.method, url) {
            case .failure(let failure): text = Printed(failure).text
            case .success(let match):
                let request = ContractCheck(api).checkRequest(
                    match.entry, path: match.parameters, url: url, headers: sample.headers,
                    body: sample.body.map { .whole(Array($0.utf8)) } ?? .none)
                let response = ContractCheck(api).check(
                    match.entry, status: sample.status, headers: sample.answered,
                    body: sample.content.map { .whole(Array($0.utf8)) } ?? .none, method: sample.method)
                text = "\(match.parameters)\nrequest\n\(Printed(request).text)response\n\(Printed(response).text)"
            }
            return ("\(number) \(sample.method) \(sample.url) \(sample.status)", text)
        }
        try Recorded.expect(parts, in: "contract")
    }
}
