/// An input from curses: a key code, or a character.
enum RawInput: Sendable, Hashable {
    case code(Int32)
    case scalar(Unicode.Scalar)
}

/// The source that `InputDecoder` reads from: curses, or a test.
protocol RawInputSource: AnyObject {
    var now: MonotonicTime { get }
    /// The next input, or nil if there is none. After an Esc it first waits for the escape delay, as curses does.
    func read() -> RawInput?
    /// Waits until there is something to read, at most for the escape delay. Returns false if nothing arrived.
    func waitForMore() -> Bool
    /// The event for a key code; nil if the code has no meaning.
    func event(forCode code: Int32) -> InputEvent?
    /// Reads a bracketed paste to its end; its start mark was read last.
    func paste() -> InputEvent
}

/// Turns raw input into events.
///
/// Sequences that terminfo knows arrive as codes. Others arrive as Esc and characters; they are read to their end here
/// and either interpreted (xterm's modifiers, `CSI u`) or dropped, so that neither an unknown key nor a report of the
/// terminal acts as the keys that its characters spell.
struct InputDecoder {
    /// Events found while reading another one.
    private var pending: [InputEvent] = []
    /// Input that was read ahead and will be read again.
    private var putBack: [RawInput] = []
    private var open: OpenSequence?

    /// The next event, or nil if there is nothing to read. Skips input that has no meaning here.
    mutating func next(from source: some RawInputSource) -> InputEvent? {
        if !pending.isEmpty { return pending.removeFirst() }
        // The bound keeps a flood of meaningless input from blocking the loop.
        for _ in 0..<1000 {
            guard let raw = read(source) else { return nil }
            if let event = open == nil ? event(for: raw, source) : proceed(with: raw, source) { return event }
        }
        return nil
    }

    private mutating func read(_ source: some RawInputSource) -> RawInput? {
        putBack.isEmpty ? source.read() : putBack.removeFirst()
    }

    private mutating func event(for raw: RawInput, _ source: some RawInputSource) -> InputEvent? {
        switch raw {
        case .code(let code): return source.event(forCode: code)
        case .scalar("\u{1B}"): return afterEscape(source)
        case .scalar(let scalar):
            if (0x80...0x9F).contains(scalar.value) {
                // No key sends a C1 control; one that begins no sequence has no meaning.
                open = OpenSequence(control: scalar, at: source.now)
                return nil
            }
            return .key(CursesKeys.key(for: scalar))
        }
    }

    // MARK: - After Esc

    /// The source has waited for the escape delay: input available now arrived together with the Esc.
    private mutating func afterEscape(_ source: some RawInputSource) -> InputEvent? {
        guard let next = read(source) else { return .key(.escape) }
        switch next {
        case .scalar("O"):
            guard let final = read(source) else { return .key(.alt("O")) }
            guard case .scalar(let scalar) = final else { return event(for: final, source) }
            return EscapeSequences.key(singleShift: scalar).map { .key($0) }
        case .scalar("\u{1B}"):
            // This is Esc, followed by whatever the second Esc begins.
            putBack.insert(next, at: 0)
            return .key(.escape)
        case .scalar(let scalar):
            if let sequence = OpenSequence(afterEscape: scalar, at: source.now), goesOn(sequence, source) {
                open = sequence
                return nil
            }
            return together(CursesKeys.key(for: scalar))
        case .code(let code):
            if let key = CursesKeys.key(forCode: code) { return together(key) }
            // A click or a paste; if the input has no meaning, the Esc is part of it.
            guard let event = event(for: next, source) else { return nil }
            pending.insert(event, at: 0)
            return .key(.escape)
        }
    }

    /// The first event of Esc and a key; the second one is queued.
    private mutating func together(_ key: Key) -> InputEvent? {
        let keys = EscapeSequences.keys(afterEscape: key)
        pending.insert(contentsOf: keys.dropFirst().map { .key($0) }, at: 0)
        return keys.first.map { .key($0) }
    }

    // MARK: - Sequences

    /// Distinguishes a terminal's `ESC ]` from a user's Alt-]: after the former, more input arrives at once.
    private mutating func goesOn(_ sequence: OpenSequence, _ source: some RawInputSource) -> Bool {
        guard let first = read(source) ?? (source.waitForMore() ? read(source) : nil) else { return false }
        guard first == .scalar("\u{1B}"), sequence.kind == .string else {
            putBack.insert(first, at: 0)
            if case .scalar(let character) = first { return sequence.canBegin(with: character) }
            return false
        }
        // An empty string ends at once with `ESC \`.
        let second = read(source)
        putBack.insert(contentsOf: [first, second].compactMap(\.self), at: 0)
        return second == .scalar("\\")
    }

    /// Continues a sequence that may have begun some time ago.
    private mutating func proceed(with raw: RawInput, _ source: some RawInputSource) -> InputEvent? {
        guard case .scalar(let character) = raw, var sequence = open, sequence.lasts(until: source.now) else {
            open = nil
            return event(for: raw, source)
        }
        if character == "\u{1B}", let next = read(source) {
            putBack.insert(next, at: 0)
            if next != .scalar("\\") || sequence.kind == .control {
                // Another sequence or an Alt key begins, so this one has no end.
                open = nil
                return event(for: raw, source)
            }
        }
        switch sequence.take(character, at: source.now) {
        case .open:
            open = sequence
            return nil
        case .complete(let event):
            open = nil
            return event
        case .paste:
            open = nil
            return source.paste()
        case .foreign:
            open = nil
            return event(for: raw, source)
        }
    }
}
