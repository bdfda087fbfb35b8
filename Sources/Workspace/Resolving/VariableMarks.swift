import HTTPFormat
import Synchronization

/// The variables that an export keeps as variables: each gets a mark (`TextMarks`) when a request is resolved, and whoever writes
/// the request decides what takes the place of the mark.
package final class VariableMarks: Sendable {
    /// A reference: `{{token}}`, or `{{%token}}`, whose value is percent-encoded.
    package struct Variable: Sendable, Hashable {
        package var name: String
        package var isEncoded: Bool

        package init(name: String, isEncoded: Bool) {
            self.name = name
            self.isEncoded = isEncoded
        }

        /// - Parameter expression: what is between the braces, trimmed.
        package init(expression: String) {
            isEncoded = expression.hasPrefix("%")
            name = isEncoded ? String(expression.dropFirst().drop { $0 == " " }) : expression
        }
    }

    private struct State {
        var numbers: [Variable: Int] = [:]
        var variables: [Variable] = []
    }

    package let marks: TextMarks
    private let isKept: @Sendable (String) -> Bool
    private let state = Mutex(State())

    /// - Parameter isKept: whether a variable is kept, by its name as it is written between the braces.
    package init(_ marks: TextMarks, keeping isKept: @escaping @Sendable (String) -> Bool) {
        self.marks = marks
        self.isKept = isKept
    }

    package func keeps(_ name: String) -> Bool { isKept(name) }

    /// The variables that got marks, by the numbers of their marks.
    package var variables: [Variable] { state.withLock(\.variables) }

    /// nil if the variable gets its value.
    func mark(of variable: Variable) -> String? {
        guard isKept(variable.name) else { return nil }
        let number: Int? = state.withLock { state in
            if let known = state.numbers[variable] { return known }
            guard state.variables.count < TextMarks.most else { return nil }
            state.variables.append(variable)
            state.numbers[variable] = state.variables.count - 1
            return state.variables.count - 1
        }
        return number.map(marks.text)
    }
}
