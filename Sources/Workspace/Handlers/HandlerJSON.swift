import Base
import HTTPFormat
import JSONPath
import NetEngine

/// JSON of a response as `JSON.stringify` writes it: without whitespace, with numbers in JavaScript's form.
enum HandlerJSON {
    /// The members of an object, or the elements of an array, in the order in which JavaScript has them: indexes first, and of members
    /// with the same name the last, in the place of the first.
    static func children(_ tree: JSONTree, _ node: Int) -> [(name: String, node: Int)] {
        var all: [(name: String, node: Int)] = []
        var places: [String: Int] = [:]
        let isObject = tree.kind(node) == .object
        tree.forEachChild(of: node) { child in
            let name = tree.name(child).map { String(decoding: $0, as: UTF8.self) } ?? String(all.count)
            if isObject {
                if let place = places[name] {
                    all[place].node = child
                    return true
                }
                places[name] = all.count
            }
            all.append((name, child))
            return true
        }
        guard isObject else { return all }
        return HandlerRun.order(of: all.map(\.name)).map { all[$0] }
    }

    /// - Parameter spend: counts steps before they are taken.
    static func text(
        _ tree: JSONTree, _ node: Int, _ spend: (Int) throws(HandlerFailure) -> Void
    ) throws(HandlerFailure) -> String {
        try spend(2 * tree.slice(node).count)
        var out: [UInt8] = []
        // Nesting costs no stack.
        var open: [(children: [(name: String, node: Int)], next: Int, isObject: Bool)] = []
        begin(tree, node, &out, &open)
        while let level = open.last {
            guard level.next < level.children.count else {
                out.append(level.isObject ? Byte.closeBrace : Byte.closeBracket)
                open.removeLast()
                continue
            }
            open[open.count - 1].next += 1
            let child = level.children[level.next]
            if level.next > 0 { out.append(Byte.comma) }
            if level.isObject { out += Array(quoted(child.name).utf8) + [Byte.colon] }
            begin(tree, child.node, &out, &open)
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Writes a scalar, or the beginning of an object or array.
    private static func begin(
        _ tree: JSONTree, _ node: Int, _ out: inout [UInt8],
        _ open: inout [(children: [(name: String, node: Int)], next: Int, isObject: Bool)]
    ) {
        switch tree.kind(node) {
        case .object, .array:
            let isObject = tree.kind(node) == .object
            out.append(isObject ? Byte.openBrace : Byte.openBracket)
            open.append((children(tree, node), 0, isObject))
        case .string: out += Array(quoted(String(decoding: tree.string(node), as: UTF8.self)).utf8)
        case .number: out += Array(number(String(decoding: tree.slice(node), as: UTF8.self)).utf8)
        case .bool, .null: out += tree.slice(node)
        }
    }

    /// A string as ECMA-262 has it (QuoteJSONString): nothing is escaped but what must be.
    static func quoted(_ text: String) -> String {
        var out = [Byte.quote]
        for byte in text.utf8 {
            switch byte {
            case Byte.quote, Byte.backslash: out += [Byte.backslash, byte]
            case Byte.backspace: out += Array("\\b".utf8)
            case Byte.tab: out += Array("\\t".utf8)
            case Byte.lineFeed: out += Array("\\n".utf8)
            case Byte.formFeed: out += Array("\\f".utf8)
            case Byte.carriageReturn: out += Array("\\r".utf8)
            case 0..<Byte.space:
                let digits = String(byte, radix: 16)
                out += Array("\\u00\(digits.utf8.count < 2 ? "0" : "")\(digits)".utf8)
            default: out.append(byte)
            }
        }
        return String(decoding: out + [Byte.quote], as: UTF8.self)
    }

    /// Whole numbers that are too large for a double keep their digits.
    private static func number(_ written: String) -> String {
        let number = Double(written) ?? .nan
        guard number.isFinite else { return "null" }
        let isWhole = written.utf8.allSatisfy { LineText.isDigit($0) || $0 == Byte.minus }
        return isWhole && number.magnitude >= 0x1p53 ? written : HandlerNumber.text(number)
    }
}
