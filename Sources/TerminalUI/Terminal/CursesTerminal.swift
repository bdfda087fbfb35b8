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

    private let isUTF8: Bool
    private let isConsole: Bool
    private let isAppleTerminal: Bool
    /// Whether tmux or screen is between us and the terminal.
    private let isMultiplexed: Bool
    private let keys: CursesKeys
    private let modesBefore: termios
    private let hidesBackground: Bool
    private var shown: CellBuffer?
    /// The looks of what is on the screen.
    private var theme = Theme.standard
    private var isEntered = true
    private var palette: CursesPalette
    private var pictures = PictureLayer(process: getpid())
    private var guardsPictures = false
    private var takesMouse: Bool
    /// Whether the terminal was asked about pictures, so that it is asked again when its size changes.
    private var asksForCell = false
    /// Whether the terminal says when it becomes dark or light.
    private var followsScheme = false
    private var hasCellReport = false
    /// When the last question was asked; nil once it was answered.
    private var openQuestion: MonotonicTime? {
        didSet { TerminalGuard.awaitReport(openQuestion != nil) }
    }
    /// Reports that we found out ourselves.
    private var ownReports: [TerminalReport] = []
    /// The rows to be painted again with the next frame.
    private var doubtfulRows = 0..<0

    /// Takes over the terminal: alternate screen, raw keys, mouse and paste reports.
    /// - Parameters:
    ///   - takesMouse: false leaves the mouse to the terminal.
    ///   - environment: looks up TERM, NO_COLOR and COLORTERM.
    package init(
        takesMouse: Bool = true, environment: (String) -> String? = processEnvironment
    ) throws(TerminalError) {
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
        let codeset = cnc_codeset().map { String(cString: $0) }
        isUTF8 = codeset == "UTF-8"
        // The Linux console's font has 256 or 512 characters, without heavy lines and most marks.
        isConsole = name.hasPrefix("linux")
        isAppleTerminal = environment("TERM_PROGRAM") == "Apple_Terminal"
        isMultiplexed =
            ["TMUX", "STY"].contains { environment($0) != nil } || name.hasPrefix("tmux") || name.hasPrefix("screen")
        // These do not answer, or answer in another order than they are asked.
        hidesBackground = name.hasPrefix("screen") || isConsole || isAppleTerminal
        glyphs = isUTF8 ? (isConsole ? .console : .unicode) : .ascii
        self.takesMouse = takesMouse

        set_escdelay(CursesKeys.escapeDelayMilliseconds)
        use_tioctl(true)
        guard CursesTerminal.open(name, environment: environment) else {
            throw TerminalError(
                unknownKind: name, isSubstituteKnown: TerminalDescription(of: TerminfoAdvice.substitute) != nil)
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
        keys = CursesKeys(window: pad, input: STDIN_FILENO, codeset: codeset)
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
        // Nothing is cleared for another theme: curses paints what looks otherwise.
        let isSameTheme = buffer.theme == theme
        if !isSameTheme {
            palette.forgetStyles()
            theme = buffer.theme
        }
        let runs = CellBufferDiff(from: isSameTheme ? shown : nil, to: buffer).runs
        let picture = pictures.change(to: buffer.uncoveredPicture, painting: runs, isWhole: shown == nil)
        send(picture.before)
        for rows in [picture.repaintedRows, doubtfulRows] where shown != nil && !rows.isEmpty {
            wredrawln(screen, Int32(rows.lowerBound), Int32(rows.count))
        }
        doubtfulRows = 0..<0
        var cells: [cchar_t] = []
        for run in runs where run.start.y < size.rows {
            cells.removeAll(keepingCapacity: true)
            var columns = 0
            for cell in run.cells where cell.width > 0 && run.start.x + columns + Int(cell.width) <= size.columns {
                append(cell, to: &cells)
                columns += Int(cell.width)
            }
            mvwadd_wchnstr(screen, Int32(run.start.y), Int32(run.start.x), cells, Int32(cells.count))
        }
        shown = buffer
        if let place = buffer.cursor ?? buffer.selected, Rect(size).contains(place) {
            wmove(screen, Int32(place.y), Int32(place.x))
        }
        curs_set(buffer.cursor.map { Rect(size).contains($0) } == true ? 1 : 0)
        wrefresh(screen)
        guard !picture.after.isEmpty else { return }
        if !guardsPictures { guardPictures() }
        send(picture.after + PictureLayer.cursor(to: Point(x: Int(getcurx(screen)), y: Int(getcury(screen)))))
    }

    private func append(_ cell: Cell, to cells: inout [cchar_t]) {
        let (attributes, pair) = palette.attributes(for: cell.style, in: theme)
        var cell = cell
        if cell.style.role == .picture, depth == .none || !isUTF8 { cell.grapheme = cell.style.shade }
        for part in TerminalText.parts(of: cell, isUTF8: isUTF8) {
            let text = part.map { wchar_t(bitPattern: $0.value) } + [0]
            cells.append(cnc_cell(text, attributes, pair))
        }
    }

    // MARK: - Input

    package func nextEvent() -> InputEvent? {
        guard isEntered else { return nil }
        if let report = ownReports.popLast() { return .report(report) }
        let event = keys.next()
        switch event {
        case .report(.cell): hasCellReport = true
        case .report(.attributes):
            // The last report: not every terminal says how large its cells are, but the system may know.
            if !hasCellReport, let cell = systemCell { ownReports = [.cell(cell)] }
            hasCellReport = false
            openQuestion = nil
        default: break
        }
        return event
    }

    /// The size of the cells as far as the system knows it.
    private var systemCell: PixelSize? {
        var window = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return nil
        }
        return PixelSize(cell: Int(window.ws_xpixel / window.ws_col), Int(window.ws_ypixel / window.ws_row))
    }

    package func ask(_ questions: TerminalQuestions) {
        // These two write what they do not understand on the screen.
        guard isEntered, !isConsole, !isAppleTerminal else { return }
        var question = ""
        if questions.contains(.background), depth >= .indexed256, !hidesBackground {
            question += TerminalQuery.followScheme + TerminalQuery.background
            if !followsScheme {
                followsScheme = true
                arm()
            }
        }
        if questions.contains(.pictures) {
            asksForCell = true
            question += (isMultiplexed ? "" : TerminalQuery.kitty) + TerminalQuery.sixel + TerminalQuery.cell
        }
        guard !question.isEmpty else { return }
        question += TerminalQuery.attributes
        let screen = cnc_stdscr()
        let cursor = PictureLayer.cursor(to: Point(x: Int(getcurx(screen)), y: Int(getcury(screen))))
        send(PictureLayer.cursor(to: Point(x: 0, y: 0)) + Array(question.utf8) + cursor)
        openQuestion = .current()
        // So may others; what they wrote goes with the next frame.
        doubtfulRows = 0..<1
    }

    package func refreshSize() -> Size? {
        var window = winsize()
        // A serial line does not know its size: that of terminfo, with which curses began, stays.
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return nil
        }
        let columns = Int32(window.ws_col)
        let rows = Int32(window.ws_row)
        let before = size
        guard Size(columns: Int(columns), rows: Int(rows)) != before else { return nil }
        resizeterm(rows, columns)
        shown = nil
        if asksForCell {
            send(TerminalQuery.cell + TerminalQuery.attributes)
            openQuestion = .current()
        }
        return size
    }

    // MARK: - Coming and going

    private func enter() {
        isEntered = true
        guardsPictures = false
        arm()
        TerminalGuard.captureErrors()
        if takesMouse { setMouse(true) }
        shown = nil
        let screen = cnc_stdscr()
        werase(screen)
        clearok(cnc_curscr(), true)
        wrefresh(screen)
        switchModesOn()
    }

    private func switchModesOn() { send("\u{1B}[?2004h" + (followsScheme ? TerminalQuery.followScheme : "")) }

    /// Makes a sudden end undo what was switched on until now.
    private func arm() {
        let deletion = guardsPictures ? pictures.deletion : []
        TerminalGuard.arm(restore: deletion + restoreBytes, modes: modesBefore, output: STDOUT_FILENO)
    }

    /// Makes a sudden end delete our picture too, and painting leave alone the cells beside what it changes.
    private func guardPictures() {
        guardsPictures = true
        arm()
        idcok(cnc_stdscr(), false)
    }

    private func leave() {
        guard isEntered else { return }
        isEntered = false
        // Before late reports are dropped: none comes by itself afterwards.
        if followsScheme { send(TerminalQuery.leaveScheme) }
        dropLateReports()
        send(pictures.removal())
        send("\u{1B}[?2004l")
        setMouse(false)
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

    /// A report that comes after we have left would be typed into the shell. So one that must come soon is waited for, half a second
    /// at most: a terminal that has not answered after two seconds never will.
    private func dropLateReports() {
        guard let asked = openQuestion else { return }
        openQuestion = nil
        let end = min(MonotonicTime.current() + .milliseconds(500), asked + .seconds(2))
        while true {
            let now = MonotonicTime.current()
            guard now < end else { return }
            var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            let left = Int32((end.nanoseconds - now.nanoseconds) / 1_000_000) + 1
            guard poll(&input, 1, left) > 0, Int32(input.revents) == POLLIN else { return }
            while let event = keys.next() { if case .report(.attributes) = event { return } }
        }
    }

    /// Asks for presses, releases and the motion between them; terminals without a mouse are asked nothing.
    private func setMouse(_ isOn: Bool) {
        guard cnc_terminfo_string("kmous") != nil else { return }
        send(isOn ? "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h" : "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l")
    }

    package func restore() { leave() }

    package func redrawWhole() { shown = nil }

    package func takeMouse(_ isOn: Bool) {
        takesMouse = isOn
        if isEntered { setMouse(isOn) }
    }

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
        switchModesOn()
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

    private func send(_ sequence: String) { send(Array(sequence.utf8)) }

    /// Bypasses curses, whose own output `wrefresh` has always flushed before.
    private func send(_ sequence: [UInt8]) {
        var rest = sequence[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// The bytes that undo everything we switched on, for `TerminalGuard`.
    private var restoreBytes: [UInt8] {
        var bytes = Array((followsScheme ? TerminalQuery.leaveScheme : "").utf8)
        bytes += Array("\u{1B}[?2004l\u{1B}[?1000l\u{1B}[?1002l\u{1B}[?1003l\u{1B}[?1006l".utf8)
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

    /// Opens curses for the terminal's kind: with true colour if the terminal announces that, even where its terminfo entry does not.
    private static func open(_ name: String, environment: (String) -> String?) -> Bool {
        // GNU screen passes on what the terminal around it announces, and cannot do it.
        let isScreen = environment("STY") != nil || (name.hasPrefix("screen") && environment("TMUX") == nil)
        if ["truecolor", "24bit"].contains(environment("COLORTERM")), !isScreen {
            var status: Int32 = 0
            if setupterm(name, STDOUT_FILENO, &status) == OK {
                let entry = TrueColorEntry(copying: name)
                cnc_forget_terminal()
                if let entry, cnc_newterm(name, entry.variable) != 0 { return true }
            }
        }
        return newterm(name, cnc_stdout(), cnc_stdin()) != nil
    }
}
