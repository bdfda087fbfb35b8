import Base
import NetEngine

/// Changing the `@name = value` lines of a file.
extension HTTPDocument {
    /// Replaces the value of the definition on a line (from 1); the rest of the line stays.
    package func settingDefinition(line: Int, to value: String) throws(EditRefusal) -> HTTPDocument {
        try refuseReadOnly()
        guard let known = definitions.first(where: { $0.line == line }) else {
            throw EditRefusal(sentence: "The variable is no longer defined in line \(line).")
        }
        let range = lines.content(line - 1)
        let place = bytes.withUnsafeBufferPointer { buffer in
            LineSyntax.variable(LineText(buffer, range))?.value.range
        }
        guard let place else { throw EditRefusal(sentence: "Line \(line) defines no variable.") }
        let gap = known.rawValue.isEmpty && place.lowerBound == range.upperBound ? [UInt8](" ".utf8) : []
        let written = Array(Self.definitionText(value).utf8)
        let isAtEquals = !gap.isEmpty && bytes[..<place.lowerBound].last == UInt8(ascii: "=")
        let edited = HTTPDocument(
            bytes: Array(bytes[..<place.lowerBound]) + (isAtEquals ? gap : []) + written
                + Array(bytes[place.upperBound...]))
        guard edited.requests.count == requests.count,
            edited.definitions.first(where: { $0.line == line })?.name == known.name
        else { throw EditRefusal(sentence: "With this value the file would read differently.") }
        return edited
    }

    /// Adds a definition: after those at the top of the file, else as its first line.
    package func addingDefinition(_ name: String, value: String) throws(EditRefusal) -> HTTPDocument {
        try refuseReadOnly()
        guard !name.isEmpty, !name.contains(where: { $0.isWhitespace || $0 == "=" || $0 == ":" || $0.isNewline }) else {
            throw EditRefusal(sentence: "\(name) cannot be defined in the file.")
        }
        let first = requests.first?.line ?? Int.max
        let last = definitions.last { $0.line < first }
        var edits = LineEdits(self)
        let line = Array("@\(name) = \(Self.definitionText(value))".utf8)
        edits.insert(
            last == nil && !kinds.isEmpty && kinds[0] != .blank ? [line, []] : [line], after: (last?.line ?? 0) - 1)
        let edited = HTTPDocument(bytes: edits.bytes)
        guard edited.requests.count == requests.count, edited.definitions.contains(where: { $0.name == name }) else {
            throw EditRefusal(sentence: "With this line the file would read differently.")
        }
        return edited
    }

    /// Removes the definition on a line (from 1).
    package func removingDefinition(line: Int) throws(EditRefusal) -> HTTPDocument {
        try refuseReadOnly()
        guard definitions.contains(where: { $0.line == line }) else {
            throw EditRefusal(sentence: "The variable is no longer defined in line \(line).")
        }
        var edits = LineEdits(self)
        edits.delete(line - 1)
        let edited = HTTPDocument(bytes: edits.bytes)
        guard edited.requests.count == requests.count, edited.definitions.count == definitions.count - 1 else {
            throw EditRefusal(sentence: "Without line \(line) the file would read differently.")
        }
        return edited
    }

    /// Writes line breaks as escapes.
    private static func definitionText(_ value: String) -> String {
        guard value.contains(where: \.isNewline) else { return value }
        return value.replacing(bytes: "\\", with: "\\\\")
            .replacing(bytes: "\r", with: "\\r").replacing(bytes: "\n", with: "\\n")
    }
}
