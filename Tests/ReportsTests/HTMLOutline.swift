import Testing

/// The tags of a page, read as a browser that is strict would.
struct HTMLOutline {
    struct Tag {
        var name: String
        var attributes: [String: String] = [:]
        var depth: Int
    }

    private(set) var tags: [Tag] = []
    /// What is wrong, in words.
    private(set) var problems: [String] = []

    private static let empty: Set<String> = ["meta", "br", "rect", "col", "hr"]

    init(_ page: String) {
        var rest = page[...]
        var open: [String] = []
        while let start = rest.firstIndex(of: "<") {
            guard let end = rest[start...].firstIndex(of: ">") else {
                problems.append("A tag has no end.")
                return
            }
            let text = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            if text.hasPrefix("!") { continue }
            if text.hasPrefix("/") {
                let name = String(text.dropFirst())
                if open.popLast() != name { problems.append("</\(name)> closes nothing.") }
                continue
            }
            let tag = Self.tag(text, depth: open.count)
            tags.append(tag)
            if !Self.empty.contains(tag.name), !text.hasSuffix("/") { open.append(tag.name) }
            // The content of a style sheet is not markup.
            if tag.name == "style", let close = rest.firstRange(of: "</style>") { rest = rest[close.lowerBound...] }
        }
        problems += open.map { "<\($0)> is not closed." }
    }

    private static func tag(_ text: Substring, depth: Int) -> Tag {
        var rest = text.drop { $0 != " " && $0 != "/" }
        var tag = Tag(name: String(text[..<rest.startIndex]), depth: depth)
        while true {
            rest = rest.drop { $0 == " " || $0 == "/" }
            guard !rest.isEmpty else { return tag }
            let name = rest.prefix { $0 != "=" && $0 != " " }
            rest = rest.dropFirst(name.count)
            guard rest.hasPrefix("=\"") else {
                tag.attributes[String(name)] = ""
                continue
            }
            let value = rest.dropFirst(2).prefix { $0 != "\"" }
            tag.attributes[String(name)] = String(value)
            rest = rest.dropFirst(value.count + 3)
        }
    }
}
