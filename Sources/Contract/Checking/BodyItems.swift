import Base
import JSONPath
import NetEngine

/// The items of a sequential body: lines of JSON, a JSON text sequence (RFC 7464) or server-sent events.
struct BodyItems {
    struct Item {
        /// Byte offset in the body.
        var offset: Int
        /// The item's text; of an event, its data.
        var data: [UInt8]
        /// The fields of an event but its data.
        var fields: [(name: String, value: String)] = []

        /// - Parameter isEvent: the event as an object (OpenAPI 3.2 §4.14.4.3); else its data, as JSON if it is JSON.
        func value(isEvent: Bool) throws(JSONSyntaxError) -> JSONTree {
            let text = JSONOutput.string(String(decoding: data, as: UTF8.self))
            guard isEvent else {
                if let json = try? JSONTree.parse(data) { return json }
                return try JSONTree.parse(text.bytes)
            }
            var members: [(String, JSONOutput)] = [("data", text)]
            for (name, value) in fields {
                members.removeAll { $0.0 == name }
                let isNumber = name == "retry" && !value.isEmpty && value.utf8.allSatisfy(ASCII.isDigit)
                members.append((name, isNumber ? .number(value) : .string(value)))
            }
            return try JSONTree.parse(JSONOutput.object(members).bytes)
        }
    }

    private(set) var all: [Item] = []

    static func isStream(_ type: ContentType) -> Bool {
        type.isJSONLines || isSequence(type) || type.essence == "text/event-stream"
    }

    private static func isSequence(_ type: ContentType) -> Bool {
        type.essence == "application/json-seq" || type.essence.hasSuffix("+json-seq")
    }

    /// - Parameter isCut: the last item may be incomplete and is left out.
    init(_ bytes: [UInt8], _ type: ContentType, isCut: Bool) {
        countWork(bytes.count)
        if type.essence == "text/event-stream" {
            events(bytes)
            return
        }
        let mark: UInt8 = Self.isSequence(type) ? 0x1E : Byte.lineFeed
        for piece in bytes.split(separator: mark, omittingEmptySubsequences: true) {
            if isCut, piece.endIndex == bytes.endIndex { continue }
            guard let first = piece.firstIndex(where: { !JSONText.isSpace($0) }) else { continue }
            all.append(Item(offset: first, data: Array(piece[first...])))
        }
    }

    /// WHATWG HTML §9.2.6. An event counts once its empty line is there. Fields are kept as they are written.
    private mutating func events(_ bytes: [UInt8]) {
        var lines = LineSplitter(bytes)
        var event: Item?
        var hasData = false
        while let line = lines.next() {
            if line.isEmpty {
                if let event, hasData { all.append(event) }
                (event, hasData) = (nil, false)
                continue
            }
            guard let field = EventField(line) else { continue }
            var item = event ?? Item(offset: line.startIndex, data: [])
            // Else each line would copy all data before it.
            event = nil
            switch field {
            case .data(let value):
                if hasData { item.data.append(Byte.lineFeed) }
                item.data += value
                hasData = true
            case .event(let value): item.fields.append(("event", String(decoding: value, as: UTF8.self)))
            case .id(let value): item.fields.append(("id", String(decoding: value, as: UTF8.self)))
            case .retry(let value): item.fields.append(("retry", String(decoding: value, as: UTF8.self)))
            }
            event = item
        }
    }
}
