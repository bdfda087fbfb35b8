import Base

// Names that take the members of an object or the elements of an array.
extension HandlerParser {
    /// `{ a, b: c }` or `[a, , b]`.
    struct NamePattern {
        var isList: Bool
        /// Of an array, the member is nil.
        var names: [(member: String?, name: String)] = []
        /// For each name of a list, its place.
        var places: [Int] = []
    }

    mutating func pattern() throws(HandlerRefusal) -> NamePattern {
        if take("[") { return try listPattern() }
        try expect("{")
        var pattern = NamePattern(isList: false)
        while !isSign("}") {
            guard case .name(let member) = kind() else { throw refusal("a pattern that is more than names") }
            if isSign(":", 1) {
                skip(2)
                pattern.names.append((member, try newName()))
            } else {
                pattern.names.append((member, try newName()))
            }
            guard take(",") else { break }
        }
        guard take("}") else { throw refusal("a pattern that is more than names") }
        return pattern
    }

    private mutating func listPattern() throws(HandlerRefusal) -> NamePattern {
        var pattern = NamePattern(isList: true)
        var place = 0
        while !isSign("]") {
            if !isSign(",") {
                pattern.names.append((nil, try newName()))
                pattern.places.append(place)
            }
            guard take(",") else { break }
            place += 1
        }
        guard take("]") else { throw refusal("a pattern that is more than names") }
        return pattern
    }

    /// Declares the names, each with its part of the value in a local variable.
    /// - Parameters:
    ///   - source: the value as written.
    ///   - base: the value as a reference, for names that are constants.
    mutating func declare(
        _ pattern: NamePattern, of whole: Int, _ source: String, _ base: String?, isHoisted: Bool, _ isConstant: Bool,
        _ start: Int
    ) throws(HandlerRefusal) -> [HandlerStatement] {
        var all: [HandlerStatement] = []
        // As JavaScript does, an empty pattern asks for a value that can have members.
        if !pattern.isList, pattern.names.isEmpty { throw refusal("an empty pattern") }
        for (index, (member, name)) in pattern.names.enumerated() {
            let step: HandlerLink.Step =
                if let member { .member(member) } else { .index(.number(Double(pattern.places[index]))) }
            let link = HandlerLink(step: step, isOptional: false)
            let slot = try declare(
                name, isConstant: isConstant, isHoisted: isHoisted,
                reference: base.flatMap { Self.reference($0, [link]) })
            all.append(made(.assign(slot, .chain(.local(whole, source), [link])), from: start))
        }
        return all
    }
}
