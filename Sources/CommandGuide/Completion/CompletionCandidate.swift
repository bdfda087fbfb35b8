import Base

/// One thing that may be typed.
package struct CompletionCandidate: Sendable, Hashable {
    /// The whole word.
    package var value: String
    /// What it is, for shells that show it; may be empty.
    package var help: String
    /// Whether the word goes on: a folder, or the beginning of a name.
    package var isPartial: Bool

    package init(_ value: String, _ help: String = "", isPartial: Bool = false) {
        self.value = value
        self.help = help
        self.isPartial = isPartial
    }

    /// False if the value would move the cursor of the user's terminal or look like something else.
    var isSafe: Bool { !value.isEmpty && SafeText(value).string == value }
}

/// What a shell is to offer.
package enum CompletionResult: Sendable, Hashable {
    case candidates([CompletionCandidate])
    /// The shell's own completion of files, after this number of characters of the word.
    case files(after: Int)
    case folders(after: Int)

    package static let nothing = CompletionResult.candidates([])
}
