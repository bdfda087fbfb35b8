import Base
import NetEngine
import NetEngineRequestLog
import RequestLog
import TerminalUI

/// The filter of the log, as it is typed: what of it is valid decides which rows are shown.
struct LogFilterField: Sendable {
    /// While it is typed.
    private(set) var field: TextField?
    /// Decides which rows are shown; nil without a filter.
    private(set) var good: LogFilter?
    /// The last filter whose terms were all complete. It is in force again while a term is typed that is not one yet.
    private var complete: LogFilter?
    /// Why the text is not a filter.
    private(set) var problem: LogFilterError?
    /// Why Enter did not take the text, until it is another one.
    private(set) var refusal: String?
    /// Whether `good` is an older filter, because the text is not one or its last term is not complete.
    private(set) var isHeld = false
    /// What the term at the cursor could become.
    private(set) var completions: [LogFilterCompletion] = []
    /// The text that Tab completes, and which completion it takes next.
    private var completing: (text: String, next: Int)?

    var condition: LogCondition? { good?.condition }
    var isTyping: Bool { field != nil }
    /// Whether the pane has a row for it.
    var isShown: Bool { isTyping || good != nil }

    mutating func begin() {
        complete = good
        field = TextField(good?.text ?? "", placeholder: "status:5xx method:POST path:/orders")
    }

    /// What a text means where it is typed.
    struct Surroundings {
        /// The time that `since:10m` counts back from.
        var now: Timestamp
        var zone: LocalZone
        /// The filters that `saved:NAME` can name.
        var saved: [String: String]
        /// Values that were seen.
        var values: (LogCondition.Text, String) -> [String]
    }

    mutating func handle(_ key: Key, _ surroundings: Surroundings) {
        switch key {
        case .enter:
            parse(surroundings, isComplete: true)
            // A text that is not a filter stays, with what is wrong.
            if let problem { (completions, refusal) = ([], problem.sentence) } else { close(surroundings) }
        case .tab: complete(surroundings)
        default:
            guard field?.handle(key) == true else { return }
            changed(surroundings)
        }
    }

    mutating func paste(_ text: String, _ surroundings: Surroundings) {
        field?.paste(text)
        changed(surroundings)
    }

    /// Ends typing, with the text if it is a filter.
    mutating func close(_ surroundings: Surroundings) {
        guard isTyping else { return }
        parse(surroundings, isComplete: true)
        field = nil
        (problem, refusal, isHeld) = (nil, nil, false)
        completions = []
    }

    /// Shows all rows again.
    mutating func clear() { self = LogFilterField() }

    /// Completes the term at the cursor; the next time takes the next completion instead.
    private mutating func complete(_ surroundings: Surroundings) {
        guard let field, !completions.isEmpty else { return }
        let (text, next) = completing ?? (field.text, 0)
        let chosen = completions[next]
        var bytes = Array(text.utf8)
        bytes.replaceSubrange(chosen.range.clamped(to: 0..<bytes.count), with: chosen.text.utf8)
        self.field?.set(String(decoding: bytes, as: UTF8.self))
        completing = (text, (next + 1) % completions.count)
        parse(surroundings, isComplete: true)
        // With one choice the next term is the one to complete.
        if completions.count == 1 { changed(surroundings) }
    }

    /// The text, or what it means, is another one.
    mutating func changed(_ surroundings: Surroundings) {
        guard let field else { return }
        let cursor = field.text.prefix(field.cursor).utf8.count
        completing = nil
        completions = LogFilter.completions(
            for: field.text, cursor: cursor, saved: surroundings.saved.keys.sorted(), values: surroundings.values)
        parse(surroundings, isComplete: false)
    }

    /// - Parameter isComplete: whether the user says that no more is typed.
    private mutating func parse(_ surroundings: Surroundings, isComplete: Bool) {
        let text = field?.text ?? ""
        (problem, refusal, isHeld) = (nil, nil, false)
        guard !text.allSatisfy(\.isWhitespace) else {
            (good, complete) = (nil, nil)
            return
        }
        func read(_ text: String) throws(LogFilterError) -> LogFilter {
            try LogFilter(
                parsing: text, now: surroundings.now, zone: surroundings.zone,
                saved: surroundings.saved)
        }
        do throws(LogFilterError) {
            let filter = try read(text)
            if !isComplete, isTermUnfinished {
                (good, isHeld) = (complete, true)
                return
            }
            good = filter
            if isComplete || text.last?.isWhitespace == true || text.last == ")" { complete = filter }
        } catch {
            // What stands before the wrong term was complete once, also if all of it was pasted at once.
            var before = String(decoding: text.utf8.prefix(error.range.lowerBound), as: UTF8.self)
            while before.last?.isWhitespace == false { before.removeLast() }
            if !before.isEmpty, let filter = try? read(before) { complete = filter }
            (problem, good, isHeld) = (error, complete, true)
        }
    }

    /// Whether the term that is typed would find other rows than those that its completions find: `stat`, `status:4`.
    private var isTermUnfinished: Bool {
        guard let field else { return false }
        let next = field.text.dropFirst(field.cursor).first
        return (next.map { $0.isWhitespace || $0 == ")" } ?? true)
            && completions.contains { !$0.isSearchedByPart && !$0.range.isEmpty }
    }

    // MARK: Drawing

    func draw(in row: Rect, isFocused: Bool, on buffer: inout CellBuffer) {
        guard !row.isEmpty, isShown else { return }
        buffer.draw("/", at: Point(x: row.x, y: row.y), style: Style(.key))
        let note = note
        // What is wrong may have all that the text leaves.
        let typed = DisplayWidth.of(SafeText(field?.text ?? ""))
        let most = mistake == nil ? row.width / 2 : max(row.width / 2, row.width - typed - 4)
        let noteWidth = min(DisplayWidth.of(note), max(0, most))
        buffer.drawTruncated(
            note, at: Point(x: row.maxX - noteWidth, y: row.y), width: noteWidth,
            style: Style(mistake == nil ? .dim : .warning))
        let place = Rect(x: row.x + 1, y: row.y, width: max(0, row.width - 2 - noteWidth), height: 1)
        if let field {
            field.draw(in: place, isFocused: isFocused, on: &buffer)
            if let mistake { underline(mistake.range, of: field.text, in: place, on: &buffer) }
        } else {
            buffer.drawTruncated(
                SafeText(good?.text ?? ""), at: Point(x: place.x, y: place.y), width: place.width, style: Style(.match))
        }
    }

    /// Underlines the bad term, as far as it is in view; a text that is too long scrolls and keeps its look.
    private func underline(_ range: Range<Int>, of text: String, in row: Rect, on buffer: inout CellBuffer) {
        let bytes = Array(text.utf8)
        let term = range.clamped(to: 0..<bytes.count)
        func width(_ bytes: ArraySlice<UInt8>) -> Int {
            DisplayWidth.of(SafeText(String(decoding: bytes, as: UTF8.self)))
        }
        guard width(bytes[...]) < row.width else { return }
        let place = Rect(x: row.x + width(bytes[..<term.lowerBound]), y: row.y, width: width(bytes[term]), height: 1)
        buffer.restyle(place) { Style(.failure, $0.emphasis.union(.underline)) }
    }

    /// What is wrong, what Tab would make of it, or the filter in words.
    private var note: SafeText {
        if let mistake { return SafeText(mistake.sentence) }
        if isTyping, !completions.isEmpty {
            let names = completions.prefix(5).map(\.text).joined(separator: "  ")
            return SafeText("Tab: \(names)")
        }
        return SafeText(good?.words ?? "")
    }

    /// What is wrong, unless it is only that the term at the cursor is not complete yet.
    private var mistake: LogFilterError? {
        guard let problem, let completion = completions.first else { return problem }
        return problem.range.upperBound < completion.range.lowerBound ? problem : nil
    }
}
