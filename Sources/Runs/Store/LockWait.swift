import NetEngineSQLite

/// Lets a recording outlast a program that holds the lock of the database for long, as on a machine without processor time.
struct LockWait: Sendable {
    /// In a row. Each of them waits for `seconds`.
    static let mostAttempts = 12

    private let folder: String
    private let seconds: Double
    private let report: @Sendable (String) -> Void
    private var failed = 0
    private var isReported = false

    /// - Parameters:
    ///   - seconds: how long one attempt waits.
    ///   - report: receives one sentence, the first time that the database is locked.
    init(folder: String, seconds: Double, report: @escaping @Sendable (String) -> Void) {
        self.folder = folder
        self.seconds = seconds
        self.report = report
    }

    /// Whether to try again after an error.
    mutating func goesOn(after error: any Error) -> Bool {
        guard DatabaseDamage.isLocked(error) else { return false }
        failed += 1
        guard failed < Self.mostAttempts else { return false }
        if !isReported {
            isReported = true
            let limit = Int(seconds * Double(Self.mostAttempts))
            report(
                "The recorded runs in \(folder) are locked by another program. apitui keeps trying for up to \(limit) s."
            )
        }
        return true
    }

    mutating func succeeded() { failed = 0 }
}
