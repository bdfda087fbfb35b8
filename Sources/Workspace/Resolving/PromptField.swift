import HTTPFormat

/// Something that a person is asked for before a request is sent.
package struct PromptField: Sendable, Hashable {
    /// The variable that the answer is the value of; for `{{$input …}}` the whole expression.
    package var key: String
    /// What to ask: a few words.
    package var label: String
    /// Whether what is typed is not shown.
    package var isSecret = false
    /// What the answer is unless another is given.
    package var initial: String?
    /// Answers to choose from; empty if any will do.
    package var choices: [String] = []
    /// Whether the answer holds until the program ends, and not for one send.
    package var isAskedOnce = false
    /// The file that asks, from the root; empty where that is not known.
    package var file = ""
    /// The line that asks, from 1; 0 where that is not known.
    package var line = 0
    /// The request that asks; empty where that is not known.
    package var request = ""

    package init(_ prompt: SavedRequest.Prompt, initial: String?, request: String) {
        key = prompt.variable
        label = prompt.text.flatMap { $0.isEmpty ? nil : $0 } ?? prompt.variable
        isSecret = prompt.isSecret
        self.initial = initial
        line = prompt.line
        self.request = request
    }

    /// `$input text? $value: a`, `$password`, `$pick text? $value: a,b`, `$prompt`, each also with `-askonce` (httpYac);
    /// nil for any other expression.
    package init?(expression: String) {
        let head = expression.prefix { $0 != " " && $0 != "\t" }.lowercased()
        isAskedOnce = head.hasSuffix("-askonce")
        let kind = isAskedOnce ? String(head.dropLast("-askonce".count)) : head
        guard ["$input", "$password", "$pick", "$prompt"].contains(kind) else { return nil }
        key = expression
        isSecret = kind == "$password"
        let rest = Self.trimmed(expression.dropFirst(head.count))
        guard let mark = Self.range(of: "$value:", in: rest) else {
            label = rest.isEmpty ? String(kind.dropFirst()) : rest
            return
        }
        let question = Self.trimmed(rest[..<mark.lowerBound])
        label = question.isEmpty ? String(kind.dropFirst()) : question
        let value = Self.trimmed(rest[mark.upperBound...])
        if kind == "$pick" {
            choices = value.split(separator: ",").map { Self.trimmed($0) }
            initial = choices.first
        } else {
            initial = value
        }
    }

    private static func range(of mark: String, in text: String) -> Range<String.Index>? {
        var place = text.startIndex
        while place < text.endIndex {
            if text[place...].hasPrefix(mark) { return place..<text.index(place, offsetBy: mark.count) }
            place = text.index(after: place)
        }
        return nil
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        String(text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
