import Base
import HTTPFormat
import JSONPath

/// Writes checks of other tools as the text after `# @assert`.
enum CheckText {
    /// nil if the text would be read as another check, or as none.
    static func written(
        _ subject: String, _ predicate: Check.Predicate, _ expected: String = "", isNegated: Bool = false
    ) -> String? {
        var text = "\(subject) \(isNegated ? "not " : "")\(predicate.rawValue)"
        if predicate.takesExpected { text += " \(expected)" }
        guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }),
            case .success(let check) = CheckSyntax(text).result, check.predicate == predicate,
            check.isNegated == isNegated, !predicate.takesExpected || check.expected == expected,
            subject == "status" || subject == "body" || subject == "duration" || Self.field(check) == subject
        else { return nil }
        return text
    }

    private static func field(_ check: Check) -> String? {
        switch check.subject {
        case .header(let name): "header \(name)"
        case .body(let path?): "body \(path)"
        case .xpath(let path): "xpath \(path)"
        default: nil
        }
    }
}

// MARK: By value and type

extension CheckText {
    /// Checks that a value is equal to one of the same type, as other tools compare. Of a value in a JSON body `==` alone would read what
    /// is expected as the type of the value: the text `1` would be the number 1, too.
    /// - Parameter isText: whether a text is expected, in quotes where it is written.
    /// - Returns: nil if the text would be read as another check, or as none.
    static func equality(_ subject: String, _ expected: String, isText: Bool) -> [String]? {
        guard let check = written(subject, .equals, expected) else { return nil }
        // A length is a number.
        guard subject.hasPrefix("body $"), isText || !subject.hasSuffix(".length") else { return [check] }
        let type: String?
        if isText {
            type = couldBeOfOtherType(expected) ? written(subject, .isString) : nil
        } else {
            switch expected {
            case "true", "false": type = written(subject, .isBoolean)
            case "null": type = written(subject, .isString, isNegated: true)
            default: type = JSONNumber(written: expected) == nil ? nil : written(subject, .isNumber)
            }
        }
        return [check] + (type.map { [$0] } ?? [])
    }

    /// Whether a check that expects this text would be true of a value of another type.
    static func couldBeOfOtherType(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return true }
        return LineText.isDigit(first) || "-+[{\"".utf8.contains(first)
            || ["true", "false", "null", "undefined"].contains(text.lowercased())
    }
}

extension CheckText {
    /// The text as a pattern that matches it alone.
    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { pattern, character in
            if "\\^$.|?*+()[]{}/".contains(character) { pattern.append("\\") }
            pattern.append(character)
        }
    }
}
