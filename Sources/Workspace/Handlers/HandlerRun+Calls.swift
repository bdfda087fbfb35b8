import Base
import HTTPFormat
import JSONPath
import XPath

// The functions and methods that scripts may call. Each is linear in its texts.
extension HandlerRun {
    mutating func call(
        _ function: HandlerFunction, _ values: [HandlerValue], _ arguments: [HandlerExpression]
    ) throws(HandlerFailure) -> HandlerValue {
        let value = values.first ?? .undefined
        switch function {
        case .isArray: return .bool(isArray(value))
        case .isObject: return .bool(value.isObject)
        case .elements: return try iterated(value, arguments)
        case .namesIn:
            if value.isNullish { return try newList([]) }
            let names = try entries(value, "for").map { HandlerValue.text($0.name) }
            return try newList(names)
        case .keys:
            let names = try entries(value, "Object.keys").map { HandlerValue.text($0.name) }
            return try newList(names)
        case .values:
            let all = try entries(value, "Object.values").map { $0.value }
            return try newList(all)
        case .entries:
            var pairs: [HandlerValue] = []
            for (name, value) in try entries(value, "Object.entries") {
                pairs.append(try newList([.text(name), value]))
            }
            return try newList(pairs)
        case .parse:
            // The body is an object already if it is JSON; with another type its text is parsed.
            if value.isObject, arguments.first == .response(.body) { return value }
            return try parsed(Array(made(text(of: value)).utf8))
        case .stringify:
            guard values.count > 1, case .number(let indent, _) = values[1], indent > 0 else {
                return try json(value).map { .text($0) } ?? .undefined
            }
            return try indented(value, Int(indent)).map { .text($0) } ?? .undefined
        case .string: return .text(try text(of: value))
        case .number: return .number(try number(of: value))
        case .boolean: return .bool(value.isTruthy)
        case .isNaN: return .bool(try number(of: value).isNaN)
        case .isFinite: return .bool(try number(of: value).isFinite)
        case .isNumberNaN, .isNumberFinite:
            guard case .number(let number, _) = value else { return .bool(false) }
            return .bool(function == .isNumberNaN ? number.isNaN : number.isFinite)
        case .isInteger:
            if case .number(let number, _) = value {
                return .bool(number.rounded(.towardZero) == number && number.isFinite)
            }
            return .bool(false)
        case .parseInt: return .number(HandlerNumber.leadingInteger(of: try text(of: value)))
        case .parseFloat: return .number(HandlerNumber.leadingValue(of: try text(of: value)))
        case .floor: return .number(try number(of: value).rounded(.down))
        case .ceil: return .number(try number(of: value).rounded(.up))
        case .trunc: return .number(try number(of: value).rounded(.towardZero))
        case .round: return .number(Self.rounded(try number(of: value)))
        case .abs: return .number(try number(of: value).magnitude)
        case .min, .max:
            var best = function == .min ? Double.infinity : -.infinity
            for value in values {
                let number = try number(of: value)
                // NaN wins, and -0 is less than 0.
                if best.isNaN || number.isNaN {
                    best = .nan
                } else if function == .min {
                    if number < best || number == 0 && best == 0 && number.sign == .minus { best = number }
                } else if number > best || number == 0 && best == 0 && number.sign == .plus {
                    best = number
                }
            }
            return .number(best)
        case .toBase64, .fromBase64, .encodeComponent, .decodeComponent:
            return .text(try made(HandlerCoding.text(function, made(text(of: value)))))
        }
    }

    /// Halves go up.
    private static func rounded(_ number: Double) -> Double {
        guard number.isFinite, number.magnitude < 0x1p52 else { return number }
        let floor = number.rounded(.down)
        let result = number - floor >= 0.5 ? floor + 1 : floor
        return result == 0 && number.sign == .minus ? -0.0 : result
    }

    /// What a loop goes through: elements, or the characters of a text.
    private mutating func iterated(
        _ value: HandlerValue, _ arguments: [HandlerExpression]
    ) throws(HandlerFailure) -> HandlerValue {
        if case .text(let text) = value {
            try spend(16 * text.utf8.count)
            return try newList(text.unicodeScalars.map { .text(String($0)) })
        }
        guard isArray(value) else {
            throw .thrown("\(arguments.first?.source ?? "the value") is \(kind(of: value)), which has no elements")
        }
        return try newList(elements(value))
    }

    func isArray(_ value: HandlerValue) -> Bool {
        switch value {
        case .list: true
        case .json(let document, let node): documents[document].kind(node) == .array
        default: false
        }
    }

    /// The members of an object in JavaScript's order, or the elements of an array by their indexes.
    private mutating func entries(
        _ value: HandlerValue, _ function: String
    ) throws(HandlerFailure) -> [(name: String, value: HandlerValue)] {
        switch value {
        case .undefined, .null: throw .thrown("\(function) was given \(try text(of: value))")
        case .bool, .number: return []
        case .text(let text):
            try spend(16 * text.utf16.count)
            return text.utf16.enumerated().map { (String($0), .text(String(decoding: [$1], as: UTF16.self))) }
        case .list(let id, let elements):
            guard !id.isMatch else { throw .unavailable("\(function) of a match() result is not supported here") }
            try spend(elements.count)
            return elements.enumerated().map { (String($0), $1) }
        case .object(_, let members): return members
        case .json(let document, let node):
            let tree = documents[document]
            try spend(tree.slice(node).count)
            return HandlerJSON.children(tree, node).map { ($0.name, self.value(node: $0.node, in: document)) }
        }
    }

    // MARK: methods

    /// - Parameter owner: the value as written, for sentences.
    mutating func call(
        _ method: HandlerMethod, on value: HandlerValue, _ arguments: [HandlerValue], _ owner: String
    ) throws(HandlerFailure) -> HandlerValue {
        switch (method, value) {
        case (.toString, .number(let number, _)) where arguments.first.map { $0.type != "undefined" } ?? false:
            let radix = try whole(arguments[0])
            guard (2...36).contains(radix) else { throw .thrown("toString() takes a base from 2 to 36") }
            return .text(radix == 10 ? try text(of: value) : HandlerNumber.text(number, radix: radix))
        case (.toString, _): return .text(try text(of: value))
        case (.hasOwnProperty, .bool), (.hasOwnProperty, .number): return .bool(false)
        case (.hasOwnProperty, _): return .bool(try has(text(of: arguments[0]), value))
        case (_, .text(let text)): if let result = try call(method, on: text, arguments) { return result }
        case (_, .json) where isArray(value), (_, .list):
            if let result = try call(method, onArray: value, arguments) { return result }
        default: break
        }
        throw .thrown("\(owner) is \(kind(of: value)), which has no \(method.rawValue)()")
    }

    func kind(of value: HandlerValue) -> String {
        switch value {
        case .undefined, .null: "nothing"
        case .bool: "a boolean"
        case .number: "a number"
        case .text: "a text"
        case .list: "an array"
        case .object: "an object"
        case .json: isArray(value) ? "an array" : "an object"
        }
    }

    private mutating func call(
        _ method: HandlerMethod, on text: String, _ arguments: [HandlerValue]
    ) throws(HandlerFailure) -> HandlerValue? {
        try spend(text.utf8.count / 4 + 1)
        func argument() throws(HandlerFailure) -> String { try self.text(of: arguments[0]) }
        switch method {
        case .includes: return .bool(offset(of: try argument(), in: text) != nil)
        case .startsWith: return .bool(text.utf8.starts(with: try argument().utf8))
        case .endsWith:
            let part = try argument().utf8
            return .bool(part.count <= text.utf8.count && text.utf8.suffix(part.count).elementsEqual(part))
        case .indexOf:
            guard let offset = offset(of: try argument(), in: text) else { return .number(-1) }
            return .number(String(decoding: text.utf8.prefix(offset), as: UTF8.self).utf16.count)
        case .lastIndexOf:
            let search = LinearSearch(Array(try argument().utf8.reversed()))
            guard let found = search.first(in: text.utf8.reversed()) else { return .number(-1) }
            return .number(String(decoding: text.utf8.dropLast(found.upperBound), as: UTF8.self).utf16.count)
        case .trim: return .text(String(HandlerText.trimmed(text)))
        case .trimStart, .trimEnd:
            let trimmed = HandlerText.trimmed(text)
            if trimmed.isEmpty { return .text("") }
            return .text(String(method == .trimStart ? text[trimmed.startIndex...] : text[..<trimmed.endIndex]))
        case .toLowerCase: return .text(text.lowercased())
        case .toUpperCase: return .text(text.uppercased())
        case .split: return try split(text, by: try argument())
        case .substring, .slice: return .text(try part(of: text, arguments, swaps: method == .substring))
        case .replace:
            let part = try argument()
            guard let offset = offset(of: part, in: text) else { return .text(text) }
            let bytes = Array(text.utf8)
            let new = try self.text(of: arguments[1])
            let rest = bytes[(offset + part.utf8.count)...]
            return .text(try made(String(decoding: bytes[..<offset] + Array(new.utf8) + rest, as: UTF8.self)))
        case .replaceAll: return .text(try replacedAll(text, try argument(), by: self.text(of: arguments[1])))
        case .at, .charAt:
            let count = text.utf16.count
            let index = try whole(arguments[0])
            let place = index < 0 && method == .at ? index + count : index
            guard place >= 0, place < count else { return method == .at ? .undefined : .text("") }
            return Self.part(of: text, place..<place + 1).map { .text($0) }
        case .substr:
            let count = text.utf16.count
            let index = try whole(arguments[0])
            let start = min(count, max(0, index < 0 ? index + count : index))
            var length = count - start
            if arguments.count > 1, arguments[1].type != "undefined" { length = min(length, try whole(arguments[1])) }
            return .text(try made(Self.part(of: text, start..<start + max(0, length)) ?? ""))
        case .concat:
            var all = text
            for argument in arguments { all = try made(all + self.text(of: argument)) }
            return .text(all)
        case .repeat:
            let number = try number(of: arguments[0])
            guard number.isNaN || number > -1 && number < .infinity else {
                throw .thrown("repeat() was given \(HandlerNumber.text(number))")
            }
            return .text(try repeated(text, try whole(arguments[0])))
        case .padStart, .padEnd: return .text(try padded(text, arguments, atStart: method == .padStart))
        case .join, .hasOwnProperty, .toString: return nil
        }
    }

    private func repeated(_ text: String, _ count: Int) throws(HandlerFailure) -> String {
        guard count > 0, !text.isEmpty else { return "" }
        guard count <= Self.longestText / text.utf8.count else { throw .givenUp("a text becomes longer than 16 MiB") }
        try spend(count * text.utf8.count / 4)
        return try made(String(repeating: text, count: count))
    }

    private func padded(
        _ text: String, _ arguments: [HandlerValue], atStart: Bool
    ) throws(HandlerFailure) -> String {
        let missing = try whole(arguments[0]) - text.utf16.count
        var filler = " "
        if arguments.count > 1, arguments[1].type != "undefined" { filler = try self.text(of: arguments[1]) }
        guard missing > 0, !filler.isEmpty else { return text }
        let unit = filler.utf16.count
        let whole = try repeated(filler, missing / unit) + (Self.part(of: filler, 0..<missing % unit) ?? "")
        return try made(atStart ? whole + text : text + whole)
    }

    private func replacedAll(_ text: String, _ part: String, by new: String) throws(HandlerFailure) -> String {
        guard !part.isEmpty else { throw .givenUp("replaceAll of an empty text is not read") }
        let bytes = Array(text.utf8)
        let search = LinearSearch(Array(part.utf8))
        var out: [UInt8] = []
        var start = 0
        while let found = search.first(in: bytes, from: start) {
            out += bytes[start..<found.lowerBound] + Array(new.utf8)
            start = found.upperBound
            guard out.count <= Self.longestText else { throw .givenUp("a text becomes longer than 16 MiB") }
        }
        return try made(String(decoding: out + bytes[start...], as: UTF8.self))
    }

    /// The first place of a part, as an offset into the UTF-8 text.
    private func offset(of part: String, in text: String) -> Int? {
        LinearSearch(Array(part.utf8)).first(in: Array(text.utf8))?.lowerBound
    }

    private mutating func split(_ text: String, by separator: String) throws(HandlerFailure) -> HandlerValue {
        guard !separator.isEmpty else {
            try spend(16 * text.utf16.count)
            return try newList(text.utf16.map { .text(String(decoding: [$0], as: UTF16.self)) })
        }
        let (bytes, part) = (Array(text.utf8), Array(separator.utf8))
        try spend(16 * bytes.count)
        let search = LinearSearch(part)
        var parts: [HandlerValue] = []
        var start = 0
        while let found = search.first(in: bytes, from: start) {
            parts.append(.text(String(decoding: bytes[start..<found.lowerBound], as: UTF8.self)))
            start = found.upperBound
        }
        return try newList(parts + [.text(String(decoding: bytes[start...], as: UTF8.self))])
    }

    /// - Parameter swaps: `substring`, whose ends may be given in either order; else negative ends count from the end.
    private func part(of text: String, _ ends: [HandlerValue], swaps: Bool) throws(HandlerFailure) -> String {
        let range = try range(ends, count: text.utf16.count, swaps: swaps)
        return try made(Self.part(of: text, range) ?? "")
    }

    private func range(_ ends: [HandlerValue], count: Int, swaps: Bool) throws(HandlerFailure) -> Range<Int> {
        func place(_ end: HandlerValue) throws(HandlerFailure) -> Int {
            let whole = try whole(end)
            return min(count, max(0, swaps || whole >= 0 ? whole : whole + count))
        }
        var start = 0
        var end = count
        if let first = ends.first { start = try place(first) }
        if ends.count > 1, ends[1].type != "undefined" { end = try place(ends[1]) }
        if swaps, start > end { (start, end) = (end, start) }
        return start..<max(start, end)
    }

    /// ToIntegerOrInfinity, within what an index can be.
    private func whole(_ value: HandlerValue) throws(HandlerFailure) -> Int {
        let number = try number(of: value)
        return number.isNaN ? 0 : Int(min(0x1p40, max(-0x1p40, number)).rounded(.towardZero))
    }

    private mutating func call(
        _ method: HandlerMethod, onArray value: HandlerValue, _ arguments: [HandlerValue]
    ) throws(HandlerFailure) -> HandlerValue? {
        switch method {
        case .lastIndexOf:
            let all = try elements(value)
            for (place, element) in all.enumerated().reversed() where try areIdentical(element, arguments[0]) {
                return .number(place)
            }
            return .number(-1)
        case .concat:
            var all = try elements(value)
            for argument in arguments { all += try isArray(argument) ? elements(argument) : [argument] }
            return try newList(all)
        case .includes, .indexOf:
            for (place, element) in try elements(value).enumerated() {
                var isFound = try areIdentical(element, arguments[0])
                // Unlike ===, `includes` finds NaN.
                if method == .includes, case .number(let a, _) = element, case .number(let b, _) = arguments[0],
                    a.isNaN, b.isNaN
                {
                    isFound = true
                }
                if isFound { return method == .includes ? .bool(true) : .number(place) }
            }
            return method == .includes ? .bool(false) : .number(-1)
        case .join:
            let separator = arguments.isEmpty || arguments[0].type == "undefined" ? "," : try text(of: arguments[0])
            return .text(try joined(try elements(value), separator))
        case .slice:
            let all = try elements(value)
            return try newList(Array(all[try range(arguments, count: all.count, swaps: false)]))
        case .at:
            let all = try elements(value)
            let index = try whole(arguments[0])
            let place = index < 0 ? index + all.count : index
            return all.indices.contains(place) ? all[place] : .undefined
        default: return nil
        }
    }

    func elements(_ value: HandlerValue) throws(HandlerFailure) -> [HandlerValue] {
        if case .list(_, let elements) = value { return elements }
        guard case .json(let document, let node) = value else { return [] }
        let tree = documents[document]
        try spend(tree.slice(node).count)
        var all: [HandlerValue] = []
        tree.forEachChild(of: node) { child in
            all.append(self.value(node: child, in: document))
            return true
        }
        return all
    }

    // MARK: JSON on several lines

    /// JSON.stringify with an indent; nil for undefined.
    private func indented(_ value: HandlerValue, _ indent: Int) throws(HandlerFailure) -> String? {
        guard value.isObject, let compact = try json(value) else { return try json(value) }
        let text = Array(compact.utf8)
        var out: [UInt8] = []
        var depth = 0
        var isInString = false
        func newLine() { out += [Byte.lineFeed] + [UInt8](repeating: Byte.space, count: depth * indent) }
        for (place, byte) in text.enumerated() {
            guard out.count <= Self.longestText, depth * indent < Self.longestText else {
                throw .givenUp("a text becomes longer than 16 MiB")
            }
            if isInString {
                out.append(byte)
                // Within a string a quotation mark is escaped; an even number of backslashes escapes themselves.
                if byte == Byte.quote, !Self.isEscaped(place, text) { isInString = false }
                continue
            }
            switch byte {
            case Byte.openBrace, Byte.openBracket:
                out.append(byte)
                guard text[place + 1] != Byte.closeBrace, text[place + 1] != Byte.closeBracket else { continue }
                depth += 1
                newLine()
            case Byte.closeBrace, Byte.closeBracket:
                let isEmpty = text[place - 1] == Byte.openBrace || text[place - 1] == Byte.openBracket
                if !isEmpty {
                    depth -= 1
                    newLine()
                }
                out.append(byte)
            case Byte.comma:
                out.append(byte)
                newLine()
            case Byte.colon: out += [byte, Byte.space]
            default:
                out.append(byte)
                isInString = byte == Byte.quote
            }
        }
        return try made(String(decoding: out, as: UTF8.self))
    }

    private static func isEscaped(_ place: Int, _ text: [UInt8]) -> Bool {
        var count = 0
        while text[place - count - 1] == Byte.backslash { count += 1 }
        return !count.isMultiple(of: 2)
    }
}
