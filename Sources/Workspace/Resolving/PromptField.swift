import HTTPFormat
import NetEngine

/// A question to the user before a request is sent.
package struct PromptField: Sendable, Hashable {
    /// The variable whose value is the answer; for `{{$input …}}` the whole expression.
    package var key: String
    /// The question, in a few words.
    package var label: String
    /// True if the input is hidden.
    package var isSecret = false
    /// The default answer.
    package var initial: String?
    /// The possible answers; empty if any text will do.
    package var choices: [String] = []
    /// True if the answer is kept until the program ends, not for one send only.
    package var isAskedOnce = false
    /// The file that asks, relative to the root; empty if unknown.
    package var file = ""
    /// The line that asks, from 1; 0 if unknown.
    package var line = 0
    /// The request that asks; empty if unknown.
    package var request = ""

    /// A secret that is asked for once.
    init(key: String, label: String, line: Int, request: String) {
        self.key = key
        self.label = label
        self.line = line
        self.request = request
        isSecret = true
        isAskedOnce = true
    }

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
        let rest = expression.dropFirst(head.count).trimmingWhitespace()
        guard let mark = Self.range(of: "$value:", in: rest) else {
            label = rest.isEmpty ? String(kind.dropFirst()) : rest
            return
        }
        let question = rest[..<mark.lowerBound].trimmingWhitespace()
        label = question.isEmpty ? String(kind.dropFirst()) : question
        let value = rest[mark.upperBound...].trimmingWhitespace()
        if kind == "$pick" {
            choices = value.split(separator: ",").map { $0.trimmingWhitespace() }
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
}
