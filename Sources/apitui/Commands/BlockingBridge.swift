import Dispatch
import Synchronization
import TerminalUI

/// Runs asynchronous work from a command's synchronous `run`, and blocks until it ends.
///
/// Commands are synchronous so that the UI can keep the main thread. The work is detached: it must not need the main
/// actor, whose thread is blocked here.
enum BlockingBridge {
    static func wait<Value: Sendable>(for work: @escaping @Sendable () async throws -> Value) throws -> Value {
        let result = Box<Value>()
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            do {
                let value = try await work()
                result.set(.success(value))
            } catch {
                result.set(.failure(error))
            }
            done.signal()
        }
        done.wait()
        return try result.take()
    }

    private final class Box<Value: Sendable>: Sendable {
        private let content = Mutex<Result<Value, any Error>?>(nil)
        func set(_ new: Result<Value, any Error>) { content.withLock { $0 = new } }
        func take() throws -> Value {
            guard let result = content.withLock({ $0 }) else { throw CancellationError() }
            return try result.get()
        }
    }
}
