import Base
import TerminalUI

/// Everything that lies over the panes: popups in the middle of the screen.
enum OverlayView {
    // MARK: Places

    static func frame(of overlay: Overlay, in screen: Rect) -> Rect { popup(overlay, in: screen).rect(in: screen) }

    /// The part that scrolls or lists, for page keys, limits and clicks.
    static func content(of overlay: Overlay, in screen: Rect) -> Rect {
        let frame = frame(of: overlay, in: screen)
        let inside = Rect(x: frame.x + 2, y: frame.y + 1, width: frame.width - 4, height: frame.height - 2)
        switch overlay {
        case .help, .palette, .cache:
            return Rect(x: inside.x, y: inside.y + 1, width: inside.width, height: inside.height - 1)
        case .environments(let picker):
            return Rect(
                x: inside.x, y: inside.y, width: inside.width,
                height: max(1, inside.height - problemLines(picker, inside.width).count))
        case .question(let question):
            let above = lines(question, width: inside.width).count + 1
            return Rect(x: inside.x, y: inside.y + above, width: inside.width, height: inside.height - above)
        case .message, .form, .cacheMode, .signIn, .tokens, .findings: return inside
        }
    }

    /// The list row under a point.
    static func row(at point: Point, of overlay: Overlay, in screen: Rect) -> Int? {
        let content = content(of: overlay, in: screen)
        guard content.contains(point) else { return nil }
        let row = point.y - content.y
        switch overlay {
        case .palette(let palette): return palette.scroll + row
        case .environments(let picker): return picker.scroll + row
        case .cache(let browser): return browser.opened == nil ? browser.scroll + row : nil
        case .tokens(let browser): return browser.scroll + row
        case .findings(let browser):
            let height = FindingsBrowser.listHeight(content.height, browser.findings?.count ?? 0)
            return row < height ? browser.scroll + row : nil
        case .question, .form, .cacheMode: return row
        case .help, .message, .signIn: return nil
        }
    }

    /// The lines of what scrolls as a whole, as they are wrapped for the screen; 0 for lists, which scroll by their rows.
    static func lineCount(of overlay: Overlay, at now: MonotonicTime, in screen: Rect) -> Int {
        let width = content(of: overlay, in: screen).width
        return switch overlay {
        case .help(let help): helpLines(help, width: width).count
        case .message(let message): messageLines(message, width: width).count
        case .cache(let browser): CacheBrowserView.lines(browser, now, width: width).count
        case .palette, .environments, .question, .form, .cacheMode, .signIn, .tokens, .findings: 0
        }
    }

    private static func popup(_ overlay: Overlay, in screen: Rect) -> Popup {
        let width = min(76, max(20, screen.width - 8))
        let most = max(3, screen.height - 4)
        let footer = hints(keys(of: overlay))
        switch overlay {
        case .help:
            return Popup(
                "Keys", content: Size(columns: width, rows: most),
                footer: footer
            )
        case .palette:
            return Popup(
                "Commands", content: Size(columns: min(64, width), rows: min(most, 18)),
                footer: footer)
        case .environments(let picker):
            let least = picker.problems.isEmpty ? 30 : 60
            let columns = min(width, max(least, picker.names.map { ($0 ?? "").count + 12 }.max() ?? 0))
            let rows = picker.names.count + problemLines(picker, columns).count
            return Popup(
                "Environment", content: Size(columns: columns, rows: min(most, rows)),
                footer: footer)
        case .question(let question):
            let columns = min(60, width)
            let rows = lines(question, width: columns).count + 1 + question.choices.count
            return Popup(
                SafeText(question.title), content: Size(columns: columns, rows: min(most, rows)),
                footer: footer)
        case .message(let message):
            return Popup(
                SafeText(message.title),
                content: Size(columns: width, rows: min(most, messageLines(message, width: width).count)),
                footer: footer)
        case .cache:
            return Popup(
                "Cache", content: Size(columns: max(width, min(110, screen.width - 8)), rows: most),
                footer: footer)
        case .cacheMode:
            return Popup(
                "How sends use the cache",
                content: Size(columns: min(70, width), rows: min(most, CacheModePicker.choices.count)),
                footer: footer)
        case .signIn(let wait):
            return Popup(
                "Sign in",
                content: Size(columns: width, rows: min(most, SignInView.lines(wait, width: width).count + 1)),
                footer: footer)
        case .tokens(let browser):
            return Popup(
                "Tokens",
                content: Size(columns: width, rows: min(most, TokenBrowserView.height(browser))),
                footer: footer)
        case .findings(let browser):
            return Popup(
                FindingsView.title(browser),
                content: Size(
                    columns: max(width, min(110, screen.width - 8)), rows: min(most, FindingsView.height(browser))),
                footer: footer)
        case .form(let form):
            return Popup(
                SafeText(form.title), content: Size(columns: width, rows: form.fields.count + 1),
                footer: footer)
        }
    }

    /// The keys that its frame names, with what they do. Each does something now.
    static func keys(of overlay: Overlay) -> [(String, String)] {
        switch overlay {
        case .help(let help):
            if help.isTyping { return [("Enter", "keep the search"), ("Esc", "clear it")] }
            return [("/", "search"), ("j k", "scroll"), ("Esc", help.filter.text.isEmpty ? "close" : "all")]
        case .palette(let palette):
            let isEmpty = palette.matches.isEmpty
            return (isEmpty ? [] : [("Enter", "do it"), ("Up Down", "select")]) + [("Esc", "close")]
        case .environments, .cacheMode: return [("Enter", "choose"), ("Esc", "close")]
        case .question: return [("Enter", "take"), ("Esc", "neither")]
        case .message: return [("Esc", "close")]
        case .cache(let browser): return CacheBrowserView.keys(browser)
        case .signIn: return SignInView.keys
        case .tokens(let browser): return TokenBrowserView.keys(browser)
        case .findings(let browser): return FindingsView.keys(browser)
        case .form(let form):
            guard form.fields.count > 1 else { return [("Enter", "done"), ("Esc", "drop")] }
            return [("Enter", "next, done"), ("Tab", "field"), ("Esc", "drop")]
        }
    }

    private static func hints(_ hints: [(String, String)]) -> [Span] {
        hints.enumerated().flatMap { place, hint in
            [Span(SafeText((place > 0 ? "   " : "") + hint.0), .key, .bold), Span(SafeText(" " + hint.1), .footer)]
        }
    }

    // MARK: Drawing

    static func draw(_ overlay: Overlay, _ model: Model, on buffer: inout CellBuffer) {
        let screen = Rect(model.size)
        let inside = popup(overlay, in: screen).draw(in: screen, on: &buffer)
        let content = content(of: overlay, in: screen)
        buffer.clipped(to: inside) { buffer in
            switch overlay {
            case .help(let help): drawHelp(help, inside, content, on: &buffer)
            case .palette(let palette): drawPalette(palette, inside, content, on: &buffer)
            case .environments(let picker): drawEnvironments(picker, model, inside, content, on: &buffer)
            case .question(let question): drawQuestion(question, inside, content, on: &buffer)
            case .message(let message): drawMessage(message, content, on: &buffer)
            case .form(let form): drawForm(form, inside, on: &buffer)
            case .cache(let browser): CacheBrowserView.draw(browser, model, inside, content, on: &buffer)
            case .cacheMode(let picker): CacheModeView.draw(picker, model, content, on: &buffer)
            case .signIn(let wait): SignInView.draw(wait, model.now, content, on: &buffer)
            case .findings(let browser): FindingsView.draw(browser, content, on: &buffer)
            case .tokens(let browser): TokenBrowserView.draw(browser, model.now, content, on: &buffer)
            }
        }
    }

    private static func drawHelp(_ help: HelpOverlay, _ inside: Rect, _ content: Rect, on buffer: inout CellBuffer) {
        buffer.draw("/", at: Point(x: inside.x, y: inside.y), style: Style(.key, .bold))
        var field = help.filter
        field.placeholder = "search the keys"
        field.draw(
            in: Rect(x: inside.x + 2, y: inside.y, width: inside.width - 2, height: 1), isFocused: help.isTyping,
            on: &buffer)
        let lines = helpLines(help, width: content.width)
        if lines.isEmpty { buffer.draw("Nothing matches.", at: Point(x: content.x, y: content.y), style: Style(.dim)) }
        for (offset, line) in lines.dropFirst(help.scroll).prefix(content.height).enumerated() {
            let row = content.row(offset)
            switch line {
            case .heading(let title):
                buffer.draw(SafeText(title), at: Point(x: row.x, y: row.y), style: Style(.title, .bold))
            case .row(let keys, _, let text):
                buffer.drawTruncated(
                    SafeText(keys), at: Point(x: row.x + 1, y: row.y), width: 12, style: Style(.key, .bold))
                buffer.drawTruncated(
                    SafeText(text), at: Point(x: row.x + helpIndent, y: row.y), width: row.width - helpIndent - 1,
                    style: .text)
            }
        }
        if lines.count > content.height {
            Scrollbar(total: lines.count, visible: content.height, first: help.scroll).draw(
                in: Rect(x: content.maxX - 1, y: content.y, width: 1, height: content.height), on: &buffer)
        }
    }

    /// Columns before the sentences of the help.
    private static let helpIndent = 14

    /// The help with its sentences wrapped: what does not fit on a row goes on below, without keys.
    private static func helpLines(_ help: HelpOverlay, width: Int) -> [HelpOverlay.Line] {
        help.lines.flatMap { line -> [HelpOverlay.Line] in
            guard case .row(let keys, let title, let text) = line else { return [line] }
            return WrappedText.lines(text, width: max(1, width - helpIndent - 1)).enumerated().map { place, part in
                .row(keys: place == 0 ? keys : "", title: title, help: part)
            }
        }
    }

    private static func drawPalette(
        _ palette: PaletteOverlay, _ inside: Rect, _ content: Rect, on buffer: inout CellBuffer
    ) {
        buffer.draw(":", at: Point(x: inside.x, y: inside.y), style: Style(.key, .bold))
        palette.field.draw(
            in: Rect(x: inside.x + 2, y: inside.y, width: inside.width - 2, height: 1), isFocused: true, on: &buffer)
        let matches = palette.matches
        List(
            count: matches.count, selection: ListSelection(index: palette.selection, top: palette.scroll),
            isFocused: true, emptyText: "Nothing matches."
        ) { place in
            let row = matches[place]
            let title = row.title + String(repeating: " ", count: max(1, 20 - row.title.count))
            return Line(
                [Span(SafeText(title), .text, .bold), Span(SafeText(row.help), .dim)],
                trailing: [Span(SafeText(row.keys.first?.label ?? ""), .key)])
        }.draw(in: content, on: &buffer)
    }

    private static func problemLines(_ picker: EnvironmentOverlay, _ width: Int) -> [String] {
        picker.problems.flatMap { WrappedText.lines("! " + $0, width: width) }
    }

    private static func drawEnvironments(
        _ picker: EnvironmentOverlay, _ model: Model, _ inside: Rect, _ content: Rect, on buffer: inout CellBuffer
    ) {
        List(
            count: picker.names.count, selection: ListSelection(index: picker.selection, top: picker.scroll),
            isFocused: true
        ) { place in
            let name = picker.names[place]
            let isChosen = name == model.environmentName
            return Line(
                [Span(name.map { SafeText($0) } ?? "no environment", name == nil ? .dim : .text)],
                trailing: isChosen ? [Span(SafeText("\(model.glyphs.checked) "), .success)] : [])
        }.draw(in: content, on: &buffer)
        for (offset, line) in problemLines(picker, inside.width).enumerated() {
            buffer.draw(
                SafeText(line), at: Point(x: inside.x, y: content.maxY + offset), style: Style(.failure))
        }
    }

    private static func lines(_ question: Question, width: Int) -> [String] {
        question.lines.flatMap { WrappedText.lines($0, width: width) }
    }

    private static func drawQuestion(
        _ question: Question, _ inside: Rect, _ content: Rect, on buffer: inout CellBuffer
    ) {
        for (offset, line) in lines(question, width: inside.width).enumerated() {
            buffer.draw(SafeText(line), at: Point(x: inside.x, y: inside.y + offset))
        }
        List(count: question.choices.count, selection: ListSelection(index: question.selection), isFocused: true) {
            place in
            let choice = question.choices[place]
            return [Span(SafeText("\(choice.key.label)  "), .key, .bold), Span(SafeText(choice.label), .text)]
        }.draw(in: content, on: &buffer)
    }

    private static func messageLines(_ message: Message, width: Int) -> [String] {
        message.lines.flatMap { WrappedText.lines($0, width: width) }
    }

    private static func drawMessage(_ message: Message, _ content: Rect, on buffer: inout CellBuffer) {
        let lines = messageLines(message, width: content.width)
        for (offset, line) in lines.dropFirst(message.scroll).prefix(content.height).enumerated() {
            let spans = VariableNames.spans(of: line, role: .text) { _ in true }
            buffer.draw(spans, at: Point(x: content.x, y: content.y + offset), width: content.width)
        }
    }

    private static func drawForm(_ form: Form, _ inside: Rect, on buffer: inout CellBuffer) {
        let width = (form.labels.map(\.count).max() ?? 0) + 2
        for (place, field) in form.fields.enumerated() {
            let row = inside.row(place)
            let isFocused = place == form.focus
            buffer.draw(
                SafeText(form.labels[place]), at: Point(x: row.x, y: row.y),
                style: Style(isFocused ? .titleFocused : .dim, isFocused ? .bold : []))
            field.draw(
                in: Rect(x: row.x + width, y: row.y, width: row.width - width, height: 1), isFocused: isFocused,
                on: &buffer)
        }
        if let refusal = form.refusal {
            buffer.drawTruncated(
                "! \(refusal)", at: Point(x: inside.x, y: inside.maxY - 1), width: inside.width,
                style: Style(.failure, .bold))
        }
    }
}
