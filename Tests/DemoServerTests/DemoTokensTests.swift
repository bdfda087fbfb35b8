import NetEngine
import Testing

@testable import DemoServer

/// Codes, tokens and devices of the demo's authorization server, and its streams.
@Suite struct DemoTokensTests {
    private let tokens = DemoTokens()

    private func access(_ client: String = "demo-app", grant: String = "password") -> DemoTokens.Access {
        DemoTokens.Access(client: client, user: "ada", grant: grant, scope: "shop:read")
    }

    private func told(_ code: String, client: String = "demo-app") -> String {
        switch tokens.askDevice(code, client: client) {
        case .allowed(let access): "allowed \(access.client) \(access.grant)"
        case .error(let code): code
        }
    }

    @Test func `a device that asks too often is told to slow down, and gets its token once`() {
        let (code, userCode) = tokens.addDevice(access(grant: "device_code"), lifetime: 60)
        #expect(code.hasPrefix("demo-device-") && userCode.count == 9 && userCode.dropFirst(4).first == "-")
        var said = [told(code, client: "demo-service"), told("unknown"), told(code), told(code)]
        #expect(said == ["invalid_grant", "invalid_grant", "authorization_pending", "slow_down"])
        #expect(!tokens.decide(userCode: "BBBB-BBBB-B", as: .allowed))
        // However it is typed.
        #expect(tokens.decide(userCode: " \(userCode.lowercased().filter { $0 != "-" })", as: .allowed))
        said = [told(code), told(code)]
        #expect(said == ["allowed demo-app device_code", "invalid_grant"])
        let (late, _) = tokens.addDevice(access(), lifetime: -1)
        said = [told(late), told(late)]
        #expect(said == ["expired_token", "invalid_grant"])
    }

    @Test func `a code works once, and until it expires`() {
        func code(_ seconds: Int64) -> String {
            tokens.add(
                DemoTokens.Code(
                    access: access(), redirectURI: "http://127.0.0.1/", challenge: nil, isPlain: true,
                    expires: Timestamp.secondsNow() + seconds))
        }
        let good = code(60)
        let taken = [tokens.takeCode(good)?.redirectURI, tokens.takeCode(good)?.redirectURI]
        #expect(taken == ["http://127.0.0.1/", nil] && good.hasPrefix("demo-code-"))
        let late = code(-1)
        #expect(tokens.takeCode(late) == nil)
    }

    @Test func `tokens expire, are revoked and renewed each by itself`() throws {
        let (one, refresh) = tokens.issue(access(), lifetime: 60, withRefresh: true)
        let (two, none) = tokens.issue(access("demo-service"), lifetime: 60, withRefresh: false)
        #expect(one.hasPrefix("demo-at-") && refresh?.hasPrefix("demo-rt-") == true && none == nil && one != two)
        let renewal = try #require(refresh)
        let renewed = ["demo-service", "demo-app", "demo-app"].map { tokens.takeRefresh(renewal, client: $0)?.client }
        #expect(renewed == [nil, "demo-app", nil], "only its own client, and once")
        tokens.revoke(two)
        #expect(tokens.access(two) == nil && tokens.access(one)?.client == "demo-app")
        let (three, again) = tokens.issue(access(grant: "refresh_token"), lifetime: 60, withRefresh: true)
        // One that has just taken the place of another is spared.
        let expired = [tokens.expire(three), tokens.expire(one), tokens.expire(one), tokens.expire("unknown")]
        #expect(expired == [0, 1, 0, nil])
        let all = [tokens.expireAll(), tokens.expireAll()]
        #expect(all == [1, 0] && tokens.access(three)?.expires == 0)
        tokens.revoke(again ?? "")
        #expect(tokens.takeRefresh(again ?? "", client: "demo-app") == nil)
    }

    @Test func `events are numbered, and go through the products and their stock`() async throws {
        let routes = DemoRoutes(otherOrigin: "http://127.0.0.1:9")
        let answer = try await routes.answer(DemoRequest("GET", "/slow/events?ms=1&count=52", [], body: ""))
        guard case .stream(let stream, let count) = answer.body else {
            Issue.record("no stream")
            return
        }
        #expect(count == nil && answer.headers.contains { $0 == ("Cache-Control", "no-store") })
        func event(_ index: Int) async throws -> String? {
            try await stream.chunk(index).map { String(decoding: $0, as: UTF8.self) }
        }
        let table = [(0, 1, 50), (1, 2, 49), (11, 12, 39), (12, 1, 38), (49, 2, 1), (50, 3, 50), (51, 4, 49)]
        for (index, product, stock) in table {
            let found = try await event(index)
            #expect(
                found == "id: \(index + 1)\nevent: stock\ndata: {\"product\":\(product),\"stock\":\(stock)}\n\n")
        }
        let end = try await event(52)
        #expect(end == nil)
    }

    @Test(arguments: ["/slow/events?ms=600000", "/slow/body?ms=600000&parts=3"])
    func `the first part of a slow stream is there at once, and each other one waits`(target: String) async throws {
        let routes = DemoRoutes(otherOrigin: "http://127.0.0.1:9")
        guard case .stream(let stream, _) = try await routes.answer(DemoRequest("GET", target)).body else {
            Issue.record("no stream")
            return
        }
        /// A wait in a cancelled task ends at once, with an error.
        func waits(_ index: Int) async -> Bool {
            let task = Task { try await stream.chunk(index) }
            task.cancel()
            if case .failure = await task.result { return true }
            return false
        }
        var found: [Bool] = []
        for index in 0..<3 { found.append(await waits(index)) }
        #expect(found == [false, true, true])
    }

    @Test func `texts of a query are decoded, and what is no escape stays`() {
        let table: [(String, String)] = [
            ("a+b", "a b"), ("%41%42", "AB"), ("%C3%a4", "ä"), ("%", "%"), ("%4", "%4"), ("%zz", "%zz"), ("%%41", "%A"),
            ("%4%41", "%4A"), ("a%2Bb", "a+b"), ("", ""),
        ]
        for (text, decoded) in table { #expect(DemoQuery.decode(text) == decoded, "\(text)") }
        #expect(DemoQuery.decode("a+b", plusIsSpace: false) == "a+b")
        let pairs = DemoQuery.parse("a=1&b&=c&d=e=f&a=2&").map { "\($0.name):\($0.value)" }
        #expect(pairs == ["a:1", "b:", ":c", "d:e=f", "a:2"])
    }
}
