import Base
import JSONPath
import NetEngine
import OpenAPI
import Testing

@testable import DescriptionDrafts

struct DescriptionDifferenceTests {
    private static let text = """
        openapi: 3.1.0
        info: {title: a, version: "1"}
        servers: [{url: "https://api.example.com"}]
        paths:
          /users/{id}:
            parameters:
              - {name: id, in: path, required: true, schema: {type: integer}}
            get:
              parameters:
                - {name: page, in: query, schema: {type: integer}}
                - {name: must, in: query, required: true, schema: {type: string}}
                - {name: rare, in: query, schema: {type: string}}
              responses:
                "200":
                  description: ok
                  content:
                    application/json:
                      schema: {$ref: "#/components/schemas/User"}
                4XX: {description: bad}
                "503": {description: later}
            delete: {responses: {"204": {description: gone}}}
        components:
          schemas:
            User:
              type: object
              required: [id, name]
              properties:
                id: {type: integer}
                name: {type: string}
                state: {type: string, enum: [open]}
                at: {type: string, format: date-time}
                never: {type: string}
                next: {anyOf: [{$ref: "#/components/schemas/User"}, {type: "null"}]}
        """

    private func difference(_ exchanges: [ObservedExchange], _ text: String = text) throws -> DescriptionDifference {
        let description = try Description.read(Array(text.utf8))
        return DescriptionDifference(of: draft(exchanges, following: description), from: description)
    }

    @Test func `each difference is a sentence with its place`() throws {
        let found = try difference([
            exchange(
                "/users/1?page=1&must=a&more=2", headers: [("X-Tenant", "a")],
                response: #"{"id":1,"name":null,"extra":1,"next":{"id":"x","name":"b","next":null}}"#),
            exchange("/users/ann?page=x", response: #"{"id":1,"state":"shut","at":"soon"}"#),
            exchange("/users/1?must=a", status: 404, response: "no", type: "text/plain"),
            exchange("/users/1?must=a", status: 500, answered: [("RateLimit", "1")]),
            exchange("POST", "/users/1", status: 201, body: "{}"), exchange("/shops"),
        ])
        #expect(
            found.text == """
                openapi:5:3: GET /shops: The operation is not described; 1 request was seen.
                openapi:6:5: POST /users/{id}: The operation is not described; 1 request was seen.
                openapi:7:54: GET /users/{id}: The path parameter 'id' is described as integer, and had other values.
                openapi:10:9: GET /users/{id}: The header parameter 'X-Tenant' is not described.
                openapi:10:9: GET /users/{id}: The query parameter 'more' is not described.
                openapi:10:43: GET /users/{id}: The query parameter 'page' is described as integer, and had other values.
                openapi:11:11: GET /users/{id}: The query parameter 'must' is required and was missing in 1 of 4 requests.
                openapi:12:11: GET /users/{id}: The query parameter 'rare' was not seen.
                openapi:14:9: GET /users/{id}: The status 500 is not described; 1 response had it.
                openapi:19:14: GET /users/{id}: Status 404: the media type 'text/plain' is not described.
                openapi:20:16: GET /users/{id}: The status '503' was not seen.
                openapi:21:13: DELETE /users/{id}: The operation was not seen.
                openapi:26:22: GET /users/{id}: Status 200: $.name is required and was missing in 1 of 2 objects.
                openapi:28:9: GET /users/{id}: Status 200: $.extra is not described; 1 object had it.
                openapi:28:20: GET /users/{id}: Status 200: $.next.id was string, and is described as integer.
                openapi:29:22: GET /users/{id}: Status 200: $.name was null, and is described as string.
                openapi:30:37: GET /users/{id}: Status 200: $.state was 'shut', which is not in its 'enum'.
                openapi:31:36: GET /users/{id}: Status 200: $.at had texts that are not of its format 'date-time'.
                openapi:32:16: GET /users/{id}: Status 200: $.never was not seen.

                """)
        #expect(!found.isEmpty)
        #expect(found.entries.contains { $0.pointer == "/components/schemas/User/properties/extra" })
        #expect(found.entries.contains { $0.pointer == "/paths/~1users~1{id}/get/responses/500" })
        #expect(try JSONTree.parse(found.json).childCount(0) == found.entries.count)
    }

    @Test(arguments: ["4XX", "4xx", "default"])
    func `a status is described by its range, in capital letters or not`(range: String) throws {
        let found = try difference(
            [exchange("/users/1?must=a", status: 404)], Self.text.replacing("4XX:", with: "\(range):"))
        #expect(!found.text.contains("404"), "\(found.text)")
    }

    @Test(arguments: [
        """
        {"swagger":"2.0","info":{"title":"a","version":"1"},"basePath":"/v1","paths":{"/a":{"post":{
        "consumes":["application/x-www-form-urlencoded"],"parameters":[
        {"name":"x","in":"formData","type":"string","required":true}],"responses":{"200":{"description":"ok"}}}}}}
        """,
        """
        {"openapi":"3.0.0","info":{"title":"a","version":"1"},"servers":[{"url":"/v1"}],"paths":{"/a":{"post":{
        "requestBody":{"content":{"application/x-www-form-urlencoded":{"schema":{"required":["x"],
        "properties":{"x":{"type":"string"}}}}}},"responses":{"200":{"description":"ok"}}}}}}
        """,
    ]) func `fields of forms are compared`(_ text: String) throws {
        let type = "application/x-www-form-urlencoded"
        let found = try difference(
            [exchange("POST", "/v1/a", body: "x=1", type: type), exchange("POST", "/v1/a", body: "y=1", type: type)],
            text)
        #expect(
            found.entries.map(\.text).sorted() == [
                "The request: the form's field 'x' is required and was missing in 1 of 2 forms.",
                "The request: the form's field 'y' is not described.",
            ])
    }

    @Test func `an API that is not described at all is listed by operation`() throws {
        let found = try difference([exchange("/shops/1"), exchange("POST", "/shops", status: 201)], Self.text)
        #expect(
            found.entries.filter { $0.kind == .operation }.map(\.pointer) == [
                "/paths/~1shops/post", "/paths/~1shops~1{shopId}/get",
            ])
        #expect(found.entries.filter { $0.kind == .notSeen }.count == 2)
    }

    @Test func `what is not listed is counted, and what is not compared is said`() throws {
        let root = try Description.read(Array(Self.text.utf8)).documents.root
        var list = DifferenceList()
        for number in 0..<DescriptionDifference.mostEntries { list.add(.header, "GET /a", "\(number)", at: root) }
        #expect(list.limits == [] && list.entries.count == DescriptionDifference.mostEntries)
        list.add(.header, "GET /b", "0", at: root)
        #expect(list.limits == ["There is 1 more difference."])
        list.add(.header, "GET /b", "1", at: root)
        list.steps = 0
        #expect(list.entries.count == DescriptionDifference.mostEntries)
        #expect(
            list.limits == [
                "There are 2 more differences.",
                "The schemas are too many to compare them all; the rest is not compared.",
            ])
    }

    @Test func `a draft does not differ from itself`() throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            let all = RandomExchanges.make(seed, count: 60)
            let text = String(decoding: draft(all).yaml, as: UTF8.self)
            let found = try difference(all, text)
            #expect(found.entries == [], "seed \(seed): \(found.text)")
        }
    }

    @Test(.enabled(if: WorkMeter.isCounting))
    func `cycles and very wide schemas end`() throws {
        let wide = (0..<3_000).map { _ in "{\"$ref\": \"#/components/schemas/A\"}" }.joined(separator: ",")
        let text = """
            {"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{"/a":{"get":{"responses":{"200":{"description":"",
            "content":{"application/json":{"schema":{"$ref":"#/components/schemas/A"}}}}}}}},
            "components":{"schemas":{"A":{"anyOf":[\(wide)],"properties":{"a":{"$ref":"#/components/schemas/A"}}}}}}
            """
        let body = String(repeating: "{\"a\":", count: 50) + "1" + String(repeating: "}", count: 50)
        let steps = try WorkMeter.steps { _ = try difference([exchange("/a", response: body)], text) }
        #expect(steps < 3_000_000)
    }
}
