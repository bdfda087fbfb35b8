/// What curses gives: a code of its own, or a character.
enum RawInput: Sendable, Hashable {
    case code(Int32)
    case scalar(Unicode.Scalar)
}

/// Where `InputDecoder` reads from: curses, or a test.
protocol RawInputSource: AnyObject {
    var now: MonotonicTime { get }
    /// The next input, nil when nothing is there. After an Esc it waits for the escape delay first, as curses does.
    func read() -> RawInput?
    /// Waits until there is something to read, at most for the escape delay. False when nothing came.
    func waitForMore() -> Bool
    /// What a code means; nil for nothing.
    func event(forCode code: Int32) -> InputEvent?
}

/// Turns raw input into events.
///
/// Sequences that terminfo knows come as codes. Sequences that it does not know come as Esc and characters; they are read to their end
/// here and either understood (xterm's modifiers, `CSI u`) or dropped, so that neither an unknown key nor a terminal's report acts as
/// the keys that its characters are.
struct InputDecoder {
    let isUTF8: Bool
    /// Events found while looking for the end of another one.
    private var pending: [InputEvent] = []
    /// Read already, and to be read again.
    private var putBack: [RawInput] = []
    private var open: OpenSequence?

    init(isUTF8: Bool) { self.isUTF8 = isUTF8 }

    /// The next event, or nil when there is nothing to read. Input without a meaning for us is skipped.
    mutating func next(from source: some RawInputSource) -> InputEvent? {
        if !pending.isEmpty { return pending.removeFirst() }
        // A bound, so that a flood of meaningless input cannot keep the loop from drawing.
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
                // No key sends a C1 control; those that begin no sequence mean nothing.
                open = OpenSequence(control: scalar, at: source.now)
                return nil
            }
            if !isUTF8, scalar.value > 0x7E { return nil }
            return .key(CursesKeys.key(for: scalar))
        }
    }

    // MARK: - After Esc

    /// The source has waited for the escape delay: what is there now came together with the Esc.
    private mutating func afterEscape(_ source: some RawInputSource) -> InputEvent? {
        guard let next = read(source) else { return .key(.escape) }
        switch next {
        case .scalar("O"):
            guard let final = read(source) else { return .key(.alt("O")) }
            guard case .scalar(let scalar) = final else { return event(for: final, source) }
            return EscapeSequences.key(singleShift: scalar).map { .key($0) }
        case .scalar("\u{1B}"):
            // Esc, and whatever the second one begins.
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
            // A click or a paste; of what has no meaning the Esc is a part.
            guard let event = event(for: next, source) else { return nil }
            pending.insert(event, at: 0)
            return .key(.escape)
        }
    }

    /// The first event of Esc and a key; what follows it waits.
    private mutating func together(_ key: Key) -> InputEvent? {
        let keys = EscapeSequences.keys(afterEscape: key)
        pending.insert(contentsOf: keys.dropFirst().map { .key($0) }, at: 0)
        return keys.first.map { .key($0) }
    }

    // MARK: - Sequences

    /// Tells `ESC ]` of a terminal from Alt-] of a user: a terminal goes on at once.
    private mutating func goesOn(_ sequence: OpenSequence, _ source: some RawInputSource) -> Bool {
        guard let first = read(source) ?? (source.waitForMore() ? read(source) : nil) else { return false }
        guard first == .scalar("\u{1B}"), sequence.kind == .string else {
            putBack.insert(first, at: 0)
            if case .scalar(let character) = first { return sequence.canBegin(with: character) }
            return false
        }
        // A text of no length ends at once, by `ESC \`.
        let second = read(source)
        putBack.insert(contentsOf: [first, second].compactMap(\.self), at: 0)
        return second == .scalar("\\")
    }

    /// Reads on in a sequence that was begun, maybe some time ago.
    private mutating func proceed(with raw: RawInput, _ source: some RawInputSource) -> InputEvent? {
        guard case .scalar(let character) = raw, var sequence = open, sequence.lasts(until: source.now) else {
            open = nil
            return event(for: raw, source)
        }
        if character == "\u{1B}", let next = read(source) {
            putBack.insert(next, at: 0)
            if next != .scalar("\\") || sequence.kind == .control {
                // Another sequence or an Alt key, so this one has no end.
                open = nil
                return event(for: raw, source)
            }
        }
        switch sequence.take(character, at: source.now) {
        case .open:
            open = sequence
            return nil
        case .complete(let key):
            open = nil
            return key.map { .key($0) }
        case .foreign:
            open = nil
            return event(for: raw, source)
        }
    }
}
