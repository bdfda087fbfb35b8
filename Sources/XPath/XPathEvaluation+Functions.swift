import NetEngine

// The core function library (XPath 1.0 §4). Characters are Unicode scalars.

extension XPathEvaluation {
    package func call(
        _ function: XPathFunction, _ arguments: [Expression], _ context: Context
    ) throws(Failure) -> XPathValue {
        func text(_ index: Int) throws(Failure) -> String { try string(value(arguments[index], context)) }
        /// The first argument as text, or the context node's if there is none.
        func textOrNode() throws(Failure) -> String {
            arguments.isEmpty ? try string(context.node) : try text(0)
        }
        func firstNode() throws(Failure) -> XPathNode? {
            arguments.isEmpty ? context.node : try nodes(arguments[0], context).first
        }
        func numeric() throws(Failure) -> Double { try number(value(arguments[0], context)) }
        switch function {
        case .last: return .number(Double(context.size))
        case .position: return .number(Double(context.position))
        case .count: return .number(Double(try nodes(arguments[0], context).count))
        case .id: return .nodes(try elements(withIDs: value(arguments[0], context)))
        case .localName: return .string(try firstNode().flatMap(document.name)?.local ?? "")
        case .namespaceURI: return .string(try firstNode().flatMap(document.name)?.namespace ?? "")
        case .name: return .string(try firstNode().flatMap(document.name)?.qualified ?? "")
        case .string: return .string(try textOrNode())
        case .concat:
            var all = ""
            for index in arguments.indices { all += try text(index) }
            try spend(all.utf8.count / 16)
            return .string(all)
        case .startsWith: return .boolean(try text(0).utf8.starts(with: text(1).utf8))
        case .contains: return .boolean(try Self.range(of: text(1), in: Array(text(0).utf8)) != nil)
        case .substringBefore:
            let whole = try Array(text(0).utf8)
            guard let range = try Self.range(of: text(1), in: whole) else { return .string("") }
            return .string(String(decoding: whole[..<range.lowerBound], as: UTF8.self))
        case .substringAfter:
            let whole = try Array(text(0).utf8)
            guard let range = try Self.range(of: text(1), in: whole) else { return .string("") }
            return .string(String(decoding: whole[range.upperBound...], as: UTF8.self))
        case .substring:
            let start = try number(value(arguments[1], context))
            let length = arguments.count > 2 ? try number(value(arguments[2], context)) : nil
            return .string(Self.substring(try text(0), from: start, length: length))
        case .stringLength: return .number(Double(try textOrNode().unicodeScalars.count))
        case .normalizeSpace: return .string(Self.normalized(try textOrNode()))
        case .translate: return .string(Self.translated(try text(0), from: try text(1), to: try text(2)))
        case .boolean: return .boolean(boolean(try value(arguments[0], context)))
        case .not: return .boolean(!boolean(try value(arguments[0], context)))
        case .isTrue: return .boolean(true)
        case .isFalse: return .boolean(false)
        case .lang: return .boolean(try isLanguage(text(0), of: context.node))
        case .number:
            return .number(
                arguments.isEmpty ? XPathNumber.value(of: try string(context.node)) : try numeric())
        case .sum:
            var sum = 0.0
            for node in try nodes(arguments[0], context) { sum += XPathNumber.value(of: try string(node)) }
            return .number(sum)
        case .floor: return .number(try numeric().rounded(.down))
        case .ceiling: return .number(try numeric().rounded(.up))
        case .round: return .number(Self.rounded(try numeric()))
        }
    }

    /// Rounds half up, whatever the sign. What is below zero and rounds to it is negative zero (XPath 1.0 §4.4).
    private static func rounded(_ value: Double) -> Double {
        guard value.isFinite, abs(value) < 4e15 else { return value }
        let rounded = (value + 0.5).rounded(.down)
        return rounded == 0 && value.sign == .minus ? -0.0 : rounded
    }

    private static func range(of text: String, in whole: [UInt8]) -> Range<Int>? {
        LinearSearch(Array(text.utf8)).first(in: whole)
    }

    /// Positions count from 1, are rounded, and may be outside the text; NaN selects nothing.
    private static func substring(_ text: String, from start: Double, length: Double?) -> String {
        let first = rounded(start)
        let end = length.map { first + rounded($0) } ?? .infinity
        guard !first.isNaN, !end.isNaN else { return "" }
        var result = String.UnicodeScalarView()
        var position = 1.0
        for scalar in text.unicodeScalars {
            if position >= end { break }
            if position >= first { result.append(scalar) }
            position += 1
        }
        return String(result)
    }

    private static func normalized(_ text: String) -> String {
        let words = text.utf8.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        return words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    }

    private static func translated(_ text: String, from: String, to: String) -> String {
        let replacements = Array(to.unicodeScalars)
        var map: [Unicode.Scalar: Unicode.Scalar?] = [:]
        for (index, scalar) in from.unicodeScalars.enumerated() where map[scalar] == nil {
            map[scalar] = .some(index < replacements.count ? replacements[index] : nil)
        }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard let replacement = map[scalar] else {
                result.append(scalar)
                continue
            }
            if let replacement { result.append(replacement) }
        }
        return String(result)
    }

    /// Finds elements by `xml:id`; a document's own DTD is not read for other identifier attributes.
    private func elements(withIDs value: XPathValue) throws(Failure) -> [XPathNode] {
        var text = ""
        if case .nodes(let nodes) = value {
            for node in nodes { text += try string(node) + " " }
        } else {
            text = try string(value)
        }
        let wanted = Set(Self.normalized(text).split(separator: " ").map(String.init))
        guard !wanted.isEmpty else { return [] }
        let name = XMLName("id", namespace: "http://www.w3.org/XML/1998/namespace")
        var seen: Set<String> = []
        var found: [XPathNode] = []
        for order in 0..<document.tree.nodeCount {
            try spend(1)
            guard let id = document.tree.node(order)?.attribute(name), wanted.contains(id), seen.insert(id).inserted
            else { continue }
            found.append(XPathNode(order: order))
        }
        return found
    }

    /// Whether `xml:lang` of the node, or of its nearest ancestor that has one, matches (§4.3).
    private func isLanguage(_ language: String, of node: XPathNode) throws(Failure) -> Bool {
        let name = XMLName("lang", namespace: "http://www.w3.org/XML/1998/namespace")
        var place: XMLTree.Node? = document.node(node)
        while let next = place {
            try spend(1)
            if let value = next.attribute(name) {
                let (value, wanted) = (value.lowercased(), language.lowercased())
                return value == wanted || value.hasPrefix(wanted + "-")
            }
            place = next.parent
        }
        return false
    }
}
