import Base
import Descriptions
import HTTPFormat
import NetEngine

/// Texts of the source as lines of a request file that mean nothing but themselves.
enum PlainWords {
    /// The text as the title of a separator; nil if nothing readable is left.
    static func title(_ text: String) -> String? {
        var line = PlainLine.of(text, limit: 160).replacing(bytes: "{{", with: "{ {")[...]
        while let first = line.first, first == "#" || first == " " || first == "@" { line.removeFirst() }
        while let last = line.last, last == "#" || last == " " { line.removeLast() }
        let isReadable =
            line.unicodeScalars.contains { $0.properties.isAlphabetic || ("0"..."9").contains($0) }
            || line.unicodeScalars.contains { $0.value > 0x2BFF }
        return isReadable ? String(line) : nil
    }

    /// Lines of a comment, without their marks. None of them is read as metadata or a switched-off line.
    static func comment(_ text: String, mostLines: Int = 400) -> [String] {
        var lines: [String] = []
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            guard lines.count < mostLines else {
                lines.append("…")
                break
            }
            let plain = visible(line)
            let first = plain.drop { $0 == " " || $0 == "\t" || $0 == "#" || $0 == "/" }.first
            lines.append(first == "@" || first == "&" || first == "?" ? "| " + plain : plain)
        }
        while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
        while lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
        return lines
    }

    /// Without control characters and without space at the end.
    private static func visible(_ line: Substring) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in line.unicodeScalars {
            scalars.append(scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) ? " " : scalar)
        }
        while scalars.last == " " { scalars.removeLast() }
        return String(scalars)
    }

    /// A program of another tool, as lines that cannot be taken for anything.
    static func script(_ script: ImportedScript, of tool: String) -> [String] {
        let when = script.event == .beforeRequest ? "before the request" : "after the response"
        let code = script.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return ["\(tool) would run this \(when); it is not run here:"] + code.prefix(2_000).map(quoted)
    }

    /// What a notice says of a script.
    /// - Parameter count: how many requests have it as a comment, if it is that of a collection or folder.
    static func notice(of script: ImportedScript, requests count: Int = 1) -> String {
        let isBefore = script.event == .beforeRequest
        let each = "each of \(count) requests"
        let when =
            count == 1
            ? isBefore ? "before the request" : "after the response"
            : isBefore ? "before \(each)" : "after the response of \(each)"
        let part = script.isPartlyRead ? "; what of it holds in any case was read as checks and captures" : ""
        return "A script that is run \(when) is kept as a comment\(count == 1 ? "" : " there"): it is not run\(part)."
    }

    /// Asserts and captures without a counterpart, in the same form.
    static func leftovers(_ texts: [String], of tool: String) -> [String] {
        ["\(tool) would do this with the response; there is nothing like it here:"]
            + texts.flatMap { $0.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) }.prefix(2_000)
            .map(quoted)
    }

    private static func quoted(_ line: Substring) -> String {
        let visible = visible(line)
        return visible.isEmpty ? "|" : "| " + visible
    }
}
