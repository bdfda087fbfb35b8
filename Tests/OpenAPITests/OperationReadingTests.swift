import NetEngine
import Testing

@testable import OpenAPI

/// What the index lists and an operation holds, beyond what every description has.
@Suite struct OperationReadingTests {
    private func read(_ text: String) throws -> Description { try Description.read(Array(text.utf8)) }

    private func open(_ fields: String, root: String = "openapi: 3.1.0") throws -> Operation {
        let description = try read("\(root)\npaths:\n  /a:\n    post:\n      \(fields)\n")
        return description.open(try #require(description.operations.first))
    }

    private func list(_ description: Description) -> String {
        description.operations.map { "\($0.kind) \($0.method) \($0.path) \($0.pointer)" }.joined(separator: "\n")
    }

    @Test func `callbacks are listed after their operation, once, and callbacks of callbacks are not`() throws {
        let description = try read(
            """
            openapi: 3.1.0
            paths:
              /a:
                post:
                  callbacks:
                    done:
                      '{$request.body#/url}': {post: {callbacks: {again: {u: {get: {}}}}}, get: {}}
                      x-e: {post: {}}
                    same: {$ref: '#/components/callbacks/c'}
                    x-no: {u: {post: {}}}
                put: {callbacks: {other: {$ref: '#/components/callbacks/c'}, gone: {$ref: '#/none'}}}
            components: {callbacks: {c: {u: {delete: {}}}}}
            """)
        #expect(
            list(description) == """
                path POST /a /paths/~1a/post
                callback POST done {$request.body#/url} /paths/~1a/post/callbacks/done/{$request.body#~1url}/post
                callback GET done {$request.body#/url} /paths/~1a/post/callbacks/done/{$request.body#~1url}/get
                callback DELETE same u /paths/~1a/post/callbacks/same/u/delete
                path PUT /a /paths/~1a/put
                """)
        let callbacks = description.open(description.operations[0]).callbacks
        #expect(
            callbacks.map { "\($0.name) \($0.expression) \($0.methods)" }.first
                == "done {$request.body#/url} [\"POST\", \"GET\"]")
        #expect(
            description.open(description.operations[4]).notices.map(\.text) == [
                "The callback is missing: '#/none' leads nowhere: there is no 'none'."
            ])
    }

    @Test(arguments: [
        ("swagger: '2.0'", ""), ("openapi: 3.0.0", "/webhooks/n/post"), ("openapi: 3.1.0", "/webhooks/n/post"),
    ])
    func `webhooks are read from their own field, and from the older one`(version: String, pointers: String) throws {
        let text = "\(version)\npaths: {}\nwebhooks: {n: {post: {}}}\n"
        #expect(try read(text).operations.map(\.pointer).joined() == pointers)
        let older = try read("\(version)\npaths: {}\nx-webhooks: {n: {post: {}}}\n")
        #expect(older.operations.map(\.pointer) == ["/x-webhooks/n/post"])
        #expect(older.operations.map(\.kind) == [.webhook])
    }

    @Test func `methods of a reference come before those beside it`() throws {
        let description = try read(
            """
            openapi: 3.1.0
            paths:
              /a: {$ref: '#/components/pathItems/i', get: {operationId: own}, put: {operationId: put}}
            components: {pathItems: {i: {get: {operationId: ref}, delete: {operationId: del}}}}
            """)
        #expect(description.operations.map { $0.operationID ?? "" } == ["ref", "del", "put"])
        #expect(
            description.operations.map(\.pointer) == ["/paths/~1a/get", "/paths/~1a/delete", "/paths/~1a/put"])
    }

    @Test func `an operation is found by its id before its pointer`() throws {
        let description = try read(
            "openapi: 3.1.0\npaths: {/a: {get: {operationId: one}, put: {operationId: /paths/~1a/get}, post: {}}}\n")
        let names = ["one", "/paths/~1a/get", "/paths/~1a/post", "/paths/~1a/head", "One"]
        #expect(
            names.map { description.operation(named: $0)?.method ?? "none" } == ["GET", "PUT", "POST", "none", "none"])
    }

    @Test func `the path item says what the operation does not`() throws {
        let text = """
            openapi: 3.1.0
            paths:
              /a:
                summary: of the path
                description: text of the path
                servers: [{url: /path}]
                get: {externalDocs: {url: 'https://d'}}
                put: {summary: own, description: own text, servers: []}
                post: {servers: [{url: /own, name: n, description: d}]}
              /b: {get: {}}
            """
        let description = try read(text)
        let operations = description.operations.map(description.open)
        #expect(operations.map { $0.summary ?? "-" } == ["of the path", "own", "of the path", "-"])
        #expect(operations.map { $0.text ?? "-" } == ["text of the path", "own text", "text of the path", "-"])
        #expect(operations.map { $0.documentation ?? "-" } == ["https://d", "-", "-", "-"])
        #expect(operations.map { $0.servers.map(\.url).joined() } == ["/path", "/path", "/own", "/"])
        #expect(operations[2].servers.map { [$0.name, $0.text] } == [["n", "d"]])
        #expect(description.operations.map { $0.summary ?? "-" } == ["-", "own", "-", "-"], "the index reads no items")
    }

    @Test func `a server that is no whole address is relative to the description`() throws {
        let table = """
            {} file -> the server '/' is relative to the address of the description, which is a file
            {url: '/v1/'} file -> the server '/v1/' is relative to the address of the description, which is a file
            {url: 'HTTPS://H/x/'} file -> HTTPS://H/x
            {url: 'ftp://x'} file -> the server 'ftp://x' is not an HTTP address
            {url: 'ftp://x'} https://host/api/o.yaml -> the server 'ftp://x' is not an HTTP address
            {url: './a:b'} file -> the server './a:b' is relative to the address of the description, which is a file
            {url: v2} https://host/api/o.yaml -> https://host/api/v2
            {url: /} https://host/api/o.yaml -> https://host
            {url: '//other/a'} https://host/api/o.yaml -> https://other/a
            """
        for row in table.split(separator: "\n").map({ $0.components(" -> ") }) {
            let words = row[0].split(separator: "} ")
            let server = try #require(try open("servers: [\(words[0])}]").servers.first)
            let address = try words[1] == "file" ? nil : HTTPURL.parse(String(words[1]))
            var found: String
            do throws(ReferenceFailure) { found = try server.absoluteURL(from: address) } catch { found = error.reason }
            #expect(found == row[1], "\(row)")
        }
    }

    @Test(arguments: [
        ("path", "simple", "simple label matrix"), ("header", "simple", "simple"),
        ("query", "form", "form spaceDelimited pipeDelimited deepObject tabDelimited"),
        ("cookie", "form", "form cookie"), ("querystring", "form", ""),
        ("formData", "form", "form spaceDelimited pipeDelimited deepObject tabDelimited"),
    ])
    func `each place of a parameter has a style and allows some`(name: String, standard: String, allowed: String) throws
    {
        let location = try #require(Parameter.Location(rawValue: name))
        #expect(ParameterStyle.standard(location).rawValue == standard)
        let found = ParameterStyle.allCases.filter { $0.isAllowed(in: location) }.map(\.rawValue)
        #expect(found.joined(separator: " ") == allowed)
    }

    @Test func `styles explode by their own rule, unless the parameter says it`() throws {
        let table = """
            in: query -> form true
            in: query, explode: false -> form false
            in: query, style: pipeDelimited -> pipeDelimited false
            in: query, style: deepObject, explode: true -> deepObject true
            in: cookie -> form true
            in: cookie, style: cookie -> cookie true
            in: header, explode: true -> simple true
            in: path, required: true -> simple false
            in: path, required: true, style: label -> label false
            """
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " -> ")
            let operation = try open("parameters: [{name: a, \(parts[0]), schema: {}}]")
            let found = operation.parameters.map { "\($0.style) \($0.explodes)" }.joined()
            #expect(found == parts[1], "\(row)")
        }
    }

    @Test(arguments: ["required", "deprecated", "allowReserved", "allowEmptyValue"])
    func `each flag of a parameter has a field of its own`(field: String) throws {
        let operation = try open("parameters: [{name: a, in: query, \(field): true, schema: {}}]")
        let parameter = try #require(operation.parameters.first)
        let flags = [
            ("required", parameter.isRequired), ("deprecated", parameter.isDeprecated),
            ("allowReserved", parameter.allowsReserved), ("allowEmptyValue", parameter.allowsEmpty),
        ]
        #expect(flags.filter(\.1).map(\.0) == [field])
    }

    @Test func `fields of a form have a style only if their encoding says one`() throws {
        let table = """
            3.1.0 application/x-www-form-urlencoded {contentType: a/b} -> none true false
            3.1.0 application/x-www-form-urlencoded {explode: false} -> form false false
            3.1.0 application/x-www-form-urlencoded {allowReserved: true} -> form true true
            3.1.0 application/x-www-form-urlencoded {style: spaceDelimited} -> spaceDelimited false false
            3.1.0 application/x-www-form-urlencoded {style: deepObject, explode: true} -> deepObject true false
            3.1.0 multipart/form-data {style: form} -> form true false
            3.0.3 multipart/form-data {style: form} -> none true false
            3.0.3 Multipart/Mixed; a=b {explode: false} -> none false false
            3.0.3 application/x-www-form-urlencoded {style: form} -> form true false
            """
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " -> ")
            let version = parts[0].prefix { $0 != " " }
            let media = parts[0].dropFirst(version.count + 1).prefix { $0 != "{" }.dropLast()
            let encoding = parts[0].drop { $0 != "{" }
            let operation = try open(
                "requestBody: {content: {'\(media)': {encoding: {f: \(encoding)}}}}", root: "openapi: \(version)")
            let field = try #require(operation.body?.content.first?.encodings["f"])
            let style = field.style?.rawValue ?? "none"
            #expect("\(style) \(field.explodes) \(field.allowsReserved)" == parts[1], "\(row)")
        }
    }

    @Test func `examples are read in their order, data before values, and the single one last`() throws {
        let operation = try open(
            """
            parameters:
                    - name: a
                      in: query
                      schema: {}
                      example: single
                      examples:
                        x: {summary: s, value: v, dataValue: d, serializedValue: sent}
                        y: {externalValue: 'https://e'}
            """)
        let examples = try #require(operation.parameters.first?.examples)
        #expect(examples.map { $0.name ?? "-" } == ["x", "y", "-"])
        #expect(examples.map { $0.serialized ?? "-" } == ["sent", "-", "-"])
        #expect(examples.map { $0.externalValue ?? "-" } == ["-", "https://e", "-"])
        #expect(examples.map { $0.summary ?? "-" } == ["s", "-", "-"])
        #expect(examples.map { $0.value == nil } == [false, true, false])
        let description = try read(
            """
            openapi: 3.2.0
            paths: {/a: {get: {parameters: [
              {name: a, in: query, schema: {}, examples: {x: {value: v, dataValue: d}}, x-example: z}]}}}
            """)
        let values = description.open(description.operations[0]).parameters[0].examples.map {
            $0.value.map { description.documents.value($0).string ?? "" } ?? ""
        }
        #expect(values == ["d", "z"])
    }

    @Test func `the schemas of an operation are listed from its parameters to its last response`() throws {
        let description = try read(
            """
            openapi: 3.2.0
            paths:
              /a:
                post:
                  parameters:
                    - {name: a, in: query, schema: {title: 1}}
                    - {name: b, in: query, content: {application/json: {schema: {title: 2}}}}
                  requestBody: {content: {application/jsonl: {schema: {title: 3}, itemSchema: {title: 4}}, a/b: {}}}
                  responses:
                    '200':
                      headers: {X: {schema: {title: 5}}, Y: {content: {text/plain: {schema: {title: 6}}}}}
                      content: {a/b: {schema: {title: 7}}}
                    default: {content: {a/b: {itemSchema: {title: 8}}}}
            """)
        let operation = description.open(description.operations[0])
        func titles(_ places: [DocumentPlace]) -> String {
            places.map { description.documents.value($0)["title"]?.number ?? "-" }.joined(separator: " ")
        }
        #expect(titles(operation.requestSchemas) == "1 2 3 4")
        #expect(titles(operation.responseSchemas) == "5 6 7 8")
    }

    @Test func `security schemes of each kind are read, and unknown ones are told`() throws {
        let table = """
            {type: apiKey, name: n, in: query} -> apiKey(name: "n", location: query) ->
            {type: apiKey, name: n, in: cookie} -> apiKey(name: "n", location: cookie) ->
            {type: apiKey, in: query} -> unknown("apiKey") -> An API key needs a 'name', and 'in' with query, header or cookie.
            {type: apiKey, name: n, in: path} -> unknown("apiKey") -> An API key needs a 'name', and 'in' with query, header or cookie.
            {type: http, scheme: Bearer, bearerFormat: JWT} -> http(scheme: "bearer", bearerFormat: Optional("JWT")) ->
            {type: http} -> http(scheme: "", bearerFormat: nil) ->
            {type: openIdConnect, openIdConnectUrl: u} -> openIDConnect(url: "u") ->
            {type: mutualTLS} -> mutualTLS ->
            {type: magic} -> unknown("magic") -> The type of the security scheme is not known: 'magic'.
            {name: a} -> unknown("") -> The type of the security scheme is not known: ''.
            """
        for row in table.split(separator: "\n") {
            let parts = row.components(" -> ")
            let description = try read(
                """
                openapi: 3.1.0
                paths: {/a: {get: {security: [{s: []}]}}}
                components: {securitySchemes: {s: \(parts[0])}}
                """)
            let operation = description.open(description.operations[0])
            let kind = try #require(operation.security.first?.uses.first?.scheme?.kind)
            let shown = "\(kind)".replacing("OpenAPI.Parameter.Location.", with: "")
            #expect(shown == parts[1], "\(row)")
            #expect(operation.notices.map(\.text).joined() == (parts.count > 2 ? parts[2] : ""), "\(row)")
        }
    }

    @Test func `the flows of OAuth have their addresses and scopes`() throws {
        let description = try read(
            """
            openapi: 3.1.0
            paths: {/a: {get: {security: [{s: [r]}]}}}
            components: {securitySchemes: {s: {type: oauth2, flows: {
              authorizationCode: {authorizationUrl: a, tokenUrl: t, refreshUrl: f, scopes: {r: x, w: y}}, implicit: {}}}}}
            """)
        guard case .oauth2(let flows) = description.open(description.operations[0]).security[0].uses[0].scheme?.kind
        else {
            Issue.record("no flows")
            return
        }
        let shown = flows.map { flow in
            [flow.name, flow.authorizationURL ?? "-", flow.tokenURL ?? "-", flow.refreshURL ?? "-"]
                + [flow.scopes.joined(separator: " ")]
        }
        #expect(shown == [["authorizationCode", "a", "t", "f", "r w"], ["implicit", "-", "-", "-", ""]])
    }
}

extension Substring {
    /// The parts between a separator, without spaces at their ends.
    fileprivate func components(_ separator: String) -> [String] {
        var parts: [String] = []
        for part in (self + " ").split(separator: separator, omittingEmptySubsequences: false) {
            parts.append(String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
        }
        return parts
    }
}
