import Base

/// A way by which text can get to the user's clipboard.
package enum ClipboardWay: Sendable, Hashable {
    /// A program that takes it on standard input; its exit status confirms.
    case program([String])
    /// By tmux, which keeps it and hands it to the terminal; only the first is confirmed.
    case tmux([String])
    /// By the terminal's own sequence (OSC 52), which nothing confirms.
    case terminal
    /// A file that only the user can read.
    case file
}

/// Which ways to try, in order: a pure decision about the surroundings and the size of the text.
///
/// The clipboard is never read, and no setting of tmux is changed.
package struct ClipboardRoute: Sendable, Hashable {
    /// What is known of where the program runs.
    package struct Surroundings: Sendable {
        var variable: @Sendable (String) -> String?
        var isInstalled: @Sendable (String) -> Bool
        var isInMosh: Bool

        package init(
            isInMosh: Bool = false, variable: @escaping @Sendable (String) -> String?,
            isInstalled: @escaping @Sendable (String) -> Bool
        ) {
            self.variable = variable
            self.isInstalled = isInstalled
            self.isInMosh = isInMosh
        }

        fileprivate func has(_ name: String) -> Bool { !(variable(name) ?? "").isEmpty }
        /// At the far end of ssh a program would fill the clipboard of the wrong machine.
        fileprivate var isRemote: Bool { has("SSH_CONNECTION") || has("SSH_TTY") || isInMosh }
    }

    package let ways: [ClipboardWay]
    /// Many terminals drop longer texts without a word.
    package let mayBeDropped: Bool
    /// Why the terminal is not asked, as a sentence; nil if it is, or if it has no clipboard.
    package let refusal: String?

    /// xterm and others take at most 100,000 bytes of Base64.
    static let safeTerminalBytes = 74_994
    /// tmux drops more than 1 MiB of Base64, and a slow line would hold up the screen.
    static let maxTerminalBytes = 700_000
    static let maxMoshBytes = 12_000
    /// GNU screen cuts a sequence after 768 bytes.
    static let maxScreenBytes = 500

    package init(byteCount: Int, _ surroundings: Surroundings) {
        var ways: [ClipboardWay] = []
        let isInTmux = surroundings.has("TMUX")
        var (limit, carrier) = (Self.maxTerminalBytes, isInTmux ? "tmux" : "the terminal")
        if surroundings.isInMosh { (limit, carrier) = (Self.maxMoshBytes, "mosh") }
        if surroundings.has("STY"), !isInTmux { (limit, carrier) = (Self.maxScreenBytes, "screen") }
        let fits = byteCount <= limit
        refusal = fits ? nil : "\(Formatting.byteCount(byteCount)) are too much for \(carrier)."
        if isInTmux, fits, surroundings.isInstalled("tmux") {
            ways.append(.tmux(["tmux", "load-buffer", "-w", "-"]))
        }
        if !surroundings.isRemote { ways += Self.programs(surroundings).map { .program($0) } }
        let kind = surroundings.variable("TERM") ?? ""
        // The Linux console has no clipboard.
        if fits, kind != "linux", kind != "dumb", !kind.isEmpty { ways.append(.terminal) }
        ways.append(.file)
        self.ways = ways
        mayBeDropped = byteCount > Self.safeTerminalBytes
    }

    private static func programs(_ surroundings: Surroundings) -> [[String]] {
        var programs: [[String]] = []
        if surroundings.has("WAYLAND_DISPLAY") { programs.append(["wl-copy"]) }
        if surroundings.has("DISPLAY") {
            programs += [["xclip", "-selection", "clipboard"], ["xsel", "--clipboard", "--input"]]
        }
        programs.append(["pbcopy"])
        return programs.filter { surroundings.isInstalled($0[0]) }
    }
}

/// What became of a text that was to be copied.
package struct ClipboardOutcome: Sendable, Hashable {
    /// nil if even the file could not be written.
    package var way: ClipboardWay?
    package var byteCount: Int
    package var mayBeDropped: Bool
    /// Where the file is.
    package var path: String?
    /// Why ways before this one failed.
    package var failures: [String]

    package init(
        way: ClipboardWay?, byteCount: Int, mayBeDropped: Bool = false, path: String? = nil, failures: [String] = []
    ) {
        self.way = way
        self.byteCount = byteCount
        self.mayBeDropped = mayBeDropped
        self.path = path
        self.failures = failures
    }

    package var isDone: Bool { way != nil }

    /// What happened to it, and what is not known.
    /// - Parameter what: what was copied: `Body`, `curl command`.
    package func sentence(_ what: String) -> String {
        let size = Formatting.byteCount(byteCount)
        let warning = mayBeDropped ? " Many terminals drop more than 75 KB." : ""
        // What was tried before.
        let failure = failures.last.map { " \($0)" } ?? ""
        switch way {
        case .program(let arguments): return "\(what) (\(size)) is on the clipboard, by \(arguments[0]).\(failure)"
        case .tmux:
            return
                "\(what) (\(size)) is in tmux's buffer, and was sent to the terminal, which cannot confirm it.\(failure)\(warning)"
        case .terminal:
            return "\(what) (\(size)) was sent to the terminal, which cannot confirm it.\(failure)\(warning)"
        case .file:
            let reason = failures.last.map { "\($0) " } ?? ""
            return "\(reason)\(what) (\(size)) is in the file \(path ?? "?") instead, which only you can read."
        case nil: return "\(what) was not copied: \(failures.last ?? "there is no clipboard.")"
        }
    }
}
