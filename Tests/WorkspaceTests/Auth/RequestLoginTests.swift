import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat
@testable import Workspace

/// Logins as the lines of a request say them, and how forms write them.
@Suite struct RequestLoginTests {
    private func document(_ lines: String) -> HTTPDocument { HTTPDocument(bytes: Array("### a\n\(lines)\n".utf8)) }

    @Test(arguments: [
        ("Basic {{user}} {{pass word}}", RequestLogin.basic(user: "{{user}}", password: "{{pass word}}")),
        ("basic ann:s3cret", .basic(user: "ann", password: "s3cret")),
        ("Basic YW5uOnMzY3JldA==", .basic(user: "ann", password: "s3cret")),
        ("Basic ann:", .basic(user: "ann", password: "")),
        ("Bearer {{token}}", .bearer(token: "{{token}}")),
        ("Bearer {{ $auth.token(\"shop\") }}", .oauth2(id: "shop", isIDToken: false)),
        ("Bearer {{$auth.idToken(\"shop\")}}", .oauth2(id: "shop", isIDToken: true)),
        ("Digest ann p w", .digest(user: "ann", password: "p w")),
        ("Digest username=\"ann\", realm=\"x\"", .other("Digest username=\"ann\", realm=\"x\"")),
        (
            "AWS key {{secret key}} region:eu-1 token:t service:s3",
            .aws(.init(keyID: "key", secret: "{{secret key}}", region: "eu-1", service: "s3", sessionToken: "t"))
        ),
        ("AWS key", .other("AWS key")), ("Hawk id=1", .other("Hawk id=1")), ("", .other("")),
    ]) func `an Authorization is read`(value: String, login: RequestLogin) {
        #expect(RequestLogin(authorization: value) == login)
    }

    @Test(arguments: [
        ("GET http://h/\nX-API-Key: k1", RequestLogin.apiKey(name: "X-API-Key", value: "k1", inQuery: false)),
        ("GET http://h/?api_key={{k}}", .apiKey(name: "api_key", value: "{{k}}", inQuery: true)),
        ("GET http://h/\nX-API-Key: k1\nAuthorization: Bearer t", .bearer(token: "t")),
        ("GET http://h/\n# Authorization: Bearer t", .none),
        ("GET http://h/\nCookie: token=1\nX-CSRF-Token: 4\nAccept: */*", .none),
    ]) func `the login of a request is its Authorization, else a key`(lines: String, login: RequestLogin) throws {
        #expect(RequestLogin.read(try #require(document(lines).requests.first)).login == login)
    }

    @Test(arguments: [
        ("", RequestLogin.bearer(token: "{{t}}"), "Authorization: Bearer {{t}}"),
        ("authorization: Basic a b", .digest(user: "u", password: "p"), "authorization: Digest u p"),
        ("X-Api-Key: 1", .bearer(token: "t"), "Authorization: Bearer t"),
        ("Authorization: Bearer t", .apiKey(name: "X-API-Key", value: "1", inQuery: false), "X-API-Key: 1"),
        ("", .basic(user: "a b", password: "c"), "Authorization: Basic YSBiOmM="),
        ("", .oauth2(id: "shop", isIDToken: false), "Authorization: Bearer {{$auth.token(\"shop\")}}"),
        (
            "", .aws(.init(keyID: "k", secret: "s", region: "eu-1")), "Authorization: AWS k s region:eu-1"
        ),
        ("Authorization: Bearer t", .none, ""),
    ]) func `a login is written in place of the one before, and read again`(
        before: String, login: RequestLogin, after: String
    ) throws {
        var document = document("GET http://h/\nAccept: */*\(before.isEmpty ? "" : "\n" + before)")
        for edit in try login.edits(of: try #require(document.requests.first)) {
            document = try document.applying(edit, toRequest: 0)
        }
        let request = try #require(document.requests.first)
        #expect(RequestLogin.read(request).login == login)
        #expect(request.headers.dropFirst().map { "\($0.name): \($0.value)" } == (after.isEmpty ? [] : [after]))
    }

    @Test func `a key moves between header and query`() throws {
        var document = document("GET http://h/?a=1\nX-API-Key: 1")
        let login = RequestLogin.apiKey(name: "api_key", value: "2", inQuery: true)
        for edit in try login.edits(of: document.requests[0]) { document = try document.applying(edit, toRequest: 0) }
        #expect(document.requests[0].target == "http://h/?a=1&api_key=2" && document.requests[0].headers.isEmpty)
        let back = RequestLogin.apiKey(name: "X-API-Key", value: "2", inQuery: false)
        for edit in try back.edits(of: document.requests[0]) { document = try document.applying(edit, toRequest: 0) }
        #expect(document.requests[0].target == "http://h/?a=1" && document.requests[0].headers.map(\.value) == ["2"])
    }

    @Test(arguments: [
        (RequestLogin.bearer(token: ""), "The token must not be empty."),
        (.basic(user: "", password: "x"), "The user must not be empty."),
        (.digest(user: "a b", password: "c"), "would be read as something else"),
        (.aws(.init(keyID: "k", secret: "s t")), "would be read as something else"),
        (.oauth2(id: "a\"b", isIDToken: false), "a name without quotes"),
        (.apiKey(name: "", value: "1", inQuery: false), "The name of the header"),
    ]) func `what cannot be written is refused with a sentence`(login: RequestLogin, part: String) throws {
        let request = try #require(document("GET http://h/").requests.first)
        let refusal = #expect(throws: HTTPDocument.EditRefusal.self) { try login.edits(of: request) }
        #expect(refusal?.sentence.contains(part) == true)
    }

    @Test(.longComputation) func `any text is read, and what is read as a login is written as one that means the same`()
        throws
    {
        var random = SystemRandomNumberGenerator()
        let pieces = [
            "Basic", "Digest", "AWS", "Bearer", " ", " ", "{{", "}}", ":", "a", "\u{301}", "=", "\"", "region:", "é",
        ]
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 0...9, using: &random)).map { _ in pieces.randomElement(using: &random) ?? ""
            }
            .joined()
            let login = RequestLogin(authorization: text)
            guard let written = try? login.authorization() else { continue }
            #expect(RequestLogin(authorization: written) == login, "\(text.debugDescription)")
        }
    }
}
