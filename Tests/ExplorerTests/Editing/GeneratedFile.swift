import TestSupport

/// A generated request file. The kind of each line is known, so the result of an edit can be predicted without the
/// parser.
struct GeneratedFile {
    struct Line: Hashable {
        var text: String
        /// LF, CRLF or CR; empty for a last line without one.
        var end: String
    }

    /// Ways to write the same file.
    enum Form: String, CaseIterable, Sendable {
        case lf, crlf, cr, mixed, mark, open, markOpenCRLF

        var hasMark: Bool { self == .mark || self == .markOpenCRLF }
        var isOpen: Bool { self == .open || self == .markOpenCRLF }

        func end(_ generator: inout SeededGenerator) -> String {
            switch self {
            case .lf, .mark, .open: "\n"
            case .crlf, .markOpenCRLF: "\r\n"
            case .cr: "\r"
            case .mixed: ["\n", "\n", "\r\n", "\r"].randomElement(using: &generator) ?? "\n"
            }
        }
    }

    var hasMark = false
    var lines: [Line] = []
    var requests: [GeneratedRequest] = []
    /// `@name = value` lines, by number from 0.
    var definitions: [(name: String, value: String, line: Int)] = []

    var bytes: [UInt8] { Self.bytes(lines, hasMark: hasMark) }

    static func bytes(_ lines: [Line], hasMark: Bool) -> [UInt8] {
        (hasMark ? [0xEF, 0xBB, 0xBF] : []) + lines.flatMap { Array(($0.text + $0.end).utf8) }
    }

    /// True if a line is empty or has only whitespace; false after the last one.
    func isBlank(_ line: Int) -> Bool {
        lines.indices.contains(line) && lines[line].text.allSatisfy { $0 == " " || $0 == "\t" }
    }
}

/// The structure of a request in a generated file. Lines count from 0.
struct GeneratedRequest {
    /// From its separator to the line before the next one.
    var block = 0..<0
    /// The first line that moves with the request.
    var own = 0
    var separators: [Int] = []
    /// The line and the text of a title in a separator or in `# @title`.
    var title: (line: Int, text: String)?
    var name: (line: Int, text: String)?
    var requestLine = 0
    var target = GeneratedTarget()
    var headers: [GeneratedHeader] = []
    /// The last line of the head, comments included.
    var headEnd = 0
    var body = 0..<0
    /// Variables between the empty line and the start of the body.
    var lateVariables = 0..<0
    /// The last line of its block that is not empty.
    var lastLine = 0
    var curl: (lines: Range<Int>, written: [String])?

    var hasSeparator: Bool { !separators.isEmpty }

    /// The last line of target and headers.
    var lastHeadLine: Int {
        max(requestLine + target.rows.count - 1, headers.map { $0.line + $0.continuations.count }.max() ?? 0)
    }
}

/// A header line and the lines that continue it.
struct GeneratedHeader {
    var indent = ""
    /// `# `, `#` or `// ` if disabled; empty if active.
    var marker = ""
    var name: String
    /// The colon and the whitespace around it.
    var colon = ": "
    var value: String
    var tail = ""
    var continuations: [String] = []
    var line = 0

    var text: String { indent + marker + name + colon + value + tail }
    var isEnabled: Bool { marker.isEmpty }
    var wholeValue: String {
        ([value] + continuations.map { $0.drop { $0 == " " } }.map(String.init)).joined(separator: " ")
    }
}

/// A target with its query on one or several lines.
struct GeneratedTarget {
    struct Parameter: Hashable {
        var name: String
        /// nil if there is no `=`.
        var value: String?
        /// The sign before a disabled parameter.
        var sign = "&"
        var text: String { value.map { "\(name)=\($0)" } ?? name }
    }

    struct Row: Hashable {
        /// The index among the generated lines of the target; nil for a new line.
        var source: Int?
        var indent = "    "
        var marker = ""
        var parameters: [Parameter] = []
        var tail = ""
    }

    var indent = ""
    /// As written; nil if omitted.
    var method: String?
    var gap = " "
    var base = "http://a.test/"
    /// The first is the request line.
    var rows: [Row] = [Row(source: 0)]
    var fragment = ""
    /// Includes the space before it.
    var version = ""

    struct Place { var row: Int, parameter: Int }

    var places: [Place] {
        rows.indices.flatMap { row in rows[row].parameters.indices.map { Place(row: row, parameter: $0) } }
    }

    /// The lines, with `?` before the first active parameter, `&` before the others, fragment and version at the end.
    var texts: [String] {
        var hasQuestion = false
        let last = rows.lastIndex { $0.marker.isEmpty } ?? 0
        return rows.indices.map { index in
            let row = rows[index]
            var text = index == 0 ? indent + (method.map { $0 + gap } ?? "") + base : row.indent + row.marker
            for parameter in row.parameters {
                if !row.marker.isEmpty {
                    text += parameter.sign + parameter.text
                } else {
                    text += (hasQuestion ? "&" : "?") + parameter.text
                    hasQuestion = true
                }
            }
            return text + (index == last ? fragment + version : "") + row.tail
        }
    }

    /// The target as it is sent and shown.
    var whole: String {
        var hasQuestion = false
        return rows.filter(\.marker.isEmpty).reduce(base) { text, row in
            row.parameters.reduce(text) { text, parameter in
                defer { hasQuestion = true }
                return text + (hasQuestion ? "&" : "?") + parameter.text
            }
        } + fragment
    }

    var shown: [[String]] {
        rows.flatMap { row in
            row.parameters.map { [$0.name, $0.value ?? "", row.marker.isEmpty ? "on" : "off"] }
        }
    }

    // MARK: Edits

    mutating func set(_ place: Place, _ name: String, _ value: String) {
        let had = rows[place.row].parameters[place.parameter].value != nil
        rows[place.row].parameters[place.parameter].name = name
        rows[place.row].parameters[place.parameter].value = value.isEmpty && !had ? nil : value
    }

    mutating func add(_ name: String, _ value: String) {
        let parameter = Parameter(name: name, value: value)
        if rows.count == 1 {
            rows[0].parameters.append(parameter)
        } else {
            rows.append(Row(indent: rows[rows.count - 1].indent, parameters: [parameter]))
        }
    }

    mutating func remove(_ place: Place) {
        rows[place.row].parameters.remove(at: place.parameter)
        if place.row > 0, rows[place.row].parameters.isEmpty { rows.remove(at: place.row) }
    }

    mutating func toggle(_ place: Place) {
        let row = rows[place.row]
        if !row.marker.isEmpty {
            rows[place.row].marker = ""
            return
        }
        if place.row > 0, row.parameters.count == 1 {
            rows[place.row].marker = "# "
            rows[place.row].parameters[0].sign = "&"
            return
        }
        var off = Row(
            indent: place.row > 0 ? row.indent : rows.count > 1 ? rows[rows.count - 1].indent : "    ", marker: "# ",
            parameters: [row.parameters[place.parameter]])
        off.parameters[0].sign = "&"
        var before = row
        before.parameters = Array(row.parameters[..<place.parameter])
        var rest = Row(
            indent: off.indent, parameters: Array(row.parameters[(place.parameter + 1)...]), tail: row.tail)
        var rows = [before]
        if !rest.parameters.isEmpty { rows[0].tail = "" }
        if place.row > 0, before.parameters.isEmpty {
            off.source = row.source
            rows = []
        }
        rest.source = nil
        self.rows.replaceSubrange(
            place.row...place.row, with: rows + [off] + (rest.parameters.isEmpty ? [] : [rest]))
    }
}

/// Expected changes of lines; all others stay as they are.
struct LineScript {
    private var replaced: [Int: String] = [:]
    private var deleted: Set<Int> = []
    private var inserted: [Int: [String]] = [:]

    mutating func replace(_ line: Int, _ text: String) { replaced[line] = text }
    mutating func delete(_ lines: Range<Int>) { deleted.formUnion(lines) }
    mutating func insert(_ texts: [String], after line: Int) { inserted[line, default: []] += texts }

    /// A new line gets the line end of the line before it. If that is a last line without a line end, it gets one and
    /// the new last line has none.
    func applied(to lines: [GeneratedFile.Line]) -> [GeneratedFile.Line] {
        var result: [GeneratedFile.Line] = []
        func end(_ line: Int) -> String {
            for candidate in [line, line - 1] where lines.indices.contains(candidate) && !lines[candidate].end.isEmpty {
                return lines[candidate].end
            }
            return "\n"
        }
        for text in inserted[-1] ?? [] { result.append(.init(text: text, end: end(0))) }
        for (index, line) in lines.enumerated() {
            if !deleted.contains(index) { result.append(.init(text: replaced[index] ?? line.text, end: line.end)) }
            for text in inserted[index] ?? [] {
                if line.end.isEmpty { result[result.count - 1].end = end(index) }
                result.append(.init(text: text, end: line.end))
            }
        }
        // A CR followed by the LF of an empty line would be one line end.
        for place in result.indices.dropLast() where result[place].end == "\r" {
            if result[place + 1].text.isEmpty, result[place + 1].end == "\n" { result[place].end = "\r\n" }
        }
        return result
    }
}
