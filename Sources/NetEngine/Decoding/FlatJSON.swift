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
        do throws(JSONSyntaxError) {
            var cursor = JSONCursor(bytes)
            guard try cursor.next() == .objectStart else { return nil }
            while let name = try cursor.nextName() {
                let value = try cursor.value()
                let member: Value? =
                    switch value.kind {
                    case .string: .text(try cursor.text(value))
                    case .number: .number(cursor.written(value))
                    case .bool: .truth(cursor.written(value) == "true")
                    default: nil
                    }
                members[try cursor.text(name)] = member
            }
            guard try cursor.next() == .end else { return nil }
        } catch { return nil }
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
