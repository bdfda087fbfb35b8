import NetEngine
import Synchronization

/// A wall clock that moves only when a test moves it.
final class WallClock: Sendable {
    /// 2026-11-21T12:00:00Z.
    static let noon: Int64 = 1_795_262_400

    private let microseconds = Mutex<Int64>(WallClock.noon * 1_000_000)

    var now: Timestamp { Timestamp(microsecondsSince1970: microseconds.withLock { $0 }) }
    var seconds: Int64 { now.microsecondsSince1970 / 1_000_000 }

    func advance(by duration: Duration) {
        let (seconds, attoseconds) = duration.components
        microseconds.withLock { $0 += seconds * 1_000_000 + attoseconds / 1_000_000_000_000 }
    }
}
