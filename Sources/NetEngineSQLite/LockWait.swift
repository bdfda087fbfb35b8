/// Repeats an attempt to write while another program holds the lock of the database for long, as on an overloaded machine.
package struct LockWait: Sendable {
    private let attempts: Int
    private let whenFirst: @Sendable () -> Void
    private var failed = 0
    private var isFirst = true

    /// - Parameters:
    ///   - attempts: how many in a row may fail, each after the time that a transaction waits.
    ///   - whenFirst: is called before the first repetition.
    package init(attempts: Int, whenFirst: @escaping @Sendable () -> Void = {}) {
        self.attempts = attempts
        self.whenFirst = whenFirst
    }

    /// Whether to try again after an error.
    package mutating func goesOn(after error: any Error) -> Bool {
        guard DatabaseDamage.isLocked(error) else { return false }
        failed += 1
        guard failed < attempts else { return false }
        if isFirst { whenFirst() }
        isFirst = false
        return true
    }

    package mutating func succeeded() { failed = 0 }
}
