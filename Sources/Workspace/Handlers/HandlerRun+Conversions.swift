import Base
import HTTPFormat
import JSONPath
import NetEngine

// Conversions and comparisons of ECMA-262 (§7.1, §7.2).
extension HandlerRun {
    // MARK: texts

    /// ToString. An array is its elements with commas, an object is `[object Object]`.
    func text(of value: HandlerValue) throws(HandlerFailure) -> String {
        switch value {
        case .undefined: "undefined"
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .number(let number, let exact): exact ?? HandlerNumber.text(number)
        case .text(let text): text
        case .json(let document, let node): try joined(documents[document], node)
        case .list(_, let elements): try joined(elements, ",")
        case .object: "[object Object]"
        }
    }

    func joined(_ elements: [HandlerValue], _ separator: String) throws(HandlerFailure) -> String {
        var all = ""
        for (place, element) in elements.enumerated() {
            if place > 0 { all += separator }
            if !element.isNullish { try append(text(of: element), to: &all) }
        }
        return try made(all)
    }

    /// Makes a text longer, which costs what the part is long.
    private func append(_ part: String, to text: inout String) throws(HandlerFailure) {
        try spend(part.utf8.count / 4 + 1)
        text += part
        guard text.utf8.count <= Self.longestText else { throw .givenUp("a text becomes longer than 16 MiB") }
    }

    /// Arrays within arrays are their elements too.
    private func joined(_ tree: JSONTree, _ node: Int) throws(HandlerFailure) -> String {
        guard tree.kind(node) == .array else { return "[object Object]" }
        try spend(Int(tree.nodes[node].end - tree.nodes[node].start))
        var parts: [String] = []
        let end = tree.next(node)
        var child = node + 1
        while child < end {
            switch tree.kind(child) {
            case .object:
                parts.append("[object Object]")
                child = tree.next(child)
            case .array where tree.next(child) > child + 1: child += 1
            case .array, .null:
                parts.append("")
                child += 1
            case .string, .number, .bool:
                parts.append(try scalar(tree, child))
                child += 1
            }
        }
        return try made(parts.joined(separator: ","))
    }

    private func scalar(_ tree: JSONTree, _ node: Int) throws(HandlerFailure) -> String {
        switch tree.kind(node) {
        case .string: return String(decoding: tree.string(node), as: UTF8.self)
        case .number:
            let written = String(decoding: tree.slice(node), as: UTF8.self)
            let number = Double(written) ?? .nan
            let isWhole = written.utf8.allSatisfy { LineText.isDigit($0) || $0 == Byte.minus }
            return isWhole && number.magnitude >= 0x1p53 ? written : HandlerNumber.text(number)
        default: return String(decoding: tree.slice(node), as: UTF8.self)
        }
    }

    /// The text of a variable: objects and arrays as JSON, as they came.
    func stored(_ value: HandlerValue) throws(HandlerFailure) -> String {
        switch value {
        case .json(let document, let node):
            let tree = documents[document]
            try spend(tree.slice(node).count / 4 + 1)
            return try made(String(decoding: tree.slice(node), as: UTF8.self))
        case .list, .object: return try json(value) ?? "null"
        default: return try text(of: value)
        }
    }

    /// A value in a log line or beside a check.
    func shown(_ value: HandlerValue) throws(HandlerFailure) -> String {
        if case .text(let text) = value { return text }
        return try stored(value)
    }

    // MARK: JSON

    /// JSON.stringify without an indent; nil for undefined.
    func json(_ value: HandlerValue) throws(HandlerFailure) -> String? {
        switch value {
        case .undefined: return nil
        case .null, .bool: return try text(of: value)
        case .number(let number, let exact): return number.isFinite ? exact ?? HandlerNumber.text(number) : "null"
        case .text(let text): return try made(HandlerJSON.quoted(text))
        case .json(let document, let node): return try made(HandlerJSON.text(documents[document], node, spend))
        case .list(_, let elements):
            var text = "["
            for (place, element) in elements.enumerated() {
                if place > 0 { text += "," }
                try append(json(element) ?? "null", to: &text)
            }
            return try made(text + "]")
        case .object(_, let members):
            var text = "{"
            for member in members {
                guard let value = try json(member.value) else { continue }
                let name = HandlerJSON.quoted(member.name)
                try append((text == "{" ? "" : ",") + name + ":" + value, to: &text)
            }
            return try made(text + "}")
        }
    }

    // MARK: numbers

    /// ToNumber.
    func number(of value: HandlerValue) throws(HandlerFailure) -> Double {
        switch value {
        case .undefined: .nan
        case .null: 0
        case .bool(let flag): flag ? 1 : 0
        case .number(let number, _): number
        case .text(let text): HandlerNumber.value(of: try made(text))
        case .json, .list, .object: HandlerNumber.value(of: try text(of: value))
        }
    }

    func add(_ left: HandlerValue, _ right: HandlerValue) throws(HandlerFailure) -> HandlerValue {
        let (a, b) = (try primitive(left), try primitive(right))
        if case .text = a { return .text(try made(text(of: a) + text(of: b))) }
        if case .text = b { return .text(try made(text(of: a) + text(of: b))) }
        return .number(try number(of: a) + number(of: b))
    }

    private func primitive(_ value: HandlerValue) throws(HandlerFailure) -> HandlerValue {
        value.isObject ? .text(try text(of: value)) : value
    }

    // MARK: comparisons

    func compares(
        _ sign: HandlerExpression.Comparison, _ left: HandlerValue, _ right: HandlerValue
    ) throws(HandlerFailure) -> Bool {
        switch sign {
        case .identical: try areIdentical(left, right)
        case .notIdentical: try !areIdentical(left, right)
        case .equal: try areEqual(left, right)
        case .notEqual: try !areEqual(left, right)
        case .less: try order(left, right).map { $0 < 0 } ?? false
        case .lessOrEqual: try order(left, right).map { $0 <= 0 } ?? false
        case .greater: try order(left, right).map { $0 > 0 } ?? false
        case .greaterOrEqual: try order(left, right).map { $0 >= 0 } ?? false
        case .isIn:
            if right.isObject {
                try has(text(of: left), right)
            } else {
                throw .thrown("\(try shown(right)) is not an object, so nothing is in it")
            }
        }
    }

    /// IsStrictlyEqual.
    func areIdentical(_ left: HandlerValue, _ right: HandlerValue) throws(HandlerFailure) -> Bool {
        switch (left, right) {
        case (.undefined, .undefined), (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a, _), .number(let b, _)): a == b
        case (.text(let a), .text(let b)): try areSame(a, b)
        case (.json(let a, let first), .json(let b, let second)): a == b && first == second
        case (.list(let a, _), .list(let b, _)): a.number == b.number && a.number > 0
        case (.object(let a, _), .object(let b, _)): a.number == b.number
        default: false
        }
    }

    private func areSame(_ a: String, _ b: String) throws(HandlerFailure) -> Bool {
        try spend(min(a.utf8.count, b.utf8.count) / 8)
        // Swift's own comparison takes accents that are written differently as the same.
        return a.utf8.elementsEqual(b.utf8)
    }

    /// IsLooselyEqual.
    private func areEqual(_ left: HandlerValue, _ right: HandlerValue) throws(HandlerFailure) -> Bool {
        switch (left, right) {
        case (.undefined, .null), (.null, .undefined): return true
        case (.undefined, _), (.null, _), (_, .undefined), (_, .null): return try areIdentical(left, right)
        case (.bool, .bool), (.text, .text), (.number, .number): return try areIdentical(left, right)
        case _ where left.isObject && right.isObject: return try areIdentical(left, right)
        case (.json, _), (.list, _), (.object, _): return try areEqual(primitive(left), right)
        case (_, .json), (_, .list), (_, .object): return try areEqual(left, primitive(right))
        case (.bool, _), (_, .bool), (.number, _), (_, .number): return try number(of: left) == number(of: right)
        }
    }

    /// Less than zero if the left comes first; nil if one is not a number.
    private func order(_ left: HandlerValue, _ right: HandlerValue) throws(HandlerFailure) -> Int? {
        let (a, b) = (try primitive(left), try primitive(right))
        if case .text(let first) = a, case .text(let second) = b {
            try spend((first.utf8.count + second.utf8.count) / 8)
            if try areSame(first, second) { return 0 }
            return first.utf16.lexicographicallyPrecedes(second.utf16) ? -1 : 1
        }
        let (first, second) = (try number(of: a), try number(of: b))
        guard !first.isNaN, !second.isNaN else { return nil }
        return first < second ? -1 : first == second ? 0 : 1
    }

    /// Whether an object has a member, or an array an element.
    func has(_ name: String, _ value: HandlerValue) throws(HandlerFailure) -> Bool {
        switch value {
        case .json(let document, let node):
            let tree = documents[document]
            guard tree.kind(node) == .array else {
                let (found, looks) = tree.member(Array(name.utf8), of: node)
                try spend(4 * looks)
                return found != nil
            }
            try spend(tree.childCount(node))
            return name == "length" || Self.index(name).map { $0 < tree.childCount(node) } ?? false
        case .list(_, let elements):
            return name == "length" || Self.index(name).map { $0 < elements.count } ?? false
        case .object(_, let members):
            try spend(members.count)
            return members.contains { $0.name == name }
        case .text(let text):
            return name == "length" || Self.index(name).map { $0 < text.utf16.count } ?? false
        case .undefined, .null, .bool, .number: return false
        }
    }
}
