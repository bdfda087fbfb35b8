import Base
import Contract
import HTTPFormat
import OpenAPI
import Testing

@testable import Descriptions

/// What a block has for each login, parameter and body, and the environments for servers and logins.
@Suite struct DescribedBlockTests {
    private static let schemes = """
        components:
          securitySchemes:
            bearer: {type: http, scheme: Bearer}
            digest: {type: http, scheme: digest}
            custom: {type: http, scheme: Foo}
            aws: {type: http, scheme: AWS}
            hkey: {type: apiKey, in: header, name: X-Key}
            ukey: {type: apiKey, in: header, name: X_Key}
            akey: {type: apiKey, in: header, name: authorization}
            ckey: {type: apiKey, in: cookie, name: sid}
            qkey: {type: apiKey, in: query, name: k y}
            bkey: {type: apiKey, in: header, name: a b}
            implicit: {type: oauth2, flows: {implicit: {}}}
            app: {type: oauth2, flows: {clientCredentials: {tokenUrl: 'https://t'}}}
            oidc: {type: openIdConnect, openIdConnectUrl: u}
            tls: {type: mutualTLS}
            magic: {type: magic}
        """

    /// The lines of the block of one operation below its link, and its notices.
    private func block(_ operation: String, path: String = "/a", method: String = "get") throws -> String {
        let collection = try PetShop.collection(
            "openapi: 3.2.0\npaths:\n  '\(path)':\n    \(method): \(operation)\n\(Self.schemes)")
        let block = collection.block(of: 0)
        var lines = block.text.split(separator: "\n", omittingEmptySubsequences: false).drop {
            !$0.hasPrefix("# @openapi")
        }
        .dropFirst()
        while lines.last?.isEmpty == true { lines.removeLast() }
        return (lines.map(String.init) + block.notices.map { "! " + $0.text }).joined(separator: "\n")
    }

    /// Rows of an input, an arrow and lines of output.
    private func rows(_ table: String) -> [(input: String, output: String)] {
        table.split(separator: "\n---\n").map { row in
            let parts = row.split(separator: "\n=>\n")
            return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
        }
    }

    @Test func `each login is written as its scheme says, or a notice says why not`() throws {
        let table = """
            [{bearer: []}]
            =>
            GET {{server}}/a
            Authorization: Bearer {{bearer}}
            ---
            [{digest: []}]
            =>
            GET {{server}}/a
            Authorization: Digest {{digest_user}} {{digest_password}}
            ---
            [{custom: []}]
            =>
            GET {{server}}/a
            Authorization: foo {{custom}}
            ! The HTTP scheme 'foo' of 'custom' is sent with what the variable custom holds.
            ---
            [{aws: []}]
            =>
            GET {{server}}/a
            ! No alternative of the security can be sent as a whole.
            ! The HTTP scheme 'aws' of 'aws' cannot be sent.
            ---
            [{hkey: [], ckey: []}]
            =>
            GET {{server}}/a
            X-Key: {{hkey}}
            Cookie: sid={{ckey}}
            ---
            [{ukey: []}]
            =>
            GET {{server}}/a
            X_Key: {{ukey}}
            ---
            [{akey: []}]
            =>
            GET {{server}}/a
            Authorization: {{akey}}
            ---
            [{qkey: []}]
            =>
            GET {{server}}/a?k%20y={{qkey}}
            ---
            [{bkey: []}]
            =>
            GET {{server}}/a
            ! No alternative of the security can be sent as a whole.
            ! The key 'bkey' is sent as 'a b', which a request cannot hold.
            ---
            [{app: []}]
            =>
            GET {{server}}/a
            Authorization: Bearer {{$auth.token("app")}}
            ---
            [{implicit: []}]
            =>
            GET {{server}}/a
            Authorization: Bearer {{implicit}}
            ! The login 'implicit' has no flow that can be run here: put a token into the variable implicit.
            ---
            [{oidc: []}]
            =>
            GET {{server}}/a
            Authorization: Bearer {{oidc}}
            ! The addresses of the login 'oidc' are not looked up: put a token into the variable oidc, or describe the login under Security.Auth.
            ---
            [{tls: []}]
            =>
            GET {{server}}/a
            ! 'tls' needs a client certificate: name one under SSLConfiguration in an environment, or with --cert.
            ---
            [{none: []}]
            =>
            GET {{server}}/a
            ! The security scheme 'none' is not in the description.
            ! No alternative of the security can be sent as a whole.
            ! The security scheme 'none' is unknown: nothing is sent for it.
            ---
            [{magic: []}]
            =>
            GET {{server}}/a
            ! The type of the security scheme is not known: 'magic'.
            ! No alternative of the security can be sent as a whole.
            ! The type 'magic' of the login 'magic' is unknown: nothing is sent for it.
            ---
            [{aws: []}, {bearer: []}]
            =>
            GET {{server}}/a
            Authorization: Bearer {{bearer}}
            ---
            [{}, {bearer: []}]
            =>
            GET {{server}}/a
            ---
            [{bearer: [], digest: []}, {hkey: []}]
            =>
            GET {{server}}/a
            X-Key: {{hkey}}
            ---
            [{bearer: [], digest: []}]
            =>
            GET {{server}}/a
            Authorization: Bearer {{bearer}}
            # Authorization: Digest {{digest_user}} {{digest_password}}
            ! No alternative of the security can be sent as a whole.
            """
        for row in rows(table) { #expect(try block("{security: \(row.input)}") == row.output, "\(row.input)") }
    }

    @Test func `required parameters are on, optional ones off, and what has no value is asked for`() throws {
        let table = """
            {name: a, in: query, required: true, schema: {type: integer}}, {name: b, in: query, required: true, schema: {const: x y}}
            =>
            GET {{server}}/a?a=1&b=x%20y
            ---
            {name: a, in: query, required: true, schema: {const: 1}}, {name: b, in: query, required: true, schema: {const: 2}}, {name: c, in: query, required: true, schema: {const: 3}}
            =>
            GET {{server}}/a
                ?a=1
                &b=2
                &c=3
            ---
            {name: a, in: query, schema: {const: 1}}
            =>
            GET {{server}}/a
                # &a=1
            ---
            {name: a, in: query, required: true, schema: {const: 1}}, {name: b, in: query, schema: {const: 2}}
            =>
            GET {{server}}/a
                ?a=1
                # &b=2
            ---
            {name: H, in: header, required: true, schema: {const: 1}}, {name: X-I, in: header, schema: {const: 2}}, {name: X-J, in: header, schema: false}
            =>
            GET {{server}}/a
            H: 1
            # X-I: 2
            # X-J: {{X_J}}
            ---
            {name: Host, in: header, required: true, schema: {const: 1}}, {name: a b, in: header, schema: {const: 1}}
            =>
            GET {{server}}/a
            ! The header 'Host' cannot be set in a request: it is left out.
            ! The header 'a b' cannot be set in a request: it is left out.
            ---
            {name: X_Api.Key, in: header, required: true, schema: {const: 1}}, {name: v2_beta, in: header, schema: {const: 2}}
            =>
            GET {{server}}/a
            X_Api.Key: 1
            # v2_beta: 2
            ---
            {name: c, in: cookie, required: true, schema: {const: 1}}, {name: d, in: cookie, required: true, schema: {const: 2}}, {name: e, in: cookie, schema: {const: 3}}
            =>
            GET {{server}}/a
            # Cookie: e=3
            Cookie: c=1; d=2
            ---
            {name: q, in: query, required: true, schema: {type: integer, minimum: 2, maximum: 1}}
            =>
            # @prompt q integer, 2 to 1
            GET {{server}}/a?q={{q}}
            ! 'q' is asked for: no number is within its bounds.
            ---
            {name: q r, in: query, schema: {type: integer, minimum: 2, maximum: 1}}
            =>
            GET {{server}}/a
                # &q%20r={{q_r}}
            ---
            {name: q, in: query, required: true, schema: {type: string}, examples: {e: {serializedValue: '?a#b'}}}
            =>
            GET {{server}}/a?q=?a%23b
            """
        for row in rows(table) {
            let found = try block("{parameters: [\(row.input)]}")
            #expect(found == row.output, "\(row.input)")
        }
    }

    @Test func `parameters of the path are data, and undeclared ones are asked for`() throws {
        func path(_ schema: String) throws -> String {
            try block("{parameters: [{name: x, in: path, required: true, schema: \(schema)}]}", path: "/a/{x}")
        }
        #expect(try path("{const: 'a/b?c#d e'}") == "GET {{server}}/a/a%2Fb%3Fc%23d%20e")
        #expect(try path("{const: '..'}") == "# @prompt x always ..\nGET {{server}}/a/{{x}}")
        #expect(try path("{const: '...'}") == "GET {{server}}/a/...")
        #expect(
            try block("{deprecated: true, summary: Sum, description: \"One\\n\\ntwo\"}", path: "/a/{y}/{y}?z#no") == """
                # @description One
                # Deprecated: the description advises against this operation.
                # @prompt y part of the path
                GET {{server}}/a/{{y}}/{{y}}?z
                ! The path has {y}, which no parameter declares.
                ! The path has the parameter 'y' twice.
                """)
        #expect(
            try block("{parameters: [{name: a, in: query, required: true, schema: {const: 1}}]}", path: "/a?x=1")
                == "GET {{server}}/a?x=1&a=1")
        #expect(
            try block(
                "{responses: {'200': {content: {a/b: {}, 'c,d/e': {}, a/b: {}}}, '404': {content: {x/y: {}}}, default: {content: {f/g: {}}}}}"
            )
                == "GET {{server}}/a\nAccept: a/b, f/g")
    }

    @Test func `a body is JSON first, a file where it is binary, and asked for where none can be written`() throws {
        let table = """
            {application/octet-stream: {}}
            =>
            # @prompt body_file path of the file to send as the body
            POST {{server}}/a
            Content-Type: application/octet-stream

            < {{body_file}}
            ---
            {image/png: {schema: {type: string, format: binary}}}
            =>
            # @prompt body_file path of the file to send as the body
            POST {{server}}/a
            Content-Type: image/png

            < {{body_file}}
            ---
            {text/plain: {schema: {const: "a\\nb"}}}
            =>
            POST {{server}}/a
            Content-Type: text/plain

            a
            b
            ---
            {text/plain: {schema: {const: "a\\n\\nb\\n\\n\\n"}}}
            =>
            POST {{server}}/a
            Content-Type: text/plain

            a

            b
            ---
            {text/plain: {schema: {const: x}}, application/json: {schema: {const: y}}}
            =>
            POST {{server}}/a
            Content-Type: application/json

            "y"
            ---
            {'*/*': {schema: {type: object}}}
            =>
            POST {{server}}/a
            Content-Type: application/json

            {}
            ---
            {application/x-www-form-urlencoded: {schema: {properties: {a: {const: 1}, b: {const: x y}}}}}
            =>
            POST {{server}}/a
            Content-Type: application/x-www-form-urlencoded

            a=1
            &b=x+y
            ---
            {text/plain: {schema: {const: "# x"}}}
            =>
            POST {{server}}/a
            ! The body cannot be written: a line of its text would mean something else in a request file.
            ---
            {application/xml: {schema: {type: object, properties: {a: {const: 1}}}}}
            =>
            POST {{server}}/a
            ! The body cannot be written: an array or object cannot be written as 'application/xml'.
            ---
            {application/json: {schema: {type: integer, minimum: 2, maximum: 1}}}
            =>
            POST {{server}}/a
            ! No body can be made: no number is within its bounds.
            """
        for row in rows(table) {
            let found = try block("{requestBody: {content: \(row.input)}}", method: "post")
            #expect(found == row.output, "\(row.input)")
        }
        let asked = try block("{requestBody: {required: true, content: {text/plain: {schema: {const: \"# x\"}}}}}")
        #expect(
            asked == """
                # @prompt body text/plain body: always # x
                GET {{server}}/a
                Content-Type: text/plain

                {{body}}
                ! The body cannot be written: a line of its text would mean something else in a request file.
                ! The body is asked for: no value of it can be made or written.
                """)
    }

    private func environments(_ root: String) throws -> (text: String, environments: DescribedEnvironments) {
        let environments = try PetShop.collection("openapi: 3.2.0\npaths: {/a: {get: {}}}\n\(root)").environments()
        return (text(environments.bytes), environments)
    }

    @Test func `environments are called by the names, the words or the hosts of their servers`() throws {
        let (_, found) = try environments(
            """
            servers:
              - {url: 'https://a.example/x', name: 'My Server!'}
              - {url: 'https://b.example', description: "Long text\\n\\nmore"}
              - {url: 'https://c.example:8080/v1'}
              - {url: 'https://c.example:8080/v2'}
              - {url: /rel, description: '...'}
              - {url: '//h/x'}
            """)
        #expect(
            found.names == ["My-Server", "Long-text", "c.example-8080", "c.example-8080_2", "server"])
        #expect(
            found.notices.map(\.text) == [
                "A server is left out: the server '/rel' is relative to the address of the description, which is a file.",
                "The server '//h/x' has no scheme: https is used.",
            ])
        let (later, only) = try environments("servers: [{url: /rel}, {url: 'https://b.example'}]")
        #expect(later == "{\n  \"$shared\": {\n    \"server\": \"https://b.example\"\n  }\n}\n" && only.names == [])
        let (_, none) = try environments("servers: [{url: /rel}, {url: /other}]")
        #expect(none.names == [])
        #expect(
            none.notices.map(\.text) == [
                "No server is known: the server '/rel' is relative to the address of the description, which is a file. Name one with --server."
            ])
        let (text, _) = try environments("servers: [{url: '//h/x/'}]")
        #expect(text == "{\n  \"$shared\": {\n    \"server\": \"https://h/x\"\n  }\n}\n")
    }

    @Test func `variables of a server that have no value are told`() throws {
        let (text, found) = try environments(
            """
            servers: [{url: 'https://{a}.x/{b}/{c}/{d}/', variables: {b: {description: d}, c: {default: '{{x'}, d: {default: 1, enum: [1, 2]}}}]
            """)
        #expect(
            text == """
                {
                  "$shared": {
                    "server": "https://{{a}}.x/{{b}}/{{c}}/{{d}}",
                    "d": "1"
                  }
                }

                """)
        #expect(
            found.notices.map(\.text) == [
                "The server URL has the unknown variable 'a': give a a value.",
                "The server variable 'b' has no default: give b a value.",
                "The default of the server variable 'c' holds two braces: it is left out.",
                "The server variable 'd' is one of 1, 2.",
            ])
        #expect(found.names == [])
    }

    @Test func `each flow of OAuth 2 has the entries that it needs, and each login its variables`() throws {
        let (text, found) = try environments(
            """
            servers: [{url: 'https://api.example/v1'}]
            security: [{code: [r, 'a b', w]}, {code: [r, x]}]
            components:
              securitySchemes:
                code: {type: oauth2, flows: {authorizationCode: {authorizationUrl: 'https://l/auth', tokenUrl: /token}}}
                device: {type: oauth2, flows: {deviceAuthorization: {deviceAuthorizationUrl: 'https://l/dev', tokenUrl: 'https://l/t'}}}
                pass: {type: oauth2, description: "Of\\nusers", flows: {password: {tokenUrl: 'https://l/t'}}}
                implicit: {type: oauth2, flows: {implicit: {}}}
                bad: {type: oauth2, flows: {clientCredentials: {tokenUrl: 'ftp://x'}}}
                digest: {type: http, scheme: Digest}
                bearer: {type: http, scheme: bearer}
                oidc: {type: openIdConnect}
                tls: {type: mutualTLS}
                key: {type: apiKey, in: query, name: k}
            """)
        #expect(
            text == """
                {
                  "$shared": {
                    "server": "https://api.example/v1",
                    "Security": {
                      "Auth": {
                        "code": {
                          "Type": "OAuth2",
                          "Grant Type": "Authorization Code",
                          "Token URL": "https://api.example/token",
                          "Auth URL": "https://l/auth",
                          "Client ID": "{{code_client_id}}",
                          "Scope": "r w x"
                        },
                        "device": {
                          "Type": "OAuth2",
                          "Grant Type": "Device Authorization",
                          "Token URL": "https://l/t",
                          "Device Auth URL": "https://l/dev",
                          "Client ID": "{{device_client_id}}"
                        },
                        "pass": {
                          "Type": "OAuth2",
                          "Grant Type": "Password",
                          "Token URL": "https://l/t",
                          "Client ID": "{{pass_client_id}}",
                          "Client Secret": "{{pass_client_secret}}",
                          "Username": "{{pass_user}}",
                          "Password": "{{pass_password}}"
                        }
                      }
                    }
                  }
                }

                """)
        #expect(
            found.variables.map { "\($0.name) \($0.what)" + ($0.isSecret ? " secret" : "") } == [
                "code_client_id client ID", "device_client_id client ID", "pass_client_id client ID",
                "pass_client_secret client secret secret", "pass_user user name", "pass_password password secret",
                "implicit token secret", "digest_user user name", "digest_password password secret",
                "bearer token secret", "oidc token secret", "key key secret",
            ])
        #expect(found.variables[2].text == "Of users" && found.variables[0].text == nil)
        #expect(
            found.notices.map(\.text) == [
                "The address 'ftp://x' of the login is not an HTTP address: describe the login under Security.Auth."
            ])
    }

    @Test func `a path to tokens is one of the first server, whose host may have variables`() throws {
        let flow = "{type: oauth2, flows: {clientCredentials: {tokenUrl: /oauth/token?a=b}}}"
        for (server, origin) in [
            ("https://{tenant}.example/v1", "https://{{tenant}}.example"), ("https://{tenant}", "https://{{tenant}}"),
            ("https://a.example/{tenant}", "https://a.example"),
        ] {
            let (text, found) = try environments(
                """
                servers: [{url: '\(server)', variables: {tenant: {default: acme}}}]
                components: {securitySchemes: {app: \(flow)}}
                """)
            #expect(text.contains(#""Token URL": "\#(origin)/oauth/token?a=b""#), "\(text)")
            #expect(found.variables.map(\.name) == ["app_client_id", "app_client_secret"])
        }
    }

    @Test func `a login without an address to sign in at is named, and has no variable without an effect`() throws {
        let (text, found) = try environments(
            """
            servers: [{url: 'https://api.example'}]
            components:
              securitySchemes:
                code: {type: oauth2, flows: {authorizationCode: {tokenUrl: 'https://l/t'}}}
            """)
        #expect(!text.contains("Security") && found.variables.isEmpty)
        #expect(
            found.notices.map(\.text) == [
                "The flow of the login has no address to sign in at: describe the login under Security.Auth."
            ])
    }

    @Test func `the flows of Swagger 2, which have other names, are logins too`() throws {
        let found = try PetShop.collection(
            """
            swagger: "2.0"
            host: api.example
            schemes: [https]
            paths: {/a: {get: {}}}
            securityDefinitions:
              code: {type: oauth2, flow: accessCode, authorizationUrl: 'https://l/auth', tokenUrl: 'https://l/t'}
              app: {type: oauth2, flow: application, tokenUrl: 'https://l/t'}
              pass: {type: oauth2, flow: password, tokenUrl: 'https://l/t'}
              implicit: {type: oauth2, flow: implicit, authorizationUrl: 'https://l/auth'}
            """
        ).environments()
        let grants = text(found.bytes).split(separator: "\n").filter {
            $0.contains("Grant Type") || $0.contains("Auth URL")
        }
        #expect(
            grants.map { $0.drop { $0 == " " } } == [
                #""Grant Type": "Authorization Code","#, #""Auth URL": "https://l/auth","#,
                #""Grant Type": "Client Credentials","#, #""Grant Type": "Password","#,
            ])
        #expect(
            found.variables.map(\.name) == [
                "code_client_id", "app_client_id", "app_client_secret", "pass_client_id", "pass_client_secret",
                "pass_user", "pass_password", "implicit",
            ])
    }
}
