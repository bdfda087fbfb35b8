import NetEngine
import TerminalUI

/// The time that `update` was given, what depends on it, and the numbers that put events in order.
package struct ModelClock: Sendable {
    /// The latest moment of an action.
    package private(set) var now = MonotonicTime(nanoseconds: 0)
    private var lastInterrupt: MonotonicTime?
    /// The earliest wake that was asked for and has not come.
    private var wakeAt: MonotonicTime?
    private var lastTicket = 0

    /// The wall clock at some moment.
    private var wall: (time: Timestamp, at: MonotonicTime)?

    /// The wall clock now, as far as it is known.
    var wallNow: Timestamp {
        guard let wall else { return Timestamp(microsecondsSince1970: 0) }
        let passed = DurationText.microseconds(now.since(wall.at))
        return Timestamp(microsecondsSince1970: wall.time.microsecondsSince1970 + Int64(passed))
    }

    /// The wall clock shows this time now.
    package mutating func noteWall(_ time: Timestamp) { wall = (time, now) }

    /// Time never goes back: actions of several threads may arrive out of order.
    package mutating func advance(to moment: MonotonicTime) {
        now = max(now, moment)
        if let wakeAt, wakeAt <= now { self.wakeAt = nil }
    }

    /// - Parameter wanted: moments at which something on the screen changes by itself.
    /// - Returns: the wake to ask for; none if an earlier one was asked for.
    mutating func wake(_ wanted: [MonotonicTime]) -> [Effect] {
        guard let earliest = wanted.min() else { return [] }
        if let wakeAt, wakeAt <= earliest { return [] }
        wakeAt = earliest
        return [.wake(at: earliest)]
    }

    /// Called for Ctrl-C. Returns whether the one before was at most a second ago.
    mutating func isSecondInterrupt() -> Bool {
        defer { lastInterrupt = now }
        return lastInterrupt.map { now.since($0) <= .seconds(1) } ?? false
    }

    /// A number that is higher than all before it.
    mutating func nextTicket() -> Int {
        lastTicket += 1
        return lastTicket
    }
}
