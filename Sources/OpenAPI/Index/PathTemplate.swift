import Base

/// A path with parameters in braces: `/pets/{petId}` (OpenAPI 3.2 §4.8.2, "path templating").
package struct PathTemplate: Sendable, Hashable {
    package enum Part: Sendable, Hashable {
        case text(String)
        case parameter(String)
    }

    package let parts: [Part]

    package init(_ template: String) {
        var parts: [Part] = []
        let text = Array(template.utf8)
        var start = 0
        var place = 0
        func add(_ end: Int) {
            if end > start { parts.append(.text(String(decoding: text[start..<end], as: UTF8.self))) }
        }
        // Past the last closing brace no parameter can end.
        let last = text.lastIndex(of: Byte.closeBrace) ?? -1
        while place < text.count {
            guard text[place] == Byte.openBrace, place < last,
                let end = text[place...].firstIndex(of: Byte.closeBrace)
            else {
                place += 1
                continue
            }
            add(place)
            parts.append(.parameter(String(decoding: text[(place + 1)..<end], as: UTF8.self)))
            place = end + 1
            start = place
        }
        add(text.count)
        self.parts = parts
    }

    package var parameters: [String] {
        parts.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    }

    /// The template without the names: equal for paths that mean the same requests.
    var shape: String {
        parts.map { if case .text(let text) = $0 { text } else { "{}" } }.joined()
    }
}
