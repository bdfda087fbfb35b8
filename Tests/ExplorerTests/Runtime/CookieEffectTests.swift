import NetEngine
import Testing

@testable import Explorer
@testable import Workspace

/// What the runner does to the jar of a collection and environment.
@Suite(.timeLimit(.minutes(1))) struct CookieEffectTests {
    @Test func `a removed cookie is put back, and all of a jar are removed`() async throws {
        let url = try HTTPURL.parse("http://h.test/")
        let cookies = try ["a=1", "b=2"].map { try #require(Cookie(setCookie: Array($0.utf8), from: url, now: 0)) }
        let actions = AsyncStream<Action>.makeStream()
        var told = actions.stream.makeAsyncIterator()
        let runner = EffectRunner(engine: Engine(), path: "/", trust: nil, post: { actions.continuation.yield($0) })
        let (scope, other) = (CookieScope(root: "/c"), CookieScope(root: "/c", environment: "dev"))
        func names(after effect: Effect) async -> [String]? {
            runner.run(effect)
            guard case .cookiesRead(_, let jar)? = await told.next() else { return nil }
            return jar.map(\.name).sorted()
        }
        #expect(await names(after: .readCookies(scope)) == [])
        for cookie in cookies { runner.run(.putCookieBack(cookie, scope)) }
        for expected in [["a"], ["a", "b"]] {
            guard case .cookiesRead(scope, let jar)? = await told.next() else { throw Failure.noCookies }
            #expect(jar.map(\.name).sorted() == expected)
        }
        #expect(await names(after: .readCookies(other)) == [], "each environment has a jar")
        #expect(await names(after: .removeCookie(cookies[0], scope)) == ["b"])
        #expect(await names(after: .putCookieBack(cookies[0], scope)) == ["a", "b"])
        #expect(await names(after: .clearCookies(other)) == [])
        #expect(await names(after: .clearCookies(scope)) == [])
    }

    private enum Failure: Error { case noCookies }
}
