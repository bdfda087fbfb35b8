import Base
import Glibc
import NetEngine

/// Asks before something is lost or written.
enum Confirmation {
    /// - Parameters:
    ///   - question: `Delete 3 runs?`
    ///   - otherwise: the same where nobody can be asked: `3 runs would be deleted.`
    ///   - flag: what answers it beforehand.
    ///   - isGiven: whether that flag was given.
    ///   - verb: what it does without asking.
    ///   - declined: what is said if the user does not agree.
    /// - Throws: unless the user agrees.
    static func ask(
        _ question: String, otherwise: String, flag: String = "--yes", isGiven: Bool, to verb: String = "delete",
        declined: SafeText = "Nothing was deleted."
    ) throws(CommandFailure) {
        guard !isGiven else { return }
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
            throw CommandFailure(SafeText("\(otherwise) Give \(flag) to \(verb) without asking."))
        }
        _ = StandardStreams.write(Array(SafeText("\(question) [y/N] ").string.utf8), to: STDERR_FILENO)
        guard let answer = readLine(), isYes(answer) else {
            throw CommandFailure(declined, status: .failed)
        }
    }

    static func isYes(_ answer: String) -> Bool { ["y", "yes"].contains(answer.trimmingWhitespace().lowercased()) }
}
