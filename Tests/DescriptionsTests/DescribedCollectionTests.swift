import Base
import Contract
import HTTPFormat
import JSONPath
import NetEngine
import OpenAPI
import Testing

@testable import Descriptions

/// The description of a pet shop, with everything that a block can hold.
enum PetShop {
    static let text = #"""
        openapi: 3.1.0
        info: { title: Pets, version: "1" }
        servers:
          - url: https://{region}.example.com/v1/
            description: Production
            variables: { region: { default: eu, enum: [eu, us] } }
          - url: http://localhost:8080
        tags: [ { name: pets, description: All the pets }, { name: shop } ]
        security: [ { oauth: [read] } ]
        paths:
          /status:
            get: { summary: Is it up?, security: [], responses: { "200": { description: ok } } }
          /pets/{petId}:
            parameters:
              - { name: petId, in: path, required: true, schema: { type: integer, minimum: 1 } }
            get:
              operationId: getPet
              tags: [pets]
              summary: One pet
              parameters:
                - { name: limit, in: query, schema: { type: integer, maximum: 100, default: 20 } }
                - { name: fields, in: query, required: true, schema: { type: array, items: { enum: [name, age] } } }
                - { name: X-Trace, in: header, schema: { type: string, format: uuid } }
                - { name: seen, in: cookie, required: true, schema: { const: "yes" } }
              responses:
                "200":
                  description: The pet
                  content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
            put:
              operationId: pets.replace
              tags: [pets]
              security: [ { basic: [], key: [] } ]
              requestBody:
                content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
              responses: { "204": { description: done } }
          /orders:
            post:
              operationId: order
              tags: [shop]
              security: [ { tls: [] } ]
              servers: [ { url: "https://orders.example.com/{v}", variables: { v: { default: v2 } } } ]
              parameters:
                - { name: code, in: query, required: true, schema: { type: string, pattern: "^(?=x)y$" } }
              requestBody:
                required: true
                content:
                  application/x-www-form-urlencoded:
                    schema:
                      type: object
                      required: [name, note]
                      properties: { name: { const: "Ada & Co" }, note: { const: "{{x}}" } }
              responses: { "201": { description: done } }
          /photos:
            post:
              operationId: photo
              tags: [shop]
              requestBody:
                required: true
                content:
                  multipart/form-data:
                    schema:
                      type: object
                      required: [title, image]
                      properties:
                        title: { const: "Two\nlines" }
                        image: { type: string, format: binary }
              callbacks:
                done: { "{$request.query.url}": { post: { responses: { "200": { description: ok } } } } }
              responses: { "201": { description: done } }
        webhooks:
          newPet:
            post: { summary: A new pet, responses: { "200": { description: ok } } }
        components:
          schemas:
            Pet:
              type: object
              required: [name, note]
              properties:
                id: { type: integer, readOnly: true }
                name: { type: string, minLength: 2, example: Rex }
                note: { const: "{{{a}}" }
                friend: { $ref: "#/components/schemas/Pet" }
          securitySchemes:
            oauth:
              type: oauth2
              flows: { clientCredentials: { tokenUrl: "https://login.example.com/token", scopes: { read: a, write: b } } }
            basic: { type: http, scheme: basic }
            key: { type: apiKey, in: query, name: api_key }
            tls: { type: mutualTLS }
        """#

    static func collection(_ text: String = PetShop.text, address: String? = nil) throws -> DescribedCollection {
        let api = DescribedAPI(try Description.read(Array(text.utf8)))
        return DescribedCollection(
            api, fileName: "openapi.yaml", address: try address.map { try HTTPURL.parse($0) })
    }
}

func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }

@Suite struct DescribedCollectionTests {
    @Test func `the skeleton has one request for each operation, in the order of tags`() throws {
        let collection = try PetShop.collection()
        let document = HTTPDocument(bytes: collection.skeleton)
        #expect(document.notices.isEmpty)
        #expect(
            document.requests.dropLast().map(\.name) == [
                "getPet", "pets_replace", "order", "photo", "get_status", "post_newPet",
            ])
        #expect(
            document.requests.map(\.title) == [
                "One pet", "pets.replace", "order", "photo", "Is it up?", "A new pet",
                "POST done {$request.query.url}",
            ])
        #expect(document.requests[0].target == "{{server}}/pets/{{petId}}")
        #expect(document.requests[2].target == "{{server_2}}/orders")
        #expect(document.requests[5].settings.isDisabled)
        #expect(document.requests[6].settings.isDisabled && document.requests[6].target == "{{webhook_url}}")
        #expect(
            text(collection.skeletonBlock(of: 0)) == """
                ### One pet
                # @name getPet
                # @openapi ./openapi.yaml#getPet
                GET {{server}}/pets/{{petId}}


                """)
        #expect(text(collection.skeletonBlock(of: 4)).contains("# @openapi ./openapi.yaml#/paths/~1status/get\n"))
        #expect(collection.groups.map(\.name) == ["pets", "shop", "Other", "Webhooks", "Callbacks"])
        #expect(collection.groups.map(\.operations) == [0..<2, 2..<4, 4..<5, 5..<6, 6..<7])
        #expect(collection.groups[0].text == "All the pets")
    }

    @Test func `a callback to which several operations refer is listed once, and callbacks of callbacks are not`()
        throws
    {
        let collection = try PetShop.collection(
            """
            openapi: 3.1.0
            paths:
              /a: { post: { callbacks: { x: { $ref: '#/components/callbacks/C' } }, responses: {} } }
              /b: { post: { callbacks: { y: { $ref: '#/components/callbacks/C' }, z: { $ref: '#/nowhere' } }, responses: {} } }
            components:
              callbacks:
                C:
                  '{$url}/done':
                    put: { operationId: done, callbacks: { again: { $ref: '#/components/callbacks/C' } }, responses: {} }
            """)
        #expect(collection.operations.map(\.path) == ["/a", "/b", "x {$url}/done"])
        #expect(collection.operations.last?.pointer == "/paths/~1a/post/callbacks/x/{$url}~1done/put")
        #expect(collection.operations.count == HTTPDocument(bytes: collection.skeleton).requests.count)
    }

    @Test func `given values go before made ones, and switch their parameters on`() throws {
        let collection = try PetShop.collection()
        var values = OperationRequest.Values()
        values.parameters[.init("petId", .path)] = .string("a b/{{x}}")
        values.parameters[.init("limit", .query)] = .number(7)
        let block = collection.block(of: 0, values: values)
        let request = try #require(HTTPDocument(bytes: block.bytes).requests.first, "\(block.text)")
        #expect(request.target.contains("/pets/a%20b%2F%7B%7Bx%7D%7D"), "\(request.target)")
        #expect(request.target.contains("limit=7"), "\(block.text)")
        values.body = .object([("name", .string("{{$guid}}"))])
        let body = collection.block(of: 1, values: values)
        #expect(
            HTTPDocument(bytes: body.bytes).requests.first?.body.text == "{\n  \"name\": \"\\u007b{$guid}}\"\n}",
            "\(body.text)")
    }

    @Test func `a block has valid values, and what is optional switched off`() throws {
        let block = try PetShop.collection().block(of: 0)
        #expect(
            block.text == """
                ### One pet
                # @name getPet
                # @openapi ./openapi.yaml#getPet
                # @description One pet
                GET {{server}}/pets/1
                    ?fields=name
                    # &limit=20
                Accept: application/json
                Authorization: Bearer {{$auth.token("oauth")}}
                # X-Trace: \(try traceID(block.text))
                Cookie: seen=yes


                """)
    }

    private func traceID(_ text: String) throws -> String {
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("# X-Trace: ") })
        #expect(line.count == 47)
        return String(line.dropFirst(11))
    }

    @Test func `a JSON body has what is required, with two braces escaped`() throws {
        let collection = try PetShop.collection()
        let block = collection.block(of: 1)
        let request = try #require(HTTPDocument(bytes: block.bytes).requests.first)
        #expect(request.body.text == "{\n  \"name\": \"Rex\",\n  \"note\": \"\\u007b\\u007b{a}}\"\n}")
        #expect(request.headers.map(\.name) == ["Authorization", "Content-Type"])
        #expect(request.headers.first?.value == "Basic {{basic_user}} {{basic_password}}")
        #expect(request.target == "{{server}}/pets/1?api_key={{key}}")
    }

    @Test func `what has no valid value is asked for, with the words of its schema`() throws {
        let block = try PetShop.collection().block(of: 2)
        let request = try #require(HTTPDocument(bytes: block.bytes).requests.first)
        #expect(request.prompts.map(\.variable) == ["code"])
        #expect(request.prompts.first?.text == "string, matching ^(?=x)y$")
        #expect(block.asked == ["code"])
        #expect(request.target == "{{server_2}}/orders?code={{code}}")
        #expect(request.body.text == "name=Ada+%26+Co\n&note=%7B%7Bx%7D%7D")
        #expect(block.notices.contains { $0.text.contains("client certificate") })
    }

    @Test func `a multipart body has its parts, and asks for files`() throws {
        let block = try PetShop.collection().block(of: 3)
        let request = try #require(HTTPDocument(bytes: block.bytes).requests.first)
        #expect(
            request.body.text == """
                --part
                Content-Disposition: form-data; name="title"

                Two
                lines
                --part
                Content-Disposition: form-data; name="image"; filename="image"
                Content-Type: application/octet-stream

                < {{image_file}}
                --part--
                """)
        #expect(request.headers.contains { $0.value == "multipart/form-data; boundary=part" })
        #expect(block.text.contains("# Callback done: the API sends POST {$request.query.url}\n"))
    }

    @Test func `expanding one request leaves every other byte as it is`() throws {
        let collection = try PetShop.collection()
        let document = HTTPDocument(bytes: collection.skeleton)
        let expanded = try #require(collection.expanded(document, request: 2))
        #expect(expanded.bytes == collection.document(expanding: [2]))
        let before = document.bytes[..<collection.ranges[2].lowerBound]
        #expect(expanded.bytes.starts(with: before))
        #expect(text(expanded.bytes).hasSuffix(text(document.bytes[collection.ranges[2].upperBound...])))
        // What is expanded, or was edited, is left alone.
        #expect(collection.expanded(HTTPDocument(bytes: expanded.bytes), request: 2) == nil)
        #expect(collection.expanded(HTTPDocument(bytes: expanded.bytes), request: 3) != nil)
        #expect(collection.expanded(document, request: 17) == nil)
        let all = collection.document(expanding: collection.operations.indices)
        #expect(HTTPDocument(bytes: all).requests.map(\.name) == document.requests.map(\.name))
        #expect(HTTPDocument(bytes: all).notices.isEmpty)
    }

    @Test func `servers and logins are environments`() throws {
        let environments = try PetShop.collection().environments()
        #expect(
            text(environments.bytes) == """
                {
                  "$shared": {
                    "server": "https://{{region}}.example.com/v1",
                    "region": "eu",
                    "server_2": "https://orders.example.com/{{server_2_v}}",
                    "server_2_v": "v2",
                    "Security": {
                      "Auth": {
                        "oauth": {
                          "Type": "OAuth2",
                          "Grant Type": "Client Credentials",
                          "Token URL": "https://login.example.com/token",
                          "Client ID": "{{oauth_client_id}}",
                          "Client Secret": "{{oauth_client_secret}}",
                          "Scope": "read"
                        }
                      }
                    }
                  },
                  "Production": {
                    "server": "https://{{region}}.example.com/v1",
                    "region": "eu"
                  },
                  "localhost-8080": {
                    "server": "http://localhost:8080"
                  }
                }

                """)
        #expect(environments.names == ["Production", "localhost-8080"])
        #expect(
            environments.variables.map(\.name) == [
                "oauth_client_id", "oauth_client_secret", "basic_user", "basic_password", "key",
            ])
        #expect(environments.notices.map(\.text) == ["The server variable 'region' is one of eu, us."])
    }

    @Test func `requests of a fetched description do not name a file that is not there`() throws {
        let here = try PetShop.collection()
        let fetched = try PetShop.collection(address: "https://api.example.com/v1/openapi.json")
        #expect(text(here.skeleton).contains("# @openapi ./openapi.yaml#"))
        #expect(!text(fetched.document(expanding: fetched.operations.indices)).contains("@openapi"))
    }

    @Test func `a relative server needs the address of the description`() throws {
        let written = "openapi: 3.0.3\npaths: { /a: { get: { responses: { '200': { description: a } } } } }"
        let file = try PetShop.collection(written).environments()
        #expect(file.notices.first?.text.contains("--server") == true)
        let fetched = try PetShop.collection(written, address: "https://api.example.com/v1/openapi.json").environments()
        #expect(fetched.notices.isEmpty)
        #expect(text(fetched.bytes).contains("\"server\": \"https://api.example.com\""))
    }

    @Test func `Swagger 2 has its forms, files and server`() throws {
        let collection = try PetShop.collection(
            """
            swagger: "2.0"
            host: api.example.com
            basePath: /v2
            schemes: [https, http]
            securityDefinitions: { login: { type: basic } }
            security: [ { login: [] } ]
            paths:
              /upload:
                post:
                  operationId: upload
                  consumes: [multipart/form-data]
                  parameters:
                    - { name: file, in: formData, type: file, required: true }
                    - { name: title, in: formData, type: string, required: true, enum: [a] }
                  responses: { 200: { description: ok } }
            """)
        let block = collection.block(of: 0)
        let request = try #require(HTTPDocument(bytes: block.bytes).requests.first)
        #expect(request.headers.first?.value == "Basic {{login_user}} {{login_password}}")
        #expect(request.body.text.contains("< {{file_file}}") && request.body.text.contains("name=\"title\"\n\na\n"))
        let environments = collection.environments()
        #expect(text(environments.bytes).contains("\"server\": \"https://api.example.com/v2\""))
        #expect(environments.names.count == 2)
    }

    @Test func `a filled body is valid, and an author's example that is not is reported`() throws {
        let collection = try PetShop.collection(
            """
            openapi: 3.0.3
            paths:
              /a:
                post:
                  requestBody:
                    content:
                      application/json:
                        example: { age: old }
                        schema: &pet { type: object, properties: { age: { type: integer, minimum: 3 }, name: { type: string } } }
                  responses: {}
              /b:
                delete:
                  requestBody: { content: { application/json: { schema: *pet } } }
                  responses: {}
            """)
        let block = collection.block(of: 0)
        let request = try #require(HTTPDocument(bytes: block.bytes).requests.first)
        let api = collection.api
        let schema = try #require(api.operation(collection.operations[0]).body?.content.first?.schema)
        let value = try JSONTree.parse(Array(request.body.text.utf8))
        #expect(api.isValid(value, at: schema, .request))
        // Nothing is required, so that what may be sent is shown.
        #expect(value.childCount(0) == 2)
        let report = try #require(block.notices.first { $0.text.contains("not valid against its own schema") })
        #expect(report.place.line == 8)
        #expect(collection.notices.isEmpty)
        #expect(collection.block(of: 1).text.contains("# A body may be sent: application/json\n"))
    }

    @Test func `a value that a request file cannot hold is asked for, and a notice says so`() throws {
        let collection = try PetShop.collection(
            """
            openapi: 3.0.3
            paths:
              /a:
                post:
                  parameters: [{name: h, in: header, required: true, schema: {type: string}, example: '{{h}}'}]
                  requestBody: {required: true, content: {text/plain: {schema: {type: string}, example: "### a"}}}
                  responses: {}
            """)
        let block = collection.block(of: 0)
        #expect(block.asked == ["h", "body"])
        #expect(
            Set(block.notices.map(\.text)).isSuperset(of: [
                "'h' is asked for: its value cannot be written in a request file.",
                "The body cannot be written: a line of its text would mean something else in a request file.",
            ]), "\(block.notices)")
    }
}
