import Bodies
import Pattern
import TerminalUI

/// A search in the lines of a pane: what is typed, how far it is, and which hit is the current one.
struct PaneSearch: Sendable {
    /// What decides how a text is searched for, beside its words.
    struct Look: Sendable, Hashable {
        var isJSON = false
        /// Whether it is shown laid out.
        var isLaidOut = false
    }

    /// An end of what is searched.
    enum End: Sendable, Hashable { case top, bottom }

    private enum Seek: Sendable, Hashable {
        case forward(TextPlace)
        case backward(TextPlace)
    }

    /// While it is typed.
    private(set) var field: TextField? = TextField()
    private(set) var text = ""
    private(set) var isPattern: Bool
    /// Why what is typed is not a pattern: a clause.
    private(set) var problem: String?
    private(set) var run: BodySearch?
    private(set) var current: TextRange?
    /// The current hit's number, once it is known.
    private(set) var number: Int?
    /// Where the last step went on, having passed the other end.
    private(set) var wrappedTo: End?
    /// Where hits are looked for first: what was on the screen.
    private var origin: TextPlace
    /// The hit that is looked for; whether an end was passed on the way.
    private var seek: Seek?
    private var seekWrapped = false
    /// Whether the hit that is looked for stays out of view.
    private(set) var isQuiet = false
    /// Whether it has to begin again, because the lines are others.
    private(set) var isStale = false
    /// Of the texts that were searched.
    private var version = 0
    /// The part of it that runs in the background.
    var job: SearchJob.ID?

    /// Searched while a key is handled.
    private static let immediateBytes = (text: 1 << 20, pattern: 256 << 10)
    /// How far the next hit is looked for while a key is handled: a few milliseconds.
    private static let steps = 64 * 4096

    init(from origin: TextPlace, isPattern: Bool = false) {
        self.origin = origin
        self.isPattern = isPattern
    }

    var isTyping: Bool { field != nil }
    /// Whether hits are still being looked for.
    var isRunning: Bool { run.map { !$0.isComplete } ?? false }

    // MARK: Typing

    enum Outcome: Sendable, Hashable {
        case nothing
        /// Other words are searched for: begin with `start`.
        case changed
        /// Another hit may be the current one.
        case stepped
        /// It is over.
        case left
    }

    /// Handles a key while the field is open. Enter keeps the search, Esc leaves it, ^T makes a pattern of a text.
    mutating func handle(_ key: Key, in source: any LineSource) -> Outcome {
        guard field != nil else { return .nothing }
        switch key {
        case .escape: return .left
        case .enter:
            guard problem == nil else { return .nothing }
            field = nil
            return run == nil ? .left : .nothing
        case .up, .down:
            step(forward: key == .down, in: source)
            return .stepped
        case .control("t"):
            isPattern.toggle()
            isQuiet = false
            return .changed
        default:
            guard field?.handle(key) == true else { return .nothing }
            return changed()
        }
    }

    mutating func paste(_ pasted: String) -> Outcome {
        field?.paste(pasted)
        return changed()
    }

    private mutating func changed() -> Outcome {
        isQuiet = false
        return field?.text == text ? .nothing : .changed
    }

    // MARK: Searching

    /// Searches for what is typed, as far as a key press has time for it.
    /// - Parameter top: what is on the screen, if the lines are others than before.
    mutating func start(in source: any LineSource, _ look: Look, top: TextPlace? = nil) {
        if let field { text = field.text }
        if isStale, !isQuiet, let top { origin = top }
        isStale = false
        version = source.version
        (problem, run, number, wrappedTo, seek, job) = (nil, nil, nil, nil, nil, nil)
        do throws(Pattern.SyntaxError) {
            let needle = try ByteNeedle(
                text, isPattern: isPattern, isJSON: look.isJSON, isLaidOut: look.isLaidOut)
            run = needle.map { BodySearch($0, in: source, from: origin) }
        } catch {
            problem = error.reason
        }
        let known = isQuiet ? current : nil
        current = nil
        guard run != nil else { return }
        run?.advance(in: source, bytes: isPattern ? Self.immediateBytes.pattern : Self.immediateBytes.text)
        seek = .forward(known?.start ?? origin)
        seekWrapped = false
        seekOn(in: source)
    }

    /// The lines are others: the search has to begin again.
    /// - Parameter keepsHit: whether they show the same texts, so that the current hit stays what it is.
    mutating func restart(keepsHit: Bool = false) {
        isStale = true
        isQuiet = keepsHit
    }

    /// Takes what was found in the background by now.
    mutating func take(_ news: BodySearch, in source: any LineSource) {
        run = news
        if news.isComplete { job = nil }
        seekOn(in: source)
    }

    /// Whether other lines are shown than those that were searched, or more of them.
    func isOutdated(in source: any LineSource) -> Bool {
        isStale || (run != nil && (version != source.version || (job == nil && run?.hasGrown(source) == true)))
    }

    /// Searches what there is more of the last text.
    /// - Returns: false if the search has to `start` again.
    mutating func goOn(in source: any LineSource) -> Bool {
        guard !isStale else { return false }
        guard version == source.version else {
            restart(keepsHit: true)
            return false
        }
        run?.grow(in: source)
        return true
    }

    /// Goes to the next or the previous hit; past the last one it goes on at the other end.
    mutating func step(forward: Bool, in source: any LineSource) {
        guard run != nil else { return }
        isQuiet = false
        seek =
            forward
            ? .forward(current.map { TextPlace(text: $0.text, offset: $0.bytes.upperBound) } ?? origin)
            : .backward(current?.start ?? origin)
        seekWrapped = false
        seekOn(in: source)
    }

    /// Continues to look for the wanted hit, a few milliseconds at most.
    private mutating func seekOn(in source: any LineSource) {
        guard let run else { return }
        while let wanted = seek {
            let (place, isForward) =
                switch wanted {
                case .forward(let place): (place, true)
                case .backward(let place): (place, false)
                }
            switch run.next(from: place, forward: isForward, in: source, steps: Self.steps) {
            case .hit(let hit):
                (current, seek) = (hit, nil)
                wrappedTo = seekWrapped ? (isForward ? .top : .bottom) : nil
            case .searchOn(let place):
                seek = isForward ? .forward(place) : .backward(place)
                // What is not known yet comes from the background.
                if !run.isComplete { return }
            case .none where seekWrapped: seek = nil
            case .none:
                seekWrapped = true
                seek = isForward ? .forward(TextPlace()) : .backward(.end)
            }
        }
        number = current.flatMap { run.number(of: $0, in: source) }
    }
}
