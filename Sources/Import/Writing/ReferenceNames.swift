import Base
import Descriptions

/// The names of variables in the written files. Those that the dialect cannot read get another one.
struct ReferenceNames {
    private var names = DialectName()
    private var given: [String: String] = [:]

    /// - Parameter defined: all names that are defined anywhere in the source; those that are valid are kept.
    init(defined: some Sequence<String>) {
        for name in defined where Self.isValid(name) { _ = names.unique(name) }
    }

    /// Whether every tool reads `{{name}}` as this name, and nothing as something else.
    static func isValid(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, name.utf8.count <= 200 else { return false }
        guard first.properties.isAlphabetic || first == "_" || ("0"..."9").contains(first) else { return false }
        return name.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" || $0 == "-" || $0 == "."
        } && !name.contains(".response") && !name.contains(".request")
    }

    /// The name in the written files.
    mutating func name(_ name: String) -> String {
        if Self.isValid(name) { return name }
        if let known = given[name] { return known }
        let made = names.unique(DialectName.valid(name, else: "variable"))
        given[name] = made
        return made
    }

    /// A name that no other variable has.
    mutating func unique(_ name: String) -> String { names.unique(DialectName.valid(name, else: "variable")) }

    /// A text with its references in the names of the written files.
    /// - Parameter local: names that are others in the block that the text is in.
    mutating func text(_ text: String, local: [String: String] = [:]) -> String {
        guard text.utf8.contains(Byte.openBrace) else { return text }
        var result = ""
        var rest = Substring(text)
        while let open = rest.firstRange(of: "{{") {
            // The innermost braces: `{{{a}}}` is a brace, a reference and a brace.
            var start = open.upperBound
            while start < rest.endIndex, rest[start] == "{" { start = rest.index(after: start) }
            guard let close = rest[start...].firstRange(of: "}}") else { break }
            let inside = rest[start..<close.lowerBound]
            result += rest[..<start]
            if inside.contains(where: \.isNewline) || inside.utf8.count > 400 {
                rest = rest[start...]
                continue
            }
            result += reference(inside, local) + "}}"
            rest = rest[close.upperBound...]
        }
        return result + rest
    }

    private mutating func reference(_ inside: Substring, _ local: [String: String]) -> String {
        var name = inside.trimmingSpaces()
        let isEncoded = name.hasPrefix("%")
        if isEncoded { name = name.dropFirst().trimmingSpaces() }
        let mark = isEncoded ? "%" : ""
        if let other = local[String(name)] { return mark + other }
        // Dynamic values, and values of other requests' responses.
        if name.isEmpty || name.hasPrefix("$") || name.contains(".response.") || name.contains(".request.") {
            return String(inside)
        }
        return mark + self.name(String(name))
    }

    /// The names of the references in a text.
    static func references(in text: String) -> [String] {
        guard text.utf8.contains(Byte.openBrace) else { return [] }
        var found: [String] = []
        var rest = Substring(text)
        while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
            found.append(String(rest[open.upperBound..<close.lowerBound].drop { $0 == "{" }.trimmingSpaces()))
            rest = rest[close.upperBound...]
        }
        return found
    }
}

extension Substring {
    func trimmingSpaces() -> Substring {
        var text = self
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
