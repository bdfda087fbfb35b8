import Base
import Foundation
import NetEngine
import Testing

@testable import DemoServer

/// What the authorization server and the signatures of the demo refuse, and in which words.
@Suite struct DemoOAuthTests {
    private let routes = DemoRoutes(otherOrigin: "http://127.0.0.1:9")

    private func ask(_ method: String, _ target: String, _ headers: [(String, String)] = [], _ body: String = "")
        async throws -> (status: Int, headers: [(name: String, value: String)], text: String)
    {
        let answer = try await routes.answer(DemoRequest(method, target, headers, body: body))
        guard case .bytes(let bytes) = answer.body else { return (answer.status, answer.headers, "stream") }
        return (answer.status, answer.headers, String(decoding: bytes, as: UTF8.self))
    }

    private func members(_ text: String) -> [String: String] {
        let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        return object?.mapValues { "\($0)" } ?? [:]
    }

    private let form = [("Content-Type", "application/x-www-form-urlencoded")]

    private func token(_ body: String, query: String = "") async throws -> [String: String] {
        members(try await ask("POST", "/oauth/token" + query, form, body).text)
    }

    @Test func `the token endpoint refuses by the codes of the standard`() async throws {
        let service = "client_id=demo-service&client_secret=demo-secret"
        let table = """
            grant_type=password -> 401 invalid_client Unknown client or wrong secret.
            client_id=demo-service&client_secret=x&grant_type=password -> 401 invalid_client Unknown client or wrong secret.
            client_id=demo-service -> 401 invalid_client Unknown client or wrong secret.
            client_id=demo-app&grant_type=client_credentials -> 400 unauthorized_client A client without a secret cannot act for itself.
            client_id=demo-app&grant_type=password&username=ada&password=x -> 400 invalid_grant The name or the password is wrong. Try ada and lovelace.
            client_id=demo-app&grant_type=password&username=x&password=lovelace -> 400 invalid_grant The name or the password is wrong. Try ada and lovelace.
            client_id=demo-app&grant_type=refresh_token&refresh_token=x -> 400 invalid_grant The refresh token is unknown or was used before.
            client_id=demo-app&grant_type=authorization_code&code=x -> 400 invalid_grant The code is unknown, expired or was used before.
            client_id=demo-app&grant_type=urn:ietf:params:oauth:grant-type:device_code&device_code=x -> 400 invalid_grant The user has not approved the request.
            client_id=demo-app&grant_type=other -> 400 unsupported_grant_type This grant type is not supported.
            client_id=demo-app -> 400 unsupported_grant_type This grant type is not supported.
            """
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " -> ")
            let answer = try await ask("POST", "/oauth/token", form, String(parts[0]))
            let found = members(answer.text)
            #expect(
                "\(answer.status) \(found["error"] ?? "") \(found["error_description"] ?? "")" == parts[1], "\(row)")
            #expect(answer.headers.contains { $0 == ("Cache-Control", "no-store") }, "\(row)")
        }
        let own = try await token(service + "&grant_type=client_credentials&scope=a+openid", query: "?lifetime=5")
        #expect(own["expires_in"] == "5" && own["scope"] == "a openid" && own["token_type"] == "Bearer")
        #expect(own["refresh_token"] == nil && own["id_token"]?.split(separator: ".").count == 3)
        let basic = try await ask(
            "POST", "/oauth/token", form + [("Authorization", "Basic ZGVtby1zZXJ2aWNlOmRlbW8tc2VjcmV0")],
            "grant_type=client_credentials")
        #expect(basic.status == 200 && members(basic.text)["expires_in"] == "60")
    }

    @Test func `a token opens the resource until it is revoked, and a refresh token works once`() async throws {
        func me(_ headers: [(String, String)]) async throws -> String {
            let answer = try await ask("GET", "/oauth/me", headers)
            return "\(answer.status) \(answer.headers.first { $0.name == "WWW-Authenticate" }?.value ?? "")"
        }
        let user = "client_id=demo-app&grant_type=password&username=ada&password=lovelace"
        let first = try await token(user)
        let access = try #require(first["access_token"])
        let bearer = [("Authorization", "Bearer \(access)")]
        let answer = try await ask("GET", "/oauth/me", bearer)
        #expect(
            answer.text.hasPrefix(
                #"{"client":"demo-app","user":"ada","grant":"password","scope":"shop:read","expiresIn":"#))
        #expect(try await me([]) == "401 Bearer realm=\"shop\"")
        #expect(
            try await me([("Authorization", "Bearer x")])
                == "401 Bearer realm=\"shop\", error=\"invalid_token\", error_description=\"This access token is unknown.\""
        )
        let refresh = "client_id=demo-app&grant_type=refresh_token&refresh_token=\(first["refresh_token"] ?? "")"
        let other = refresh.replacing("demo-app", with: "demo-service&client_secret=demo-secret")
        #expect(try await token(other)["error"] == "invalid_grant", "of another client")
        let second = try await token(refresh + "&scope=less")
        #expect(second["scope"] == "less" && second["refresh_token"] != nil)
        #expect(try await token(refresh)["error"] == "invalid_grant")
        let again = "client_id=demo-app&grant_type=refresh_token&refresh_token=\(second["refresh_token"] ?? "")"
        let third = try await token(again)
        #expect(third["scope"] == "less", "the scope from before")
        #expect(try await ask("POST", "/oauth/revoke", form, "token=\(access)").status == 401)
        let revoked = try await ask("POST", "/oauth/revoke", form, "client_id=demo-app&token=\(access)")
        #expect(revoked.status == 200 && revoked.text.isEmpty)
        #expect(try await me(bearer).contains("This access token is unknown."))
        #expect(try await ask("POST", "/oauth/revoke", form, "client_id=demo-app&token=none").status == 200)
        let expired = try await ask("POST", "/oauth/expire")
        #expect(expired.text == #"{"expired":2}"#, "those that are left")
        for (path, allowed) in [
            ("token", "POST"), ("revoke", "POST"), ("expire", "POST"), ("authorize", "GET, POST"), ("me", "GET"),
        ] {
            let answer = try await ask("DELETE", "/oauth/\(path)")
            #expect(answer.status == 405 && answer.headers.contains { $0 == ("Allow", allowed) }, "\(path)")
        }
    }

    @Test func `the browser is sent back with a code or with an error`() async throws {
        let back = "redirect_uri=http%3A%2F%2F127.0.0.1%3A7%2Fcb%3Fa%3D1&state=s+1"
        let table = """
            client_id=x&\(back) -> 400
            client_id=demo-app -> 400
            client_id=demo-app&redirect_uri=http://example.com/ -> 400
            client_id=demo-app&redirect_uri=https://127.0.0.1/ -> 400
            client_id=demo-app&\(back) -> 303 http://127.0.0.1:7/cb?a=1&error=unsupported_response_type&state=s%201
            client_id=demo-app&response_type=code&\(back) -> 303 http://127.0.0.1:7/cb?a=1&error=invalid_request&error_description=A%20code%20challenge%20is%20required.&state=s%201
            client_id=demo-service&response_type=code&\(back) -> 200
            client_id=demo-service&response_type=code&redirect_uri=http://localhost/&prompt=none -> 303 http://localhost/?code=CODE
            """
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " -> ")
            let answer = try await ask("GET", "/oauth/authorize?\(parts[0])")
            let location = answer.headers.first { $0.name == "Location" }?.value ?? ""
            let shown = location.replacing(/demo-code-[0-9a-f]{32}/, with: "CODE")
            #expect("\(answer.status)" + (shown.isEmpty ? "" : " " + shown) == parts[1], "\(row)")
        }
        let refused = try await ask(
            "POST", "/oauth/authorize?client_id=demo-service&response_type=code&\(back)", form, "decision=deny")
        #expect(
            refused.headers.first { $0.name == "Location" }?.value
                == "http://127.0.0.1:7/cb?a=1&error=access_denied&error_description=The%20user%20refused.&state=s%201")
    }

    @Test func `a code belongs to its client, its address and its verifier, and works once`() async throws {
        func code(_ challenge: String) async throws -> String {
            let answer = try await ask(
                "GET",
                "/oauth/authorize?client_id=demo-app&response_type=code&redirect_uri=http://localhost/&prompt=none\(challenge)"
            )
            let location = answer.headers.first { $0.name == "Location" }?.value ?? ""
            return location.firstMatch(of: /demo-code-[0-9a-f]{32}/).map { String($0.0) } ?? ""
        }
        func exchange(_ code: String, _ more: String, client: String = "demo-app") async throws -> String {
            let found = try await token("client_id=\(client)&grant_type=authorization_code&code=\(code)\(more)")
            return found["error_description"] ?? found["token_type"] ?? ""
        }
        let hashed = Base64.urlEncode(SHA256.hash(Array("v1".utf8)))
        let good = "&redirect_uri=http://localhost/&code_verifier=v1"
        let plain = "&code_challenge=v1"
        let challenge = "&code_challenge=\(hashed)&code_challenge_method=S256"
        #expect(try await exchange(code(challenge), good) == "Bearer")
        #expect(try await exchange(code(plain), good) == "Bearer")
        #expect(
            try await exchange(code(challenge), good + "2") == "The code verifier does not match the challenge.")
        #expect(
            try await exchange(code(challenge), "&redirect_uri=http://localhost/x&code_verifier=v1")
                == "The redirect URI differs from the authorization request.")
        #expect(
            try await exchange(code(challenge), good + "&client_secret=demo-secret", client: "demo-service")
                == "The code is unknown, expired or was used before.")
        let once = try await code(challenge)
        #expect(try await exchange(once, good) == "Bearer")
        #expect(try await exchange(once, good) == "The code is unknown, expired or was used before.")
    }

    @Test func `a device gets the scope that it asked for, in the name of the user who allowed it`() async throws {
        let begun = members(
            try await ask("POST", "/oauth/device", form, "client_id=demo-app&scope=shop:write+openid").text)
        let (code, userCode) = (try #require(begun["device_code"]), try #require(begun["user_code"]))
        #expect(begun["verification_uri_complete"] == "http://127.0.0.1/oauth/device?user_code=\(userCode)")
        let page = try await ask("POST", "/oauth/device", form, "user_code=\(userCode)&decision=allow")
        #expect(page.status == 200 && page.text.contains("<h1>Allowed</h1>"))
        // What was allowed counts, not what the request for the token says.
        let poll =
            "client_id=demo-app&grant_type=urn:ietf:params:oauth:grant-type:device_code&device_code=\(code)&scope=all"
        let given = try await token(poll)
        #expect(given["scope"] == "shop:write openid" && given["refresh_token"] != nil)
        #expect(given["id_token"]?.split(separator: ".").count == 3)
        let me = try await ask("GET", "/oauth/me", [("Authorization", "Bearer \(given["access_token"] ?? "")")])
        #expect(
            me.text.hasPrefix(
                #"{"client":"demo-app","user":"ada","grant":"device_code","scope":"shop:write openid","expiresIn":"#))
        #expect(try await token(poll)["error"] == "invalid_grant", "it works once")
    }

    @Test func `a device is sent to the host that it asked`() async throws {
        let table: [([(String, String)], String)] = [
            ([], "127.0.0.1"), ([("Host", "localhost:8080")], "localhost:8080"), ([("host", "shop.test")], "shop.test"),
        ]
        for (headers, host) in table {
            let begun = members(try await ask("POST", "/oauth/device", form + headers, "client_id=demo-app").text)
            let userCode = try #require(begun["user_code"])
            #expect(begun["verification_uri"] == "http://\(host)/oauth/device")
            #expect(begun["verification_uri_complete"] == "http://\(host)/oauth/device?user_code=\(userCode)")
        }
    }

    @Test func `Digest is asked for as the query wants it`() async throws {
        func challenge(_ query: String, _ headers: [(String, String)] = []) async throws -> String {
            let answer = try await ask("GET", "/digest" + query, headers)
            let field = answer.headers.first { $0.name == "WWW-Authenticate" }?.value ?? ""
            return "\(answer.status) " + field.replacing(/nonce="[0-9a-f]{32}"/, with: "NONCE") + " \(answer.text)"
        }
        func error(_ message: String) -> String { #"{"error":{"code":"no_login","message":"\#(message)"}}"# }
        #expect(
            try await challenge("")
                == "401 Digest realm=\"shop\", qop=\"auth, auth-int\", algorithm=SHA-256, NONCE, opaque=\"demo\", charset=UTF-8 "
                + error("Answer the Digest challenge."))
        #expect(
            try await challenge("?qop=auth&algorithm=MD5-sess&userhash=true")
                == "401 Digest realm=\"shop\", qop=\"auth\", algorithm=MD5-sess, NONCE, opaque=\"demo\", charset=UTF-8, userhash=true "
                + error("Answer the Digest challenge."))
        #expect(
            try await challenge("", [("Authorization", "Digest nonce=\"x\", nc=00000001")])
                == "401 Digest realm=\"shop\", qop=\"auth, auth-int\", algorithm=SHA-256, NONCE, opaque=\"demo\", charset=UTF-8, stale=true "
                + error("The nonce is unknown or its count was used before."))
    }

    @Test func `AWS says what is missing of a signature`() async throws {
        func error(_ fields: String?, _ headers: [(String, String)] = [("X-Amz-Date", "20260101T000000Z")]) async throws
            -> String
        {
            let login = fields.map { [("Authorization", "AWS4-HMAC-SHA256 \($0)")] } ?? []
            let answer = try await ask("GET", "/aws", headers + login)
            return "\(answer.status) \(answer.text)"
        }
        func refused(_ code: String, _ message: String) -> String {
            #"403 {"error":{"code":"\#(code)","message":"\#(message)"}}"#
        }
        let scope = "Credential=AKIDEXAMPLE/20260101/r/s/aws4_request"
        #expect(
            try await error(nil)
                == refused("MissingAuthenticationToken", "Sign the request with AWS Signature Version 4."))
        let unknown = refused("InvalidClientTokenId", "The access key is unknown or the date is missing.")
        #expect(try await error("Credential=X/20260101/r/s/aws4_request") == unknown)
        #expect(try await error("Credential=AKIDEXAMPLE/20260101/r/s") == unknown)
        #expect(try await error(scope, []) == unknown)
        #expect(
            try await error(scope, [("X-Amz-Date", "20260101T0Z"), ("X-Amz-Security-Token", "x")])
                == refused("ExpiredToken", "The session token is unknown."))
        #expect(
            try await error(scope, [("X-Amz-Date", "20260102T000000Z")])
                == refused("SignatureDoesNotMatch", "The date differs from the credential scope."))
        #expect(
            try await error(scope + ", SignedHeaders=host")
                == refused("SignatureDoesNotMatch", "Host and date must be signed."))
        #expect(
            try await error(scope + ", SignedHeaders=host;x-amz-date, Signature=0")
                == refused("SignatureDoesNotMatch", "The signature does not match this request."))
    }
}
