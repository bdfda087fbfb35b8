import Base
import JSONPath
import OpenAPI

/// What a schema says, in the words of one line: `integer, 1 to 100, default 20`. For prompts and documentation.
package enum SchemaWords {
    /// Values of an enumeration that are named.
    private static let mostValues = 12

    /// The words of the schema at a place; empty if it says nothing.
    /// - Parameter limit: characters.
    package static func text(of schema: DescriptionValue, _ version: DescriptionVersion, limit: Int = 200) -> String {
        PlainLine.of(text(of: SchemaView([schema], version), version), limit: limit)
    }

    /// The words of a place.
    package static func text(of place: DocumentPlace, in description: Description, limit: Int = 200) -> String {
        text(of: description.documents.value(place), description.version, limit: limit)
    }

    static func text(of view: SchemaView, _ version: DescriptionVersion) -> String {
        var words: [String] = []
        let type = type(of: view, version)
        if !type.isEmpty { words.append(type) }
        if let constant = view.constant {
            words.append("always " + value(constant))
        } else if !view.values.isEmpty {
            words.append("one of " + list(view.values))
        }
        words += limits(of: view)
        if view.takesNull, type != "null" { words.append("or null") }
        if let standard = view.standard { words.append("default " + value(standard)) }
        if view.allowsNothing { words.append("no value is valid") }
        if let problem = view.problem { words.append("unknown: \(problem)") }
        return words.joined(separator: ", ")
    }

    /// `integer`, `array of Pet`, `Pet`, `Cat or Dog`, `string (date-time)`.
    static func type(of view: SchemaView, _ version: DescriptionVersion, depth: Int = 3) -> String {
        let types = view.plainTypes
        var text = types.map(PlainLine.quotedType).joined(separator: " or ")
        if types == ["array"], depth > 0 {
            if view.items.isEmpty {
                text = view.prefix.isEmpty ? "array" : "array of \(view.prefix.count) places"
            } else {
                let items = SchemaView(view.items, version)
                let inner = type(of: items, version, depth: depth - 1)
                text = inner.isEmpty ? "array" : "array of \(inner)"
            }
            return text
        }
        if let name = view.name, types.isEmpty || types == ["object"] { return name }
        if types.isEmpty || types == ["object"], let choice = view.choices.first, depth > 0 {
            let names = choice.branches.prefix(6).map { branch in
                type(of: SchemaView([branch], version), version, depth: depth - 1)
            }
            var known: [String] = []
            for name in names where !name.isEmpty && !known.contains(name) { known.append(name) }
            if !known.isEmpty {
                return known.joined(separator: choice.keyword == "anyOf" ? " and/or " : " or ")
                    + (choice.branches.count > 6 ? " or …" : "")
            }
        }
        if text.isEmpty, view.types == ["null"] { return "null" }
        let formats =
            view.formats.map { PlainLine.of($0, limit: 40) }
            + (view.encoding.map { [PlainLine.of($0, limit: 40)] } ?? [])
        if !formats.isEmpty, !text.isEmpty { text += " (\(formats.joined(separator: ", ")))" }
        return text
    }

    private static func limits(of view: SchemaView) -> [String] {
        var words: [String] = []
        switch (view.minimum, view.maximum) {
        case (let low?, let high?) where !low.isExclusive && !high.isExclusive:
            words.append(low.value == high.value ? "exactly \(low.value)" : "\(low.value) to \(high.value)")
        case (let low, let high):
            if let low { words.append(low.isExclusive ? "above \(low.value)" : "at least \(low.value)") }
            if let high { words.append(high.isExclusive ? "below \(high.value)" : "at most \(high.value)") }
        }
        if let multiple = view.multipleOf { words.append("a multiple of \(multiple)") }
        if let text = range(view.minLength, view.maxLength, "character") { words.append(text) }
        if let text = range(view.minItems, view.maxItems, "item") { words.append(text) }
        if view.isUnique { words.append("without repeats") }
        if let text = range(view.minProperties, view.maxProperties, "member") { words.append(text) }
        for pattern in view.patterns.prefix(2) { words.append("matching \(PlainLine.of(pattern, limit: 60))") }
        return words
    }

    private static func range(_ low: Int?, _ high: Int?, _ noun: String) -> String? {
        func counted(_ count: Int) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
        switch (low.flatMap { $0 > 0 ? $0 : nil }, high) {
        case (let low?, let high?): return low == high ? counted(low) : "\(low) to \(counted(high))"
        case (let low?, nil): return "at least \(counted(low))"
        case (nil, let high?): return "at most \(counted(high))"
        case (nil, nil): return nil
        }
    }

    private static func list(_ values: [DescriptionValue]) -> String {
        var texts = values.prefix(mostValues).map { value($0) }
        if values.count > mostValues { texts.append("… (\(values.count))") }
        return texts.joined(separator: ", ")
    }

    /// A value as a short text: a string without quotation marks, anything else as JSON.
    static func value(_ value: DescriptionValue, limit: Int = 60) -> String {
        if let text = value.string { return text.isEmpty ? "\"\"" : PlainLine.of(text, limit: limit) }
        let slice = value.tree.slice(value.place.node).prefix(limit * 4)
        return PlainLine.of(String(decoding: slice, as: UTF8.self), limit: limit)
    }
}

extension PlainLine {
    /// A type's name; anything may stand there.
    fileprivate static func quotedType(_ name: String) -> String { of(name, limit: 40) }
}
