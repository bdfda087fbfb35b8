/// Finds values in the JSON of a response: where an error of `JSONDecoder` is, what an envelope holds.
enum JSONSearch {
    /// The first error in the whole text, or nil if `JSONDecoder` can read it: it wants JSON whose strings are texts.
    static func firstError(in bytes: [UInt8]) -> JSONSyntaxError? {
        var cursor = JSONCursor(bytes)
        do throws(JSONSyntaxError) {
            while true {
                switch try cursor.next() {
                case .end: return nil
                case .name, .string: if cursor.string.hasEscapes { _ = try cursor.text(cursor.string) }
                default: break
                }
            }
        } catch { return error }
    }

    /// What kind of value begins at a place, in words for the user.
    static func kind(at place: Int, in bytes: [UInt8]) -> String? {
        var cursor = JSONCursor(bytes, at: place)
        return switch try? cursor.next() {
        case .objectStart: "an object"
        case .arrayStart: "an array"
        case .string: "a string"
        case .number: "a number"
        case .bool, .null: String(decoding: bytes[cursor.range], as: UTF8.self)
        default: nil
        }
    }

    /// Where the value at the end of the path begins, or the last one on the way that exists; nil if the text is not JSON.
    ///
    /// A member is found by its name, or else by the same name written in another style (`user_name` for `userName`),
    /// because a key strategy may have renamed it. Of members with one name the first counts, as for `JSONDecoder`.
    static func locate(_ path: [DecodingStep], in bytes: [UInt8]) -> Int? {
        guard var place = root(of: bytes) else { return nil }
        for step in path {
            guard let next = child(step, at: place, in: bytes) else { break }
            place = next
        }
        return place
    }

    /// The range of the value at the end of the path, exactly; nil if it does not exist.
    static func range(of path: [DecodingStep], in bytes: [UInt8]) -> Range<Int>? {
        guard var place = root(of: bytes) else { return nil }
        for step in path {
            guard let next = child(step, at: place, in: bytes, isExact: true) else { return nil }
            place = next
        }
        var cursor = JSONCursor(bytes, at: place)
        return try? cursor.value().range
    }

    /// The text of the string at a range that was found; nil if it is another value.
    static func string(at range: Range<Int>, in bytes: [UInt8]) -> String? {
        var cursor = JSONCursor(bytes, at: range.lowerBound)
        guard let value = try? cursor.value(), value.kind == .string else { return nil }
        return try? cursor.text(value)
    }

    private static func root(of bytes: [UInt8]) -> Int? {
        var cursor = JSONCursor(bytes, at: 0)
        return (try? cursor.next()).map { _ in cursor.range.lowerBound }
    }

    /// Where the member or element begins. Of members with one name the first counts.
    private static func child(
        _ step: DecodingStep, at place: Int, in bytes: [UInt8], isExact: Bool = false
    ) -> Int? {
        var cursor = JSONCursor(bytes, at: place)
        var similar: Int?
        switch (step, try? cursor.next()) {
        case (.member(let wanted), .objectStart):
            while let name = try? cursor.nextName(), let value = try? cursor.value() {
                guard let name = try? cursor.text(name) else { continue }
                if name == wanted { return value.range.lowerBound }
                if similar == nil, !isExact, plain(name) == plain(wanted) { similar = value.range.lowerBound }
            }
        case (.element(let wanted), .arrayStart):
            var index = 0
            while let element = try? cursor.nextElement() {
                if index == wanted { return element.range.lowerBound }
                index += 1
            }
        default: break
        }
        return similar
    }

    private static func plain(_ name: String) -> String {
        name.lowercased().filter { $0 != "_" && $0 != "-" }
    }
}
