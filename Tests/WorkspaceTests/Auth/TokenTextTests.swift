import Base
import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// Tokens and logins as lists and plans name them, and how much of a body was kept.
@Suite struct TokenTextTests {
    private func kept(_ token: OAuth2Token, scope: String = "") throws -> KeptToken {
        let settings = try AuthSettings(
            id: "shop",
            values: [
                ["Grant Type"]: "Client Credentials", ["Token URL"]: "https://x.test/t", ["Client ID"]: "me",
                ["Scope"]: scope,
            ])
        return KeptToken(token, settings, root: "/c", path: nil)
    }

    @Test func `a kept token says how long it lives and what it is for`() throws {
        let table = #"""
            1000 -> expired
            1001 -> 1 s left
            1119 -> 119 s left
            1120 -> 2 min left
            8199 -> 119 min left
            8200 -> 2 h left
            173799 -> 47 h left
            173800 -> 2 d left
            none -> no known end
            """#
        let wrong = try TextTable.differences(table) { text in
            try kept(OAuth2Token(accessToken: "a", expires: Int64(text), obtained: 5)).life(at: 1000)
        }
        #expect(wrong == [])
        let plain = try kept(OAuth2Token(accessToken: "a", obtained: 5), scope: "x y")
        #expect(plain.scope == "x y" && !plain.hasRefreshToken && plain.server == "x.test:443" && plain.secret == "a")
        let given = try kept(OAuth2Token(accessToken: "a", refreshToken: "r", obtained: 5, scope: "z"), scope: "x y")
        #expect(given.scope == "z" && given.hasRefreshToken && given.grant == "client credentials")
        #expect(try kept(OAuth2Token(accessToken: "a", obtained: 5)).scope == nil)
    }

    @Test func `a sign-in says where to go, and what to paste`() {
        func sentence(_ pastes: String?) -> String {
            SignIn(number: 1, login: "shop", way: .browser(url: "http://a/", pastes: pastes), limit: .seconds(1))
                .sentence
        }
        #expect(sentence(nil) == "Sign in (shop) with your browser: http://a/")
        #expect(
            sentence("http://b/") == "Sign in (shop) with your browser: http://a/\n"
                + "Then paste the address that begins with http://b/, and press Enter:")
    }

    @Test func `only a redirect to this machine is served`() {
        let table = #"""
            http://127.0.0.1:8080/x -> served
            http://localhost/ -> served
            http://[::1]:1/ -> served
            https://127.0.0.1/ -> not
            http://127.0.0.2/ -> not
            http://localhost.test/ -> not
            not a URL -> not
            """#
        #expect(TextTable.differences(table) { LoopbackListener.serves($0) ? "served" : "not" } == [])
        let error = #expect(throws: CollectionError.self) { try LoopbackListener(redirectURL: "https://a.test/x") }
        #expect(
            error?.sentence
                == "The redirect URL https://a.test/x does not lead to this machine: write http://127.0.0.1:PORT/path, and register it with the server."
        )
    }

    @Test func `the token that is meant is named with one kind of quotation marks`() {
        let table = #"""
            $auth.token("a b") -> a b
            $AUTH.Token('x') -> x
            $auth.idToken( "x" ) -> x id
            $auth .token ("x") -> x
            $auth.token("") -> none
            $auth.token("x') -> none
            $auth.token(x) -> none
            $auth.token("x -> none
            $auth.tokens("x") -> none
            """#
        let wrong = TextTable.differences(table) { text in
            TokenName(text).map { $0.id + ($0.isIDToken ? " id" : "") } ?? "none"
        }
        #expect(wrong == [])
    }

    @Test func `a shorthand says what will be sent, without its secrets`() {
        let table = #"""
            Digest ann secret -> Digest as ann: the server is asked for its challenge first
            AWS id key -> AWS signature with id, region of the host, service of the host
            AWS id key region:eu -> AWS signature with id, eu, service of the host
            AWS id key token:t service:s3 -> AWS signature with id, region of the host, s3, temporary
            \tdigest\tann\tp w -> Digest as ann: the server is asked for its challenge first
            aws id key region:eu service:s3 token:t -> AWS signature with id, eu, s3, temporary
            Bearer x -> none
            """#
        #expect(TextTable.differences(table) { AuthorizationShorthand($0)?.fact ?? "none" } == [])
    }

    @Test func `a login is defined at its grant, else at the first line of the public file`() {
        func variable(_ file: String, _ line: Int, isPrivate: Bool = false) -> EnvironmentSet.Variable {
            .init(value: "x", reason: nil, file: file, isPrivate: isPrivate, path: [], line: line)
        }
        let place = { (entry: [[String]: EnvironmentSet.Variable]) in
            AuthDefinition(id: "a", entry: entry, root: "/c").place
        }
        let privateFirst = variable("/c/p.json", 1, isPrivate: true)
        #expect(
            place([["Token URL"]: variable("/c/e.json", 7), ["grant-type"]: variable("/c/e.json", 9)]) == "e.json:9")
        #expect(
            place([["A"]: variable("/c/e.json", 7), ["B"]: variable("/c/e.json", 6), ["C"]: privateFirst]) == "e.json:6"
        )
        #expect(place([["C"]: privateFirst]) == "p.json:1")
        #expect(place([["A"]: variable("/elsewhere/e.json", 2)]) == "/elsewhere/e.json:2")
    }

    @Test func `the logins of an environment are its own over the shared ones`() {
        func variable(_ value: String) -> EnvironmentSet.Variable {
            .init(value: value, reason: nil, file: "/c/e.json", isPrivate: false)
        }
        let set = EnvironmentSet(
            names: ["dev", "live"],
            security: [
                EnvironmentSet.shared: [["Auth", "a", "k"]: variable("1"), ["Auth", "b", "k"]: variable("1")],
                "dev": [
                    ["Auth", "a", "k"]: variable("2"), ["Auth", "c"]: variable("3"),
                    ["Other", "d", "k"]: variable("4"),
                ],
                "live": [["Auth", "e", "k"]: variable("5")],
            ])
        #expect(set.logins(in: nil) == ["a", "b"] && set.logins(in: "dev") == ["a", "b"])
        #expect(set.logins(in: "live") == ["a", "b", "e"])
        #expect(set.authEntries(in: "dev")["a"]?[["k"]]?.value == "2")
        #expect(set.authEntries(in: nil)["a"]?[["k"]]?.value == "1")
        #expect(set.environments(withLogin: "a") == ["dev"] && set.environments(withLogin: "e") == ["live"])
        #expect(set.environments(withLogin: "c") == [], "a value alone is no login")
        #expect(set.loginKeyCount == 6)
        // As forms show them: keys in any spelling, the environment before what all share.
        #expect(set.loginNames(in: "dev") == ["a", "b"] && set.loginNames(in: nil) == ["a", "b"])
        #expect(set.loginNames(in: "live") == ["a", "b", "e"])
        let asked: [(id: String, environment: String?)] = [
            ("a", "dev"), ("a", "live"), ("b", "dev"), ("e", "live"), ("e", "dev"), ("d", "dev"), ("a", nil),
        ]
        let values = asked.map { set.loginValue("K", of: $0.id, in: $0.environment)?.value }
        #expect(values == ["2", "1", "1", "5", nil, nil, "1"])
        #expect(set.loginValue("k2", of: "a", in: "dev") == nil)
    }

    @Test func `new values that others may see go into the nearest public file`() {
        func publicFile(_ files: [(String, Bool)]) -> String? {
            var set = EnvironmentSet(names: ["dev"])
            set.files = files.map { .init(path: $0, isPrivate: $1) }
            return set.publicFile
        }
        #expect(publicFile([]) == nil)
        #expect(
            publicFile([
                ("/c/sub/http-client.private.env.json", true), ("/c/sub/my-http-client.env.json", false),
                ("/c/.env", false), ("/c/http-client.env.json", false), ("/http-client.env.json", false),
            ]) == "/c/http-client.env.json")
        #expect(publicFile([("/c/http-client.env.json", true)]) == nil)
    }

    @Test func `moments of a rate are planned, and none starts at the end of the time`() {
        var pace = RunPace()
        #expect(pace.planned == nil && !pace.isOver(1_000_000))
        pace.rate = 2
        #expect(pace.planned == nil && !pace.isOver(1_000_000))
        pace.duration = .milliseconds(1250)
        #expect(pace.planned == 3)
        #expect([0, 1, 2, 3].map { pace.isOver($0) } == [false, false, false, true])
        pace.duration = .milliseconds(1500)
        #expect(pace.planned == 3 && pace.isOver(3) && !pace.isOver(2))
    }
}
