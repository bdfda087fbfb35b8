/// The scalar members of one JSON object: strings, numbers and booleans. Nested arrays and objects are ignored.
struct FlatJSON {
    enum Value: Hashable {
        case text(String)
        /// As it is written.
        case number(String)
        case truth(Bool)
    }

    private var members: [String: Value] = [:]

    /// nil if the bytes are not one JSON object (RFC 8259). Of repeated names the last one counts.
    init?(_ bytes: [UInt8]) {
        guard JSONCursor.firstFault(in: bytes) == nil else { return nil }
        var cursor = JSONCursor(bytes)
        cursor.skipSpace()
        guard cursor.byte == UInt8(ascii: "{") else { return nil }
        var found: [String: Value] = [:]
        try? cursor.members { (cursor, name, _) throws(JSONSyntaxFault) in
            if cursor.byte == UInt8(ascii: "\"") {
                found[name] = .text(try cursor.readString())
                return
            }
            let range = try cursor.skipValue()
            let word = String(decoding: cursor.bytes[range], as: UTF8.self)
            switch word.utf8.first {
            case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "n"): found[name] = nil
            case UInt8(ascii: "t"), UInt8(ascii: "f"): found[name] = .truth(word == "true")
            default: found[name] = .number(word)
            }
        }
        members = found
    }

    func text(_ name: String) -> String? {
        if case .text(let text) = members[name] { text } else { nil }
    }

    func truth(_ name: String) -> Bool? {
        if case .truth(let truth) = members[name] { truth } else { nil }
    }

    /// A number without its fraction; a string with a number counts too, because some servers send that.
    func integer(_ name: String) -> Int64? {
        switch members[name] {
        case .number(let text), .text(let text):
            Int64(text) ?? Double(text).flatMap { Int64(exactly: $0.rounded(.towardZero)) }
        default: nil
        }
    }
}
