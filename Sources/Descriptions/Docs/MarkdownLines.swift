import Base
import NetEngine

/// Markdown as plain lines: headings, lists, code, and links as `text (URL)`. Nothing else is laid out.
package enum MarkdownLines {
    package struct Line: Sendable, Hashable {
        package var role: DocsRow.Role
        package var text: String
    }

    static let mostLines = 300
    private static let mostBytes = 40_000

    package static func lines(of markdown: String) -> [Line] {
        var lines: [Line] = []
        var paragraph = ""
        var isCode = false
        func end() {
            if !paragraph.isEmpty { lines.append(Line(role: .text, text: inline(paragraph))) }
            paragraph = ""
        }
        let cut = markdown.utf8.count > mostBytes
        let text = cut ? Substring(markdown.prefix(mostBytes)) : markdown[...]
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if lines.count >= mostLines { break }
            let content = line.drop { $0 == " " || $0 == "\t" }
            if content.hasPrefix("```") || content.hasPrefix("~~~") {
                end()
                isCode.toggle()
            } else if isCode {
                lines.append(Line(role: .code, text: code(line)))
            } else if content.isEmpty {
                end()
            } else if content.first == "#", let space = content.firstIndex(of: " "),
                content[..<space].allSatisfy({ $0 == "#" })
            {
                end()
                lines.append(Line(role: .heading, text: PlainLine.of(inline(String(content[space...])), limit: 300)))
            } else if let item = listItem(content) {
                end()
                paragraph = String(repeating: "  ", count: min((line.count - content.count) / 2, 4)) + "• " + item
            } else if content.hasPrefix("> ") {
                end()
                paragraph = String(content.dropFirst(2))
            } else {
                paragraph += (paragraph.isEmpty ? "" : " ") + content
            }
        }
        end()
        if cut || lines.count >= mostLines { lines.append(Line(role: .text, text: "…")) }
        return lines
    }

    /// Code keeps its indentation.
    private static func code(_ line: Substring) -> String {
        let text = String(line).replacing(bytes: "\t", with: "    ")
        return text.prefix { $0 == " " }.prefix(100) + PlainLine.of(text, limit: 300)
    }

    private static func listItem(_ content: Substring) -> Substring? {
        for mark in ["- ", "* ", "+ "] where content.hasPrefix(mark) { return content.dropFirst(2) }
        let digits = content.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty, digits.count < 4, content.dropFirst(digits.count).hasPrefix(". ") else { return nil }
        return content.dropFirst(digits.count + 2)
    }

    /// One line without marks of emphasis and code; a link as `text (URL)`.
    static func inline(_ text: String) -> String {
        let characters = Array(text)
        // Past the last closing parenthesis no link can end.
        let lastClose = characters.lastIndex(of: ")") ?? -1
        var result = ""
        var place = 0
        while place < characters.count {
            countWork(1)
            let character = characters[place]
            let next = place + 1 < characters.count ? characters[place + 1] : " "
            if character == "\\", "\\`*_[]()#!".contains(next) {
                result.append(next)
                place += 2
            } else if character == "!", next == "[" {
                place += 1
            } else if character == "[", place < lastClose, let link = link(characters, place) {
                result += link.text.isEmpty || link.text == link.url ? link.url : "\(link.text) (\(link.url))"
                place = link.end
            } else if character == "`" || character == "*" && next == "*" {
                place += character == "*" ? 2 : 1
            } else {
                result.append(character)
                place += 1
            }
        }
        let indent = result.prefix { $0 == " " }
        return indent + PlainLine.of(result, limit: 2_000)
    }

    private static let longestLink = 400

    private static func link(_ text: [Character], _ start: Int) -> (text: String, url: String, end: Int)? {
        let limit = min(text.count, start + longestLink)
        guard let close = text[start..<limit].firstIndex(of: "]"), close + 1 < limit, text[close + 1] == "(",
            let end = text[(close + 2)..<limit].firstIndex(of: ")")
        else { return nil }
        let url = String(text[(close + 2)..<end]).split(separator: " ").first.map(String.init) ?? ""
        return (String(text[(start + 1)..<close]).filter { $0 != "`" && $0 != "*" }, url, end + 1)
    }
}
