import NetEngine
import Synchronization
import Testing

@testable import Explorer
@testable import Workspace

/// What the runner does to the jar of a collection and environment.
@Suite(.timeLimit(.minutes(5))) struct CookieEffectTests {
    private final class Told: Sendable {
        let last = Mutex<Action?>(nil)
    }

    @Test func `a removed cookie is put back, and all of a jar are removed`() throws {
        let url = try HTTPURL.parse("http://h.test/")
        let cookies = try ["a=1", "b=2"].map { try #require(Cookie(setCookie: Array($0.utf8), from: url, now: 0)) }
        let told = Told()
        let runner = EffectRunner(
            engine: Engine(), path: "/", trust: nil, post: { action in told.last.withLock { $0 = action } })
        let (scope, other) = (CookieScope(root: "/c"), CookieScope(root: "/c", environment: "dev"))
        /// The names that are reported at once.
        func names(after effect: Effect) -> [String]? {
            told.last.withLock { $0 = nil }
            runner.run(effect)
            guard case .cookiesRead(_, let jar)? = told.last.withLock({ $0 }) else { return nil }
            return jar.map(\.name).sorted()
        }
        #expect(names(after: .readCookies(scope)) == [])
        #expect(names(after: .putCookieBack(cookies[0], scope)) == ["a"])
        #expect(names(after: .putCookieBack(cookies[1], scope)) == ["a", "b"])
        #expect(names(after: .readCookies(other)) == [], "each environment has a jar")
        #expect(names(after: .removeCookie(cookies[0], scope)) == ["b"])
        #expect(names(after: .putCookieBack(cookies[0], scope)) == ["a", "b"])
        #expect(names(after: .clearCookies(other)) == [])
        #expect(names(after: .readCookies(scope)) == ["a", "b"])
        #expect(names(after: .clearCookies(scope)) == [])
    }
}
