import Base
import HTTPFormat
import NetEngine

/// The commands of several requests as a script for a POSIX shell; that of one request without a frame.
struct ShellScript {
    private let program: ExportKind
    private let isWhole: Bool
    private var names = ShellNames()
    private var demanded: Set<String> = []
    private var parts: [String] = []
    private(set) var ledger = ExportLedger()

    /// - Parameters:
    ///   - program: `curl` or `httpie`.
    ///   - title: what is exported; nil for one request.
    init(_ program: ExportKind, title: String?) {
        self.program = program
        isWhole = title != nil
        if let title { parts.append("#!/bin/sh\n# \(Self.comment(title)), exported by apitui") }
    }

    var text: String { parts.joined(separator: "\n\n") + "\n" }

    mutating func add(_ item: ExportItem) {
        let values = item.shellValues(&names)
        let command: String
        switch program {
        case .httpie:
            let writer = HTTPieWriter(item, values)
            if let reason = writer.refusal {
                ledger.add(
                    ExportLoss(
                        file: item.file, line: item.request.line, request: item.id, text: reason,
                        isWholeRequest: true))
                return
            }
            command = writer.text
            for loss in writer.losses { ledger.add(item, loss) }
        default:
            let writer = CurlExport(item, values)
            command = writer.text
            for loss in writer.losses { ledger.add(item, loss) }
        }
        var lines = isWhole ? heading(of: item) : []
        lines += demands(of: item)
        parts.append((lines + [command]).joined(separator: "\n"))
    }

    private func heading(of item: ExportItem) -> [String] {
        var lines = ["# \(Self.comment(item.label))"]
        for line in (item.request.documentation ?? "").split(separator: "\n") where lines.count < 20 {
            lines.append("# \(Self.comment(String(line)))")
        }
        let needed = item.request.dependencies.map { $0.name }
        if !needed.isEmpty { lines.append("# After: \(Self.comment(needed.joined(separator: ", ")))") }
        return lines
    }

    /// Lines that stop the script if a variable has no value, each once.
    private mutating func demands(of item: ExportItem) -> [String] {
        var lines: [String] = []
        for number in item.usedMarksWithProxy {
            guard let variable = item.variables[number] else { continue }
            let name = names.name(of: variable.name)
            let what = "{{\(variable.name)}}"
            let source: String
            switch variable.origin {
            case .secret, .named: source = "a private value"
            case .response(let id): source = "from the response to \(id)"
            case .token: source = "the token of a login"
            case .prompt: source = "a value that apitui asks for"
            }
            ledger.add(item, "\(what) is the shell variable \(name): \(source).")
            guard demanded.insert(name).inserted else { continue }
            lines.append("# \(name): \(Self.comment(what)), \(Self.comment(source))")
            lines.append(": \"${\(name):?set it first}\"")
            if variable.isEncoded { ledger.add(item, "\(name) must be percent-encoded already.") }
        }
        return lines
    }

    /// One line that cannot end a comment or hide anything.
    private static func comment(_ text: String) -> String {
        SafeText(text.replacing(bytes: "\n", with: " ")).string
    }
}
