/// Why a text is not JSON (RFC 8259), and at which byte.
struct JSONSyntaxFault: Error, Hashable {
    let offset: Int
    let reason: String
}

/// Scans JSON text without building values: validates, locates and slices. Uses constant memory.
///
/// Strict as RFC 8259; deeper than 512 levels is an error, as it is for `JSONDecoder`.
struct JSONCursor {
    let bytes: [UInt8]
    var place: Int
    private var depth = 0

    static let maxDepth = 512

    init(_ bytes: [UInt8], at place: Int = 0) {
        self.bytes = bytes
        self.place = place
    }

    /// The first error in the whole text, or nil if it is JSON.
    static func firstFault(in bytes: [UInt8]) -> JSONSyntaxFault? {
        if let offset = UTF8Text.firstInvalidByte(in: bytes) {
            return JSONSyntaxFault(offset: offset, reason: "this byte is not valid UTF-8")
        }
        var cursor = JSONCursor(bytes)
        cursor.skipSpace()
        guard cursor.byte != nil else { return JSONSyntaxFault(offset: cursor.place, reason: "the body is empty") }
        do { try cursor.skipValue() } catch { return error }
        cursor.skipSpace()
        return cursor.byte == nil ? nil : cursor.fault("more follows after the value's end")
    }

    var byte: UInt8? { place < bytes.count ? bytes[place] : nil }

    mutating func skipSpace() {
        while place < bytes.count, [32, 9, 10, 13].contains(bytes[place]) { place += 1 }
    }

    /// Steps over the value that begins here and gives its range.
    @discardableResult
    mutating func skipValue() throws(JSONSyntaxFault) -> Range<Int> {
        let start = place
        WorkMeter.count(1)
        switch byte {
        case UInt8(ascii: "{"):
            try members { (cursor, _, _) throws(JSONSyntaxFault) in try cursor.skipValue() }
        case UInt8(ascii: "["):
            try elements { (cursor, _) throws(JSONSyntaxFault) in try cursor.skipValue() }
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "t"): try skip("true")
        case UInt8(ascii: "f"): try skip("false")
        case UInt8(ascii: "n"): try skip("null")
        case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): try skipNumber()
        case nil: throw fault("the text ends where a value is expected")
        default: throw fault("no value begins with \(shown)")
        }
        return start..<place
    }

    /// Goes through the object that begins here; `visit` must step over the value.
    mutating func members(
        _ visit: (inout JSONCursor, _ name: String, _ nameRange: Range<Int>) throws(JSONSyntaxFault) -> Void
    ) throws(JSONSyntaxFault) {
        try list(closedBy: UInt8(ascii: "}")) { (cursor, _) throws(JSONSyntaxFault) in
            guard cursor.byte == UInt8(ascii: "\"") else { throw cursor.fault("a member name in quotes is expected") }
            let start = cursor.place
            let name = try cursor.readString()
            let range = start..<cursor.place
            cursor.skipSpace()
            guard cursor.byte == UInt8(ascii: ":") else { throw cursor.fault("a colon is expected after the name") }
            cursor.place += 1
            cursor.skipSpace()
            try visit(&cursor, name, range)
        }
    }

    /// Goes through the array that begins here; `visit` must step over the value.
    mutating func elements(
        _ visit: (inout JSONCursor, _ index: Int) throws(JSONSyntaxFault) -> Void
    ) throws(JSONSyntaxFault) {
        try list(closedBy: UInt8(ascii: "]"), visit)
    }

    private mutating func list(
        closedBy close: UInt8, _ item: (inout JSONCursor, Int) throws(JSONSyntaxFault) -> Void
    ) throws(JSONSyntaxFault) {
        let isObject = close == UInt8(ascii: "}")
        guard depth < Self.maxDepth else { throw fault("the nesting is deeper than \(Self.maxDepth) levels") }
        depth += 1
        place += 1
        skipSpace()
        if byte == close {
            place += 1
            depth -= 1
            return
        }
        var index = 0
        while true {
            try item(&self, index)
            index += 1
            skipSpace()
            switch byte {
            case UInt8(ascii: ","):
                place += 1
                skipSpace()
                guard byte != close else { throw fault("nothing follows the comma") }
            case close:
                place += 1
                depth -= 1
                return
            case nil: throw fault("the text ends inside \(isObject ? "an object" : "an array")")
            default: throw fault("a comma or \(isObject ? "}" : "]") is expected, not \(shown)")
            }
        }
    }

    /// The string that begins here, escapes undone.
    mutating func readString() throws(JSONSyntaxFault) -> String {
        let start = place
        try skipString()
        WorkMeter.count(place - start)
        return Self.string(bytes[(start + 1)..<(place - 1)])
    }

    /// The text of a string whose escapes are known to be correct.
    private static func string(_ raw: ArraySlice<UInt8>) -> String {
        guard raw.contains(UInt8(ascii: "\\")) else { return String(decoding: raw, as: UTF8.self) }
        var units: [UInt16] = []
        var text: [UInt8] = []
        func flush() {
            text += Array(String(decoding: units, as: UTF16.self).utf8)
            units = []
        }
        var index = raw.startIndex
        while index < raw.endIndex {
            guard raw[index] == UInt8(ascii: "\\"), index + 1 < raw.endIndex else {
                flush()
                text.append(raw[index])
                index += 1
                continue
            }
            let escape = raw[index + 1]
            if escape == UInt8(ascii: "u"), index + 6 <= raw.endIndex {
                let digits = String(decoding: raw[(index + 2)..<(index + 6)], as: UTF8.self)
                units.append(UInt16(digits, radix: 16) ?? 0xFFFD)
                index += 6
                continue
            }
            flush()
            let plain: UInt8 =
                switch escape {
                case UInt8(ascii: "n"): 10
                case UInt8(ascii: "r"): 13
                case UInt8(ascii: "t"): 9
                case UInt8(ascii: "b"): 8
                case UInt8(ascii: "f"): 12
                default: escape
                }
            text.append(plain)
            index += 2
        }
        flush()
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func skipString() throws(JSONSyntaxFault) {
        place += 1
        while let byte {
            switch byte {
            case UInt8(ascii: "\""):
                place += 1
                return
            case ..<0x20: throw fault("a string may not hold the control character \(shown)")
            case UInt8(ascii: "\\"): try skipEscape()
            default: place += 1
            }
        }
        throw fault("the text ends inside a string")
    }

    private mutating func skipEscape() throws(JSONSyntaxFault) {
        guard place + 1 < bytes.count else {
            place = bytes.count
            throw fault("the text ends inside a string")
        }
        switch bytes[place + 1] {
        case UInt8(ascii: "u"):
            let unit = try hexUnit()
            if unit & 0xFC00 == 0xDC00 {
                place -= 6
                throw fault("the second half of a surrogate pair is alone")
            }
            guard unit & 0xFC00 == 0xD800 else { return }
            let isFollowed = place + 1 < bytes.count && bytes[place] == UInt8(ascii: "\\") && bytes[place + 1] == 117
            guard isFollowed, try hexUnit() & 0xFC00 == 0xDC00 else {
                throw fault("the first half of a surrogate pair is alone")
            }
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            place += 2
        default: throw fault("there is no such escape")
        }
    }

    /// The number of a `\uXXXX` that begins here.
    private mutating func hexUnit() throws(JSONSyntaxFault) -> UInt16 {
        let digits = bytes[min(place + 2, bytes.count)..<min(place + 6, bytes.count)]
        guard digits.count == 4, digits.allSatisfy({ URLEncoding.hexValue($0) != nil }) else {
            throw fault("\\u wants four hexadecimal digits")
        }
        place += 6
        return digits.reduce(0) { $0 << 4 | UInt16(URLEncoding.hexValue($1) ?? 0) }
    }

    private mutating func skipNumber() throws(JSONSyntaxFault) {
        if byte == UInt8(ascii: "-") { place += 1 }
        if byte == UInt8(ascii: "0") {
            place += 1
            if let byte, (48...57).contains(byte) { throw fault("a number may not begin with 0") }
        } else {
            try skipDigits()
        }
        if byte == UInt8(ascii: ".") {
            place += 1
            try skipDigits()
        }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            place += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { place += 1 }
            try skipDigits()
        }
    }

    private mutating func skipDigits() throws(JSONSyntaxFault) {
        guard let byte, (48...57).contains(byte) else { throw fault("a digit is expected in the number") }
        while let byte = self.byte, (48...57).contains(byte) { place += 1 }
    }

    private mutating func skip(_ word: String) throws(JSONSyntaxFault) {
        for expected in word.utf8 {
            guard byte == expected else { throw fault("this is not the word \(word)") }
            place += 1
        }
    }

    private func fault(_ reason: String) -> JSONSyntaxFault { JSONSyntaxFault(offset: place, reason: reason) }

    private var shown: String {
        guard let byte else { return "the end" }
        return (0x21...0x7E).contains(byte) ? "`\(Character(Unicode.Scalar(byte)))`" : "byte \(byte)"
    }
}

extension JSONCursor {
    /// What kind of value begins at a place, in words for the user.
    static func kind(at place: Int, in bytes: [UInt8]) -> String? {
        guard place < bytes.count else { return nil }
        return switch bytes[place] {
        case UInt8(ascii: "{"): "an object"
        case UInt8(ascii: "["): "an array"
        case UInt8(ascii: "\""): "a string"
        case UInt8(ascii: "t"): "true"
        case UInt8(ascii: "f"): "false"
        case UInt8(ascii: "n"): "null"
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): "a number"
        default: nil
        }
    }

    /// Where the value at the end of the path begins, or the last one on the way that exists; nil if the text is not JSON.
    ///
    /// A member is found by its name, or else by the same name written in another style (`user_name` for `userName`),
    /// because a key strategy may have renamed it. Of members with one name the first counts, as for `JSONDecoder`.
    static func locate(_ path: [DecodingStep], in bytes: [UInt8]) -> Int? {
        var cursor = JSONCursor(bytes)
        cursor.skipSpace()
        guard cursor.byte != nil else { return nil }
        for step in path {
            guard let next = cursor.child(step) else { break }
            cursor.place = next
        }
        return cursor.place
    }

    /// Where the member or element begins. Of members with one name the first counts.
    func child(_ step: DecodingStep, isExact: Bool = false) -> Int? {
        var cursor = self
        var exact: Int?
        var similar: Int?
        switch (step, byte) {
        case (.member(let wanted), UInt8(ascii: "{")):
            try? cursor.members { (cursor, name, _) throws(JSONSyntaxFault) in
                if name == wanted, exact == nil { exact = cursor.place }
                if similar == nil, !isExact, Self.plain(name) == Self.plain(wanted) { similar = cursor.place }
                try cursor.skipValue()
            }
        case (.element(let wanted), UInt8(ascii: "[")):
            try? cursor.elements { (cursor, index) throws(JSONSyntaxFault) in
                if index == wanted { exact = cursor.place }
                try cursor.skipValue()
            }
        default: break
        }
        return exact ?? similar
    }

    private static func plain(_ name: String) -> String {
        name.lowercased().filter { $0 != "_" && $0 != "-" }
    }
}
