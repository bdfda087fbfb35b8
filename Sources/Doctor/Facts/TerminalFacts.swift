import Base

/// What is known of the terminal that a command was started in.
package struct TerminalFacts: Sendable, Hashable {
    package var inputIsTerminal = false
    package var outputIsTerminal = false
    package var columns: Int?
    package var rows: Int?
    /// TERM.
    package var kind: String?
    /// Whether terminfo knows it.
    package var isKnown = false
    /// Whether it knows the kind that can take the place of most.
    package var isSubstituteKnown = true
    package var colors = 0
    /// By terminfo, or by COLORTERM.
    package var hasTrueColor = false
    package var hasMouse = false
    /// NO_COLOR.
    package var refusesColor = false
    /// tmux, screen, mosh or ssh between the program and the terminal.
    package var between: [String] = []
    /// How text gets to the clipboard first: the words after "by"; nil if only a file is left.
    package var clipboard: String?
    /// Whether the way cannot say that it worked.
    package var isClipboardUnconfirmed = false
    /// What the terminal said when it was asked; nil if it was not asked.
    package var report: Report?

    package struct Report: Sendable, Hashable {
        /// nil if it did not say.
        package var name: String?
        package var didRespond = false
        package var pictures: [String] = []
        package var background: String?

        package init() {}
    }

    package init() {}

    /// The smallest size in which everything of the screen has room.
    private static let least = (columns: 80, rows: 24)

    /// Whether the screen can be shown on it.
    package var isTerminal: Bool { inputIsTerminal && outputIsTerminal }

    package var findings: [Finding] {
        guard isTerminal else {
            let what =
                inputIsTerminal
                ? "Standard output is" : outputIsTerminal ? "Standard input is" : "Standard input and output are"
            return [
                Finding(
                    .terminal, "terminal", .note, "\(what) not a terminal, so nothing can be said about the screen.",
                    advice: "Run 'apitui doctor' in the terminal that you use; commands without a screen need none.")
            ]
        }
        return [kindFinding, sizeFinding] + (isKnown ? [colorFinding, mouseFinding] : [])
            + [clipboardFinding] + [reportFinding, betweenFinding].compactMap(\.self)
    }

    private var kindFinding: Finding {
        let name = SafeText(kind ?? "").string
        guard !name.isEmpty, name != "dumb", name != "unknown" else {
            return Finding(
                .terminal, "terminal.kind", .wrong,
                name.isEmpty ? "TERM is not set." : "TERM is '\(name)', which cannot draw a screen.",
                advice: "Set TERM to the kind of your terminal, such as \(TerminfoAdvice.substitute).")
        }
        guard isKnown else {
            return Finding(
                .terminal, "terminal.kind", .wrong, "TERM is '\(name)', which terminfo on this machine does not know.",
                advice: TerminfoAdvice.sentence(unknownKind: name, isSubstituteKnown: isSubstituteKnown))
        }
        return Finding(.terminal, "terminal.kind", "TERM is '\(name)', which terminfo knows.")
    }

    private var sizeFinding: Finding {
        guard let columns, let rows else {
            return Finding(
                .terminal, "terminal.size", .note, "The terminal does not say how large it is.",
                advice: "Set it by 'stty cols 80 rows 24'.")
        }
        let size = "The terminal has \(columns) columns and \(rows) rows"
        guard columns >= Self.least.columns, rows >= Self.least.rows else {
            return Finding(
                .terminal, "terminal.size", .note, "\(size); panes are shown one at a time.",
                advice: "Make it \(Self.least.columns) by \(Self.least.rows) or larger to see them together.")
        }
        return Finding(.terminal, "terminal.size", "\(size).")
    }

    private var colorFinding: Finding {
        if refusesColor {
            return Finding(
                .terminal, "terminal.colors", .note, "NO_COLOR is set, so nothing is drawn in colour.",
                advice: "Unset NO_COLOR to see colours.")
        }
        if hasTrueColor { return Finding(.terminal, "terminal.colors", "It has true colour.") }
        guard colors >= 8 else {
            return Finding(
                .terminal, "terminal.colors", .note, "It has no colours by terminfo.",
                advice: "If your terminal has colours, set TERM to a kind that says so, such as xterm-256color.")
        }
        let advice =
            colors >= 256
            ? "If your terminal has true colour, set COLORTERM=truecolor."
            : "If your terminal has more, set TERM=xterm-256color and COLORTERM=truecolor."
        return Finding(
            .terminal, "terminal.colors", .note, "It has \(colors) colours; themes are drawn in the nearest ones.",
            advice: advice)
    }

    private var mouseFinding: Finding {
        hasMouse
            ? Finding(.terminal, "terminal.mouse", "It reports the mouse.")
            : Finding(
                .terminal, "terminal.mouse", .note, "By terminfo it reports no mouse.",
                advice: "Everything can be done by keys; if your terminal has a mouse, set TERM to a kind that says so."
            )
    }

    private var clipboardFinding: Finding {
        guard let clipboard else {
            return Finding(
                .terminal, "terminal.clipboard", .note, "There is no way to the clipboard: copies go into a file.",
                advice: "Install wl-copy, xclip or xsel, or use a terminal that takes OSC 52.")
        }
        let doubt = isClipboardUnconfirmed ? ", which cannot say that it worked" : ""
        return Finding(.terminal, "terminal.clipboard", "Copies go to the clipboard by \(clipboard)\(doubt).")
    }

    private var reportFinding: Finding? {
        guard let report else { return nil }
        guard report.didRespond else {
            return Finding(
                .terminal, "terminal.response", .note,
                "The terminal did not respond when it was asked what it is; the screen then assumes the least.",
                advice: "If drawing is wrong, try 'apitui --images blocks'.")
        }
        let name = report.name.map { "It is \(SafeText($0).string)" } ?? "It responds, but does not say its name"
        let pictures = report.pictures.isEmpty ? "half blocks" : report.pictures.joined(separator: " or ")
        let background = report.background.map { ", and its background is \($0)" } ?? ""
        return Finding(.terminal, "terminal.response", "\(name); pictures are drawn by \(pictures)\(background).")
    }

    private var betweenFinding: Finding? {
        guard !between.isEmpty else { return nil }
        return Finding(
            .terminal, "terminal.between",
            "Between the program and the terminal: \(between.joined(separator: ", ")); it decides what gets through.")
    }
}
