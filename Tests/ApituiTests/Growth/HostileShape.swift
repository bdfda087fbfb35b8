import Testing

/// An input that somebody who wants to slow the program down would write, in any size.
struct HostileShape: Sendable, CustomTestStringConvertible {
    var name: String
    var text: @Sendable (Int) -> String
    /// Of an environment file beside it.
    var environments: @Sendable (Int) -> String

    init(
        _ name: String, environments: @escaping @Sendable (Int) -> String = { _ in "" },
        text: @escaping @Sendable (Int) -> String
    ) {
        self.name = name
        self.text = text
        self.environments = environments
    }

    var testDescription: String { name }

    /// A piece for each number, joined.
    static func lines(_ count: Int, _ line: (Int) -> String) -> String { (0..<count).map(line).joined() }
}
