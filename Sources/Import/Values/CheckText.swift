import HTTPFormat

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

extension CheckText {
    /// The text as a pattern that matches it alone.
    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { pattern, character in
            if "\\^$.|?*+()[]{}/".contains(character) { pattern.append("\\") }
            pattern.append(character)
        }
    }
}
