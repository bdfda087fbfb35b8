import Synchronization
import TestSupport
import Testing

@testable import NetEngine

/// What the owner of a token does for any user of it; `OAuth2Tests` has the rest.
@Suite(.timeLimit(.minutes(5))) struct OAuth2TokenKeeperTests {
    private let asked = Counter()

    private final class Counter: Sendable {
        private let state = Mutex(0)
        var count: Int { state.withLock { $0 } }
        func next() -> Int {
            state.withLock { count in
                count += 1
                return count
            }
        }
    }

    /// Fails as often as said, then gives `t1`, `t2` …
    private func source(failing failures: Int = 0) -> OAuth2TokenKeeper.Source {
        OAuth2TokenKeeper.Source { (_) async throws(EngineError) in
            .refused(.cancelled())
        } grant: { [asked] (_, _) async throws(EngineError) in
            let number = asked.next()
            guard number > failures else { throw EngineError(.api, "No.") }
            return OAuth2Token(accessToken: "t\(number - failures)", obtained: 1000, idToken: "id\(number)")
        }
    }

    @Test(arguments: [(nil as Int64?, 2), (1, 1)])
    func `after a failure the source is asked again at once, or not within the patience`(
        _ patience: Int64?, _ count: Int
    ) async {
        let keeper = OAuth2TokenKeeper(store: nil, patience: patience, now: { 1000 })
        for _ in 0..<2 {
            await #expect(throws: EngineError.self) { try await keeper.token(from: source(failing: 5)) }
        }
        #expect(asked.count == count)
    }

    @Test func `the patience ends after its last second, and when the clock is set back`() async {
        let now = Mutex<Int64>(0)
        let keeper = OAuth2TokenKeeper(store: nil, patience: 1, now: { now.withLock { $0 } })
        var counts: [Int] = []
        for moment in [1000, 1001, 1002, 1001] as [Int64] {
            now.withLock { $0 = moment }
            await #expect(throws: EngineError.self) { try await keeper.token(from: source(failing: 9)) }
            counts.append(asked.count)
        }
        #expect(counts == [1, 1, 2, 3])
    }

    @Test func `a dropped token is taken from the store again, a forgotten one is not`() async throws {
        let store = OAuth2MemoryStore()
        let keeper = OAuth2TokenKeeper(store: store, now: { 1000 })
        #expect(try await keeper.token(from: source()).accessToken == "t1")
        keeper.drop()
        #expect(keeper.usableToken == nil)
        #expect(try await keeper.token(from: source()).accessToken == "t1")
        try await keeper.forget()
        #expect(try await keeper.token(from: source()).accessToken == "t2")
    }

    /// Forgets the token between the decision to save one and the moment in which it is there.
    private final class ForgetfulStore: OAuth2TokenStore {
        let kept = OAuth2MemoryStore()
        let keeper = Mutex<OAuth2TokenKeeper?>(nil)

        func load() async throws(EngineError) -> OAuth2Token? { try await kept.load() }
        func save(_ token: OAuth2Token?) async throws(EngineError) {
            if token != nil { keeper.withLock { $0 }?.drop() }
            try await kept.save(token)
        }
    }

    @Test func `a token that is forgotten while it is renewed is for those who wait for it, and not kept`()
        async throws
    {
        let old = OAuth2Token(accessToken: "old", refreshToken: "r", expires: 1, obtained: 0)
        let store = OAuth2MemoryStore(old)
        let keeper = OAuth2TokenKeeper(token: old, store: store, now: { 1000 })
        let meanwhile = OAuth2TokenKeeper.Source { (_) async throws(EngineError) in
            try await keeper.forget()
            return .token(OAuth2Token(accessToken: "new", obtained: 1000))
        } grant: { (_, _) async throws(EngineError) in
            throw EngineError(.api, "No.")
        }
        #expect(try await keeper.token(from: meanwhile).accessToken == "new")
        #expect(keeper.token == nil)
        #expect(try await store.load() == nil)
        #expect(try await keeper.token(from: source()).accessToken == "t1")
        #expect(try await store.load()?.accessToken == "t1")
    }

    /// A store that others use too.
    private final class SharedStore: OAuth2TokenStore {
        final class Steps: Sendable {
            private let state = Mutex<[String]>([])
            var all: [String] { state.withLock { $0 } }
            func add(_ step: String) { state.withLock { $0.append(step) } }
        }

        let steps = Steps()

        func load() async throws(EngineError) -> OAuth2Token? { nil }
        func save(_ token: OAuth2Token?) async throws(EngineError) { steps.add(token == nil ? "remove" : "save") }
        func lock() async throws(EngineError) -> OAuth2StoreLock? {
            steps.add("lock")
            return OAuth2StoreLock { [steps] in steps.add("unlock") }
        }
    }

    @Test func `a token is forgotten while no other program renews it`() async throws {
        let store = SharedStore()
        let keeper = OAuth2TokenKeeper(store: store, now: { 1000 })
        try await keeper.forget()
        #expect(store.steps.all == ["lock", "remove", "unlock"])
        // Its own renewal holds the lock, and would wait for this.
        let meanwhile = OAuth2TokenKeeper.Source { (_) async throws(EngineError) in
            .refused(.cancelled())
        } grant: { (_, _) async throws(EngineError) in
            try await keeper.forget()
            return OAuth2Token(accessToken: "new", obtained: 1000)
        }
        #expect(try await keeper.token(from: meanwhile).accessToken == "new")
        #expect(store.steps.all == ["lock", "remove", "unlock", "lock", "remove", "unlock"])
    }

    @Test func `a token that is forgotten while it is saved is not left in the store`() async throws {
        let store = ForgetfulStore()
        let keeper = OAuth2TokenKeeper(store: store, now: { 1000 })
        store.keeper.withLock { $0 = keeper }
        #expect(try await keeper.token(from: source()).accessToken == "t1")
        #expect(try await store.kept.load() == nil)
        #expect(keeper.token == nil)
    }

    @Test(arguments: ["t1", "id1"]) func `a refused access or ID token is not used again`(_ text: String) async throws {
        let keeper = OAuth2TokenKeeper(store: OAuth2MemoryStore(), now: { 1000 })
        _ = try await keeper.token(from: source())
        keeper.refuse(text)
        #expect(keeper.usableToken == nil)
        #expect(try await keeper.token(from: source()).accessToken == "t2")
    }
}
