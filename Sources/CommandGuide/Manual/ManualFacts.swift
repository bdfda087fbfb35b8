/// What manual pages say that the argument parser does not know.
package struct ManualFacts: Sendable {
    /// A name and a sentence about it.
    package struct Entry: Sendable, Hashable {
        package var name: String
        package var text: String

        package init(_ name: String, _ text: String) {
            self.name = name
            self.text = text
        }
    }

    package var version: String
    /// `2026-11-25`
    package var date: String
    /// The exit statuses of a command, by its name (`send`); of the program itself by "".
    package var statuses: @Sendable (String) -> [Entry]
    /// The variables that a command looks at, by its name; all of them by "".
    package var variables: @Sendable (String) -> [Entry]
    /// The files that a command reads or writes beside those that it is given, by its name; all of them by "".
    package var files: @Sendable (String) -> [Entry]

    package init(
        version: String, date: String, statuses: @escaping @Sendable (String) -> [Entry],
        variables: @escaping @Sendable (String) -> [Entry], files: @escaping @Sendable (String) -> [Entry]
    ) {
        self.version = version
        self.date = date
        self.statuses = statuses
        self.variables = variables
        self.files = files
    }
}
