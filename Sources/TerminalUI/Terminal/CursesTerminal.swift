import Base
import CNcurses
import Glibc

/// The real terminal, driven by ncurses. Frames are cell buffers; only cells that changed are passed to curses.
///
/// It uses raw mode on purpose: Ctrl-C, Ctrl-Z, Ctrl-S, Ctrl-Q and Ctrl-\ arrive as keys and do what the key table
/// says. Only one instance may exist at a time, on the thread that made it, because curses has one screen and no locks.
package final class CursesTerminal: Terminal {
    package let glyphs: Glyphs
    package let inputDescriptor: Int32 = STDIN_FILENO
    package let depth: ColorDepth

    private let theme: Theme
    private let isUTF8: Bool
    private let keys: CursesKeys
    private let modesBefore: termios
    private var shown: CellBuffer?
    private var isEntered = true
    private var palette: CursesPalette

    /// Takes over the terminal: alternate screen, raw keys, mouse and paste reports.
    /// - Parameter environment: looks up TERM, NO_COLOR and COLORTERM.
    package init(theme: Theme = .standard, environment: (String) -> String? = processEnvironment) throws(TerminalError)
    {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
            throw TerminalError(
                sentence:
                    "The screen needs a terminal, but standard input or output is not one; see apitui --help for commands that need none."
            )
        }
        let name = environment("TERM") ?? ""
        guard !name.isEmpty, name != "dumb", name != "unknown" else {
            let shown = name.isEmpty ? "is not set" : "is \"\(name)\""
            throw TerminalError(
                sentence:
                    "TERM \(shown), so the screen cannot be drawn; set it to your terminal's kind, for example xterm-256color."
            )
        }
        var modes = termios()
        tcgetattr(STDIN_FILENO, &modes)
        modesBefore = modes
        setlocale(LC_ALL, "")
        isUTF8 = cnc_codeset().map { String(cString: $0) } == "UTF-8"
        // The Linux console's font has 256 or 512 characters, without heavy lines and most marks.
        glyphs = isUTF8 ? (name.hasPrefix("linux") ? .console : .unicode) : .ascii
        self.theme = theme

        set_escdelay(CursesKeys.escapeDelayMilliseconds)
        use_tioctl(true)
        guard CursesTerminal.open(name, environment: environment) else {
            throw TerminalError(
                sentence:
                    "The terminal kind TERM=\(SafeText(name).string) is not known on this machine; try TERM=xterm-256color."
            )
        }
        noecho()
        nonl()
        raw()
        meta(nil, true)
        let noColor = environment("NO_COLOR").map { !$0.isEmpty } ?? false
        depth = CursesPalette.start(noColor: noColor)
        palette = CursesPalette(depth: depth)
        // A pad, because reading keys from it never redraws anything, unlike reading from a window.
        let pad: UnsafeMutablePointer<WINDOW>? = newpad(1, 1)
        guard let pad else {
            endwin()
            throw TerminalError(sentence: "The screen cannot be set up: no memory for the keyboard.")
        }
        keys = CursesKeys(window: pad, input: STDIN_FILENO, isUTF8: isUTF8)
        mouseinterval(0)
        enter()
    }

    deinit { restore() }

    package var size: Size {
        let screen = cnc_stdscr()
        return Size(columns: max(1, Int(cnc_columns(screen))), rows: max(1, Int(cnc_rows(screen))))
    }

    /// One line that describes this terminal: kind, colours, character set.
    package var facts: SafeText {
        let colors =
            switch depth {
            case .none: "no colours"
            case .sixteen: "16 colours"
            case .indexed256: "256 colours"
            case .direct: "true colour"
            }
        let kind = termname().map { String(cString: $0) } ?? "?"
        return SafeText("TERM=\(kind)  \(colors)  \(isUTF8 ? "UTF-8" : "ASCII only")")
    }

    // MARK: - Frames

    package func present(_ buffer: CellBuffer) {
        guard isEntered else { return }
        let screen = cnc_stdscr()
        let size = size
        // Pictures use thousands of colour pairs. Those in use cannot be given up one by one: all is painted again.
        if palette.isNearlyFull {
            palette.forget()
            shown = nil
        }
        if shown == nil {
            clearok(cnc_curscr(), true)
            werase(screen)
        }
        var cells: [cchar_t] = []
        for run in CellBufferDiff(from: shown, to: buffer).runs where run.start.y < size.rows {
            cells.removeAll(keepingCapacity: true)
            var columns = 0
            for cell in run.cells where cell.width > 0 && run.start.x + columns + Int(cell.width) <= size.columns {
                append(cell, to: &cells)
                columns += Int(cell.width)
            }
            mvwadd_wchnstr(screen, Int32(run.start.y), Int32(run.start.x), cells, Int32(cells.count))
        }
        shown = buffer
        if let cursor = buffer.cursor, cursor.x < size.columns, cursor.y < size.rows, cursor.x >= 0, cursor.y >= 0 {
            wmove(screen, Int32(cursor.y), Int32(cursor.x))
            curs_set(1)
        } else {
            curs_set(0)
        }
        wrefresh(screen)
    }

    private func append(_ cell: Cell, to cells: inout [cchar_t]) {
        let (attributes, pair) = palette.attributes(
            for: theme.appearance(of: cell.style, depth: depth), style: cell.style)
        var cell = cell
        if cell.style.role == .picture, depth == .none || !isUTF8 { cell.grapheme = cell.style.shade }
        for part in TerminalText.parts(of: cell, isUTF8: isUTF8) {
            let text = part.map { wchar_t(bitPattern: $0.value) } + [0]
            cells.append(cnc_cell(text, attributes, pair))
        }
    }

    // MARK: - Input

    package func nextEvent() -> InputEvent? { isEntered ? keys.next() : nil }

    package func refreshSize() -> Size? {
        var window = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0 else { return nil }
        let columns = max(1, Int32(window.ws_col))
        let rows = max(1, Int32(window.ws_row))
        let before = size
        guard Size(columns: Int(columns), rows: Int(rows)) != before else { return nil }
        resizeterm(rows, columns)
        shown = nil
        return size
    }

    // MARK: - Coming and going

    private func enter() {
        isEntered = true
        TerminalGuard.arm(restore: restoreBytes, modes: modesBefore, output: STDOUT_FILENO)
        TerminalGuard.captureErrors()
        mousemask(cnc_mouse_mask(), nil)
        shown = nil
        let screen = cnc_stdscr()
        werase(screen)
        clearok(cnc_curscr(), true)
        wrefresh(screen)
        send("\u{1B}[?2004h")
    }

    private func leave() {
        guard isEntered else { return }
        isEntered = false
        send("\u{1B}[?2004l")
        mousemask(0, nil)
        if cnc_terminfo_string("rmcup") == nil {
            // Without an alternate screen, leave an empty screen instead of half a frame.
            werase(cnc_stdscr())
            wrefresh(cnc_stdscr())
        }
        curs_set(1)
        endwin()
        var modes = modesBefore
        tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
        TerminalGuard.disarm()
        TerminalGuard.releaseErrors()
    }

    package func restore() { leave() }

    package func redrawWhole() { shown = nil }

    package func suspend() {
        leave()
        let before = SignalAction.replace(SIGTSTP, with: SIG_DFL)
        // Stops the whole job, as the terminal's own ^Z does; execution continues below after SIGCONT.
        kill(0, SIGTSTP)
        SignalAction.restore(SIGTSTP, before)
        comeBack()
    }

    package func resume() {
        guard isEntered else { return }
        reset_prog_mode()
        send("\u{1B}[?2004h")
        _ = refreshSize()
        shown = nil
    }

    package func run(_ program: ExternalProgram) -> ExternalProgram.Outcome {
        leave()
        defer { comeBack() }
        return ProgramRunner.run(program)
    }

    /// Called when another program has had the terminal: its size and line settings may have changed.
    private func comeBack() {
        reset_prog_mode()
        enter()
        _ = refreshSize()
    }

    package func copy(_ text: ClipboardText) { send("\u{1B}]52;c;\(text.base64)\u{7}") }

    /// Bypasses curses, whose own output `wrefresh` has always flushed before.
    private func send(_ sequence: String) {
        var rest = Array(sequence.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// The bytes that undo everything we switched on, for `TerminalGuard`.
    private var restoreBytes: [UInt8] {
        var bytes = Array("\u{1B}[?2004l\u{1B}[?1000l\u{1B}[?1002l\u{1B}[?1003l\u{1B}[?1006l".utf8)
        let last = cnc_terminfo_string("rmcup") == nil ? "clear" : "rmcup"
        for name in ["sgr0", "op", "cnorm", "rmkx", last] {
            if let string = cnc_terminfo_string(name) {
                // Padding such as $<5> is for old terminals; it is not text.
                var text = String(cString: string)
                while let start = text.firstRange(of: "$<"), let end = text[start.upperBound...].firstIndex(of: ">") {
                    text.removeSubrange(start.lowerBound...end)
                }
                bytes += text.utf8
            }
        }
        bytes += "\r\n".utf8
        return bytes
    }

    /// Opens curses for the terminal's kind. If the terminal announces true colour and its terminfo entry does not, the
    /// entry's `-direct` variant is used if it is installed.
    private static func open(_ name: String, environment: (String) -> String?) -> Bool {
        let colors = environment("COLORTERM") ?? ""
        if colors == "truecolor" || colors == "24bit" {
            let base = name.split(separator: "-").first.map(String.init) ?? name
            let direct = base + "-direct"
            var status: Int32 = 0
            if setupterm(direct, STDOUT_FILENO, &status) == OK, tigetflag("RGB") > 0 {
                cnc_forget_terminal()
                if newterm(direct, cnc_stdout(), cnc_stdin()) != nil { return true }
            }
        }
        return newterm(name, cnc_stdout(), cnc_stdin()) != nil
    }
}
