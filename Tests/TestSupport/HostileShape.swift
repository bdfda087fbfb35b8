import Testing

/// An input of any size that an attacker would write to slow the program down.
package struct HostileShape: Sendable, CustomTestStringConvertible {
    package var name: String
    package var text: @Sendable (Int) -> String
    /// Of an environment file beside it.
    package var environments: @Sendable (Int) -> String

    package init(
        _ name: String, environments: @escaping @Sendable (Int) -> String = { _ in "" },
        text: @escaping @Sendable (Int) -> String
    ) {
        self.name = name
        self.text = text
        self.environments = environments
    }

    package var testDescription: String { name }

    /// A piece for each number, joined.
    package static func lines(_ count: Int, _ line: (Int) -> String) -> String { (0..<count).map(line).joined() }
}
