/// Writes the sections of a manual page.
struct ManualWriter {
    private(set) var out = ""
    /// Whether the last line was a heading, after which no macro may begin a paragraph.
    private var isAfterHeading = false

    init(_ title: String, _ facts: ManualFacts) {
        line(".\\\" Made by 'apitui generate manual'.")
        line(
            ".TH \(RoffText.quoted(title.uppercased())) 1 \"\(facts.date)\" \(RoffText.quoted("apitui \(facts.version)")) \"apitui manual\""
        )
    }

    private mutating func line(_ text: String) {
        if isAfterHeading, text == ".PP" || text == ".br" { return }
        isAfterHeading = text.hasPrefix(".S")
        out += text + "\n"
    }

    /// A discussion without its examples, and the lines of these.
    static func parts(_ discussion: String) -> (text: [String], examples: [String]) {
        var paragraphs: [String] = []
        var examples: [String] = []
        for paragraph in Self.paragraphs(discussion) {
            var lines = paragraph.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            if lines.first == "Examples:" {
                lines.removeFirst()
                examples += lines
            } else {
                paragraphs.append(paragraph)
            }
        }
        return (paragraphs, examples)
    }

    private static func paragraphs(_ text: String) -> [String] {
        var paragraphs: [[Substring]] = [[]]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.allSatisfy(\.isWhitespace) {
                paragraphs.append([])
            } else {
                paragraphs[paragraphs.count - 1].append(line)
            }
        }
        return paragraphs.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
    }

    // MARK: Sections

    mutating func heading(_ title: String) { line(".SH \(RoffText.quoted(title))") }
    mutating func subheading(_ title: String) { line(".SS \(RoffText.quoted(title))") }

    mutating func name(_ names: [String], _ abstract: String) {
        heading("NAME")
        let sentence = abstract.hasSuffix(".") ? abstract.dropLast() : abstract[...]
        let lower = sentence.prefix(1).lowercased() + sentence.dropFirst()
        line(RoffText.paragraph("\(names.joined(separator: ", ")) - \(lower)"))
    }

    /// `apitui send [options] request`
    mutating func synopsis(_ name: String, of command: CommandDefinition) {
        let words = command.arguments.filter { $0.kind == .positional && $0.isShown }.map { argument in
            let word = argument.valueName + (argument.isRepeating ? "..." : "")
            return argument.isOptional ? "[\(word)]" : word
        }
        let flags = command.arguments.contains { $0.kind != .positional && $0.isShown } ? ["[options]"] : []
        synopsis(name, rest: (flags + words).joined(separator: " "))
    }

    mutating func synopsis(_ name: String, rest: String) {
        line(".br")
        line("\\fB\(RoffText.escaped(name))\\fR \\fI\(RoffText.escaped(rest))\\fR")
    }

    /// Paragraphs. A line with two spaces in a row, or with spaces at its beginning, is shown as it is.
    mutating func text(_ paragraphs: [String]) {
        for paragraph in paragraphs {
            line(".PP")
            var prose: [Substring] = []
            var literal: [Substring] = []
            func flushed(_ writer: inout ManualWriter) {
                if !prose.isEmpty { writer.line(RoffText.paragraph(prose.joined(separator: "\n"))) }
                if !literal.isEmpty { writer.block(literal) }
                (prose, literal) = ([], [])
            }
            for text in paragraph.split(separator: "\n") {
                let isLiteral = text.hasPrefix(" ") || text.contains("  ")
                if isLiteral ? !prose.isEmpty : !literal.isEmpty { flushed(&self) }
                if isLiteral { literal.append(text) } else { prose.append(text) }
            }
            flushed(&self)
        }
    }

    private mutating func block(_ lines: [Substring]) {
        line(".RS 4")
        line(".EX")
        for text in lines { line(RoffText.literal(text)) }
        line(".EE")
        line(".RE")
    }

    mutating func examples(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        heading("EXAMPLES")
        let indent = lines.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        line(".EX")
        for text in lines { line(RoffText.literal(text.dropFirst(indent))) }
        line(".EE")
    }

    /// - Parameter term: in roff.
    mutating func entry(_ term: String, _ text: String) {
        line(".TP")
        line(term)
        line(text.isEmpty ? "\\&" : RoffText.paragraph(text))
    }

    mutating func list(_ title: String, _ entries: [ManualFacts.Entry], lead: String? = nil) {
        guard !entries.isEmpty else { return }
        heading(title)
        if let lead { text([lead]) }
        for item in entries { entry("\\fB\(RoffText.escaped(item.name))\\fR", item.text) }
    }

    mutating func options(_ arguments: [CommandDefinition.Argument]) {
        guard arguments.contains(where: \.isShown) else { return }
        heading("OPTIONS")
        entries(arguments)
    }

    /// Positional ones first, then those without a heading, then those under headings.
    mutating func entries(_ arguments: [CommandDefinition.Argument]) {
        let shown = arguments.filter(\.isShown)
        for argument in shown where argument.kind == .positional { entry(argument) }
        var sections: [String] = []
        for section in shown.compactMap(\.section) where !sections.contains(section) { sections.append(section) }
        for argument in shown where argument.kind != .positional && argument.section == nil { entry(argument) }
        for section in sections {
            line(".PP")
            line("\\fI\(RoffText.escaped(section))\\fR")
            for argument in shown where argument.kind != .positional && argument.section == section { entry(argument) }
        }
    }

    private mutating func entry(_ argument: CommandDefinition.Argument) {
        let value = "\\fI\(RoffText.escaped(argument.valueName))\\fR"
        var text = argument.help
        if let standard = argument.standard, !standard.isEmpty, argument.kind != .flag, !text.contains("Default") {
            text += (text.isEmpty ? "" : " ") + "Default: \(standard)."
        }
        if case .list(let values) = argument.values, !values.isEmpty, !values.allSatisfy(text.contains) {
            text += " Values: \(values.joined(separator: ", "))."
        }
        guard argument.kind != .positional else { return entry(value, text) }
        let names = argument.names.map { "\\fB\(RoffText.escaped($0))\\fR" }.joined(separator: ", ")
        entry(argument.kind == .option ? "\(names) \(value)" : names, text)
    }

    mutating func seeAlso(_ pages: [String]) {
        heading("SEE ALSO")
        line(pages.map { "\\fB\(RoffText.escaped($0))\\fR(1)" }.joined(separator: ",\n"))
    }
}
