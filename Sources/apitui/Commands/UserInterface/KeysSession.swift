import Base
import TerminalUI

/// The screen of `apitui keys`: every event as the program reads it, the newest at the bottom.
struct KeysSession {
    private var lines: [Line] = []
    private var field = TextField(placeholder: "type here to see how editing keys work")
    private var quitsOnNext = false
    private let facts: SafeText

    /// - Parameter facts: one line about the terminal itself.
    init(facts: SafeText) { self.facts = facts }

    /// Takes over the terminal until Ctrl-C or Ctrl-D is pressed twice in a row, or a signal arrives. Returns the exit
    /// status.
    static func run() throws(TerminalError) -> Int32 {
        let signals = SignalPipe()
        let terminal = try CursesTerminal()
        defer { terminal.restore() }
        var session = KeysSession(facts: terminal.facts)
        var status: Int32 = 0
        EventLoop(terminal: terminal, mailbox: Mailbox<Never>(), signals: signals).run(
            handle: { input in
                if case .signal(let signal) = input { status = signal.exitStatus }
                return session.handle(input)
            },
            render: { session.render(size: $0, glyphs: terminal.glyphs) })
        return status
    }

    mutating func handle(_ input: LoopInput<Never>) -> LoopDirective {
        switch input {
        case .input(let event, _): return handle(event)
        case .signal: return .quit
        case .external, .wake: return .proceed
        }
    }

    private mutating func handle(_ event: InputEvent) -> LoopDirective {
        lines.append(KeysSession.describe(event))
        if lines.count > 500 { lines.removeFirst(lines.count - 500) }
        let isEnd = event == .key(.control("c")) || event == .key(.control("d"))
        if isEnd, quitsOnNext { return .quit }
        quitsOnNext = isEnd
        switch event {
        case .key(.control("z")): return LoopDirective(.suspend)
        case .key(let key): _ = field.handle(key)
        case .paste(let text): field.paste(text)
        case .mouse, .resize, .report: break
        }
        return .proceed
    }

    func render(size: Size, glyphs: Glyphs) -> CellBuffer {
        var buffer = CellBuffer(size: size, glyphs: glyphs)
        let title: [Span] = [Span("Keys", .titleFocused)]
        let inside = Box(title: title, trailing: [Span("Ctrl-C twice ends", .key)], isFocused: true)
            .draw(in: buffer.bounds, on: &buffer)
        guard !inside.isEmpty else { return buffer }
        buffer.drawTruncated(facts, at: Point(x: inside.x, y: inside.y), width: inside.width, style: Style(.dim))
        if inside.height > 1 { field.draw(in: inside.row(1), isFocused: true, on: &buffer) }
        let room = max(0, inside.height - 2)
        for (offset, line) in lines.suffix(room).enumerated() { buffer.draw(line, in: inside.row(2 + offset)) }
        return buffer
    }

    /// `key     Ctrl-A`, `paste   3 characters: abc`…
    static func describe(_ event: InputEvent) -> Line {
        switch event {
        case .key(let key): Line([Span("key    ", .dim), Span(SafeText(key.name), .key)])
        case .paste(let text):
            Line([Span("paste  ", .dim), Span("\(text.count) characters: ", .dim), Span(SafeText(text.prefix(200)))])
        case .mouse(let event):
            Line([Span("mouse  ", .dim), Span("\(event.kind.name) at column \(event.at.x), row \(event.at.y)")])
        case .report: Line([Span("answer ", .dim), Span("what the terminal says of itself")])
        case .resize(let size): Line([Span("resize ", .dim), Span("\(size.columns) x \(size.rows)")])
        }
    }
}

extension MouseEvent.Kind {
    var name: SafeText {
        switch self {
        case .press: "press"
        case .doublePress: "double press"
        case .drag: "drag"
        case .release: "release"
        case .scrollUp: "wheel up"
        case .scrollDown: "wheel down"
        }
    }
}
