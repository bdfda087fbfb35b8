import Base
import HTTPFormat
import NetEngine
import Workspace

/// Requests as a page of documentation in Markdown, as they are written: with their variables.
struct MarkdownExport {
    private(set) var ledger = ExportLedger()
    private var lines: [String] = []

    init(title: String) { lines = ["# \(Self.text(title))"] }

    var bytes: [UInt8] { Array((lines.joined(separator: "\n") + "\n").utf8) }

    mutating func add(_ nodes: [ExportNode]) {
        if nodes.count == 1, case .file(_, let items) = nodes[0] {
            for item in items { add(item, level: 2) }
        } else {
            for node in nodes { add(node, level: 2) }
        }
    }

    private mutating func add(_ node: ExportNode, level: Int) {
        switch node {
        case .folder(let name, let nodes):
            lines += ["", "\(Self.heading(level)) \(Self.text(name))"]
            for node in nodes { add(node, level: level + 1) }
        case .file(let name, let items):
            lines += ["", "\(Self.heading(level)) \(Self.text(name))"]
            for item in items { add(item, level: level + 1) }
        }
    }

    private static func heading(_ level: Int) -> String { String(repeating: "#", count: min(6, level)) }

    private mutating func add(_ item: ExportItem, level: Int) {
        let request = item.request
        lines += ["", "\(Self.heading(level)) \(Self.text(item.label))"]
        if let documentation = request.documentation { lines += ["", Self.prose(documentation)] }
        let version = request.httpVersion.map { " HTTP/\($0)" } ?? ""
        let url = item.written(item.shownURL(item.draft.url))
        lines += [""] + Self.block("\(item.draft.method) \(url)\(version)", "http")
        var headers = item.draft.headers.map { [$0.name, item.written($0.value)] }
        switch item.login {
        case .digest(let user, let password):
            headers.append(["Authorization", "Digest \(item.written(user)) \(item.written(password))"])
        case .aws(let credentials, _, _):
            headers.append(["Authorization", "AWS \(item.written(credentials.accessKeyID)), signed when it is sent"])
        case nil: break
        }
        table(["Header", "Value"], headers)
        let parameters = item.parameters.filter(\.isEnabled)
        table(
            ["Parameter", "Value"], parameters.map { [$0.name, $0.value] })
        add(bodyOf: item)
        add(checksOf: item)
        let variables = item.usedMarks.compactMap { number -> [String]? in
            guard let variable = item.variables[number] else { return nil }
            return [item.written(number), Self.value(of: variable, item)]
        }
        table(["Variable", "Value"], variables)
        let needs = request.dependencies.map(\.name)
        if !needs.isEmpty { lines += ["", "Needs: \(needs.map(Self.text).joined(separator: ", "))."] }
    }

    private static func value(of variable: ExportVariable, _ item: ExportItem) -> String {
        if let value = item.values.first(where: { $0.name == variable.name }) {
            return value.value ?? "a private value"
        }
        if variable.name.hasPrefix("$") { return "made when the request is sent" }
        return "known when the request is sent"
    }

    private mutating func add(bodyOf item: ExportItem) {
        let type = ContentType(item.draft.headers["Content-Type"] ?? "")
        switch item.draft.body {
        case .none, .stream: break
        case .file(let path):
            lines += ["", "Body: the file \(Self.code(PathText.name(of: path)))."]
        case .pieces: ledger.add(item, "The body is made of several files; it is left out.")
        case .bytes(let bytes):
            if let form = item.form {
                table(
                    ["Part", "Content"],
                    form.parts.map { [$0.name, $0.path.map { "the file \($0)" } ?? $0.text] })
                return
            }
            guard let body = String(validating: bytes, as: UTF8.self) else {
                return ledger.add(item, "The body is not text; it is left out.")
            }
            let language = type.isJSON ? "json" : type.isXML ? "xml" : type.isHTML ? "html" : ""
            lines += ["", "Body:", ""] + Self.block(item.written(body), language)
        }
    }

    private mutating func add(checksOf item: ExportItem) {
        let checks = item.request.assertions
        guard !checks.isEmpty else { return }
        lines += ["", "Checks:", ""] + checks.map { "- \(Self.code($0.text))" }
    }

    // MARK: Markdown

    private mutating func table(_ names: [String], _ rows: [[String]]) {
        guard !rows.isEmpty else { return }
        lines += ["", "| \(names.joined(separator: " | ")) |", "|\(String(repeating: "---|", count: names.count))"]
        for row in rows { lines.append("| \(row.map(Self.cell).joined(separator: " | ")) |") }
    }

    /// Text in a fence that is longer than any in it.
    private static func block(_ text: String, _ language: String) -> [String] {
        let safe = ClipboardText(text).string
        let fence = String(repeating: "`", count: max(3, longestTicks(in: safe) + 1))
        return ["\(fence)\(language)", safe, fence]
    }

    private static func code(_ text: String) -> String {
        let safe = SafeText(text).string
        guard !safe.isEmpty else { return "" }
        let ticks = String(repeating: "`", count: longestTicks(in: safe) + 1)
        let space = safe.hasPrefix("`") || safe.hasSuffix("`") ? " " : ""
        return ticks + space + safe + space + ticks
    }

    private static func longestTicks(in text: String) -> Int {
        var (longest, run) = (0, 0)
        for byte in text.utf8 {
            run = byte == UInt8(ascii: "`") ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }

    /// In a table a vertical bar ends a cell, in code too.
    private static func cell(_ text: String) -> String { code(text).replacing(bytes: "|", with: "\\|") }

    /// One line of plain text.
    private static func text(_ text: String) -> String {
        let special = Array("\\`*_{}[]<>#|~".utf8)
        let bytes = SafeText(text).string.utf8.flatMap { special.contains($0) ? [Byte.backslash, $0] : [$0] }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What the user wrote as documentation may be Markdown; HTML is not.
    private static func prose(_ documentation: String) -> String {
        ClipboardText(documentation).string.replacing(bytes: "<", with: "&lt;")
    }
}
