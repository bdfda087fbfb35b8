import Synchronization
import Testing

@testable import NetEngine

/// A value that is set once, and that tasks wait for.
@Suite struct PromiseTests {
    private final class Told: Sendable {
        let values = Mutex<[String]>([])
    }

    @Test func `every task that waits gets the first value, and so does one that asks later`() async {
        let engine = Engine()
        let promise = Promise<Int>()
        let told = Told()
        // One thread runs all pieces of these tasks in the order in which they are ready.
        for name in ["a", "b", "c"] {
            Task(executorPreference: engine.executor) {
                let value = await promise.value
                told.values.withLock { $0.append("\(name) \(value)") }
            }
        }
        await Task(executorPreference: engine.executor) {
            #expect(promise.present == nil && told.values.withLock { $0.isEmpty })
            promise.keep(1)
            promise.keep(2)
        }.value
        let values = await Task(executorPreference: engine.executor) { told.values.withLock { $0 } }.value
        #expect(values == ["a 1", "b 1", "c 1"])
        #expect(promise.present == 1)
        #expect(await promise.value == 1)
        await engine.shutdown()
    }
}
