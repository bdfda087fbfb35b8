import Base
import DescriptionDrafts
import JSONPath
import OpenAPI
import Testing

struct DraftDocumentTests {
    private let users = "/paths/~1users/get/responses/200/content/application~1json/schema"

    @Test func `what is not in all bodies is optional, and null is one of the types`() {
        let document = draft([
            exchange("/users", response: #"{"id":1,"name":"a","size":1,"tags":[]}"#),
            exchange("/users", response: #"{"id":2,"name":null,"size":1.5,"tags":[]}"#),
            exchange("/users", response: #"{"id":3,"name":"b","size":2,"tags":[],"extra":{"a":[1,"x"]}}"#),
        ])
        #expect(
            document.at(users)
                == #"{"type":"object","required":["id","name","size","tags"],"properties":{"id":{"type":"integer"},"name":{"type":["string","null"]},"size":{"type":"number"},"tags":{"type":"array","items":{}},"extra":{"type":"object","required":["a"],"properties":{"a":{"type":"array","items":{"type":["string","integer"]}}}}}}"#
        )
    }

    @Test func `a format is written only where all values agree`() {
        let document = draft([
            exchange(
                "/users", response: #"{"a":"2026-01-01T00:00:00Z","b":"2026-01-01","c":"a@b.example","d":"1.2.3.4"}"#),
            exchange("/users", response: #"{"a":"2026-01-02T00:00:00Z","b":"2026-01-02","c":"ann","d":"::1"}"#),
        ])
        #expect(document.at(users + "/properties/a") == #"{"type":"string","format":"date-time"}"#)
        #expect(document.at(users + "/properties/b") == #"{"type":"string","format":"date"}"#)
        #expect(document.at(users + "/properties/c") == #"{"type":"string"}"#)
        #expect(document.at(users + "/properties/d") == #"{"type":"string"}"#)
    }

    @Test func `an enum needs twenty samples, each word twice, and no secret name`() {
        func body(_ index: Int) -> String {
            #"{"state":"\#(["open", "closed"][index % 2])","token":"\#(["abc", "def"][index % 2])","rare":"\#(index == 7 ? "once" : "often")"}"#
        }
        let few = draft((0..<19).map { exchange("/users", response: body($0)) })
        let many = draft((0..<20).map { exchange("/users", response: body($0)) })
        #expect(few.at(users + "/properties/state") == #"{"type":"string"}"#)
        #expect(many.at(users + "/properties/state") == #"{"type":"string","enum":["closed","open"]}"#)
        #expect(many.at(users + "/properties/token") == #"{"type":"string"}"#)
        #expect(many.at(users + "/properties/rare") == #"{"type":"string"}"#)
    }

    @Test func `ids as names are additional properties`() {
        let document = draft([exchange("/users", response: #"{"17":{"a":1},"18":{"a":2,"b":3}}"#)])
        #expect(
            document.at(users)
                == #"{"type":"object","additionalProperties":{"type":"object","required":["a"],"properties":{"a":{"type":"integer"},"b":{"type":"integer"}}}}"#
        )
    }

    @Test func `equal objects in several places are one component`() {
        let user = #"{"id":1,"name":"a"}"#
        let document = draft([
            exchange("/users/1", response: user), exchange("/users", response: "[\(user)]"),
            exchange("/orders/1", response: #"{"owner":\#(user),"sum":1}"#),
        ])
        #expect(
            document.at("/components/schemas/User")
                == #"{"type":"object","required":["id","name"],"properties":{"id":{"type":"integer"},"name":{"type":"string"}}}"#
        )
        #expect(document.at(users) == ##"{"type":"array","items":{"$ref":"#/components/schemas/User"}}"##)
        #expect(
            document.at(
                "/paths/~1orders~1{orderId}/get/responses/200/content/application~1json/schema/properties/owner")
                == ##"{"$ref":"#/components/schemas/User"}"##)
    }

    @Test func `an object that a collection answers with is called a list, an item of a plain list is not`() {
        func components(_ body: String) -> String? {
            draft([exchange("/users", response: body), exchange("/users", status: 206, response: body)])
                .at("/components/schemas")
        }
        let schema =
            #"{"type":"object","required":["total","count"],"properties":{"total":{"type":"integer"},"count":{"type":"integer"}}}"#
        let body = #"{"total":1,"count":2}"#
        #expect(components(body) == #"{"UserList":\#(schema)}"#)
        #expect(components("[\(body)]") == #"{"User":\#(schema)}"#)
    }

    @Test func `operations have ids, tags, parameters and responses`() {
        let document = draft([
            exchange("/users?page=1&tag=a&tag=b", headers: [("X-Tenant", "7"), ("User-Agent", "x")]),
            exchange("/users?page=2", headers: [("x-tenant", "8"), ("accept", "x")]), exchange("/users?page=3"),
            exchange("/users?page=4&q=x"), exchange("POST", "/users", status: 201, body: "{}", response: "{}"),
            exchange("PUT", "/users/1", status: 404, body: "a=1", type: "application/x-www-form-urlencoded"),
            exchange("/users/1", answered: [("RateLimit", "5"), ("Date", "x")]),
        ])
        #expect(document.at("/paths/~1users/get/operationId") == #""listUsers""#)
        #expect(document.at("/paths/~1users/post/operationId") == #""createUser""#)
        #expect(document.at("/paths/~1users~1{userId}/put/operationId") == #""replaceUser""#)
        #expect(document.at("/paths/~1users~1{userId}/get/operationId") == #""getUser""#)
        #expect(document.at("/paths/~1users/get/tags") == #"["users"]"#)
        #expect(document.at("/tags") == #"[{"name":"users"}]"# && draft([exchange("/")]).at("/tags") == nil)
        #expect(
            document.at("/paths/~1users/get/parameters")
                == #"[{"name":"page","in":"query","required":true,"schema":{"type":"integer"}},{"name":"q","in":"query","schema":{"type":"string"}},{"name":"tag","in":"query","schema":{"type":"array","items":{"type":"string"}}},{"name":"X-Tenant","in":"header","schema":{"type":"integer"}}]"#
        )
        #expect(document.at("/paths/~1users/post/requestBody/required") == "true")
        #expect(document.at("/paths/~1users/post/responses/201/description") == #""Created""#)
        #expect(
            document.at("/paths/~1users~1{userId}/put/requestBody/content")
                == #"{"application/x-www-form-urlencoded":{"schema":{"type":"object","required":["a"],"properties":{"a":{"type":"integer"}}}}}"#
        )
        #expect(
            document.at("/paths/~1users~1{userId}/get/responses/200/headers")
                == #"{"RateLimit":{"schema":{"type":"integer"}}}"#)
        #expect(document.at("/info") == #"{"title":"api.example.com","version":"draft"}"#)
        #expect(document.notices.contains { $0.kind == .doubt && $0.text.hasPrefix("PUT /users/{userId}") })
    }

    @Test func `credentials are schemes, and their values are nowhere`() {
        let secret = "s3cr3tVALUE"
        let document = draft([
            exchange("/a", headers: [("Authorization", "Bearer \(secret)")]),
            exchange("/b", headers: [("authorization", "Basic \(secret)")]),
            exchange("/c?api_key=\(secret)&page_token=\(secret)"),
            exchange("/d", headers: [("X-Api-Key", secret), ("Cookie", "session=\(secret); theme=dark")]),
            exchange("/d", status: 401), exchange("/e"),
            exchange("/login", response: #"{"token":"\#(secret)","users":{"\#(secret)":1}}"#),
        ])
        let text = String(decoding: document.json, as: UTF8.self)
        #expect(document.at("/components/securitySchemes/bearerAuth") == #"{"type":"http","scheme":"bearer"}"#)
        #expect(document.at("/components/securitySchemes/basicAuth") == #"{"type":"http","scheme":"basic"}"#)
        #expect(
            document.at("/components/securitySchemes/apiKeyQuery")
                == #"{"type":"apiKey","name":"api_key","in":"query"}"#)
        #expect(document.at("/paths/~1d/get/security") == #"[{"sessionCookie":[],"xApiKey":[]}]"#)
        #expect(document.at("/paths/~1e/get/security") == nil)
        #expect(document.at("/paths/~1c/get/parameters/0/name") == #""page_token""#)
        #expect(!text.contains(secret) && !text.contains("dark"))
    }

    @Test func `a multipart form is an object of its parts`() {
        let body =
            "--XX\r\nContent-Disposition: form-data; name=\"age\"\r\n\r\n12\r\n--XX\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.bin\"\r\nContent-Type: image/png\r\n\r\nabc\r\n--XX--\r\n"
        let document = draft([
            exchange("POST", "/files", status: 201, body: body, type: "multipart/form-data; boundary=XX")
        ])
        #expect(
            document.at("/paths/~1files/post/requestBody/content/multipart~1form-data/schema")
                == #"{"type":"object","required":["age","f"],"properties":{"age":{"type":"integer"},"f":{"contentMediaType":"application/octet-stream"}}}"#
        )
    }

    @Test func `bodies that are cut or broken give notices and no schema`() {
        var cut = exchange("/users", response: #"{"a":1"#)
        cut.responseBodyIsCut = true
        let document = draft([cut, exchange("/users", response: "{")])
        #expect(document.at("/paths/~1users/get/responses/200/content") == #"{"application/json":{}}"#)
        #expect(document.notices.filter { $0.kind == .body }.count == 2)
    }

    @Test func `what a draft cannot describe is counted`() {
        let document = draft([
            exchange("PURGE", "/a"), exchange("GET", "http://"), exchange("/a", status: 999),
            exchange("/b", status: nil),
            exchange("OPTIONS", "/a", headers: [("Access-Control-Request-Method", "PUT")]),
            exchange("/" + String(repeating: "a/", count: 50)),
        ])
        #expect(document.notices.count { $0.kind == .leftOut } == 5)
        #expect(
            document.at("/paths/~1a/get/responses") == document.at("/paths/~1b/get/responses"),
            "a status that no description can have")
        #expect(
            document.at("/paths/~1b/get/responses")
                == #"{"default":{"description":"No response that can be described was seen."}}"#
        )
    }

    @Test func `an empty draft can be read`() {
        let document = draft([])
        #expect(document.description?.operations.isEmpty == true)
        #expect(document.notices.count == 1)
    }
}
