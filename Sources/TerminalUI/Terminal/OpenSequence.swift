/// An escape sequence whose end has not been read yet.
///
/// Besides keys, a terminal sends reports: replies to queries (colours, device attributes, cursor position) and
/// notifications such as a change of focus. They may arrive at any time, and on a slow line in several parts. No part
/// of a report may act as a key.
struct OpenSequence: Sendable {
    enum Kind: Sendable, Hashable {
        /// `CSI parameters final`.
        case control
        /// The three characters after `CSI M`: where the mouse is.
        case mouse
        /// The text of an OSC, DCS, APC, PM or SOS, up to ST or BEL.
        case string
    }

    enum Step: Sendable, Hashable {
        case open
        /// The sequence is complete; most sequences have no meaning.
        case complete(InputEvent?)
        /// It was the start mark of a bracketed paste, whose text follows.
        case paste
        /// The character cannot be part of the sequence, which is dropped.
        case foreign
    }

    /// A sequence is dropped after a pause this long, so that one without an end does not swallow what the user types.
    static let longestPause = Duration.seconds(1)
    /// A sequence is dropped after this time in all, because a user may type without such a pause.
    static let longestDuration = Duration.seconds(3)
    /// No key has more parameters than this; a longer sequence is read to its end and ignored.
    static let maxParameterBytes = 64

    private(set) var kind: Kind
    private var mouse: [Unicode.Scalar] = []
    private let begin: MonotonicTime
    private var latest: MonotonicTime
    /// Of a string the text.
    private var parameters = ""
    /// The strings whose text may say something: an APC is how kitty's protocol answers, an OSC names colours.
    private enum Introducer { case application, command }

    private let introducer: Introducer?
    /// The last character was Esc, which may be the first half of ST (`ESC \`).
    private var hasEscape = false

    /// - Returns: nil if Esc and this character do not begin such a sequence.
    init?(afterEscape character: Unicode.Scalar, at now: MonotonicTime) {
        switch character {
        case "[": self.init(.control, at: now)
        case "_": self.init(.string, at: now, by: .application)
        case "]": self.init(.string, at: now, by: .command)
        case "P", "^", "X": self.init(.string, at: now)
        default: return nil
        }
    }

    /// - Parameter control: a C1 control character, which is equivalent to Esc and a letter.
    init?(control: Unicode.Scalar, at now: MonotonicTime) {
        switch control.value {
        case 0x9B: self.init(.control, at: now)
        case 0x9F: self.init(.string, at: now, by: .application)
        case 0x9D: self.init(.string, at: now, by: .command)
        case 0x90, 0x9E, 0x98: self.init(.string, at: now)
        default: return nil
        }
    }

    private init(_ kind: Kind, at now: MonotonicTime, by introducer: Introducer? = nil) {
        self.kind = kind
        self.introducer = introducer
        (begin, latest) = (now, now)
    }

    /// Whether the sequence is still open at this moment.
    func lasts(until now: MonotonicTime) -> Bool {
        now.since(latest) <= Self.longestPause && now.since(begin) <= Self.longestDuration
    }

    /// Whether a character can directly follow the introducer.
    func canBegin(with character: Unicode.Scalar) -> Bool {
        switch kind {
        case .control, .mouse: (0x20...0x7E).contains(character.value)
        case .string: isText(character) || isEnd(character)
        }
    }

    mutating func take(_ character: Unicode.Scalar, at now: MonotonicTime) -> Step {
        guard lasts(until: now) else { return .foreign }
        latest = now
        switch kind {
        case .control: return takeControl(character)
        case .mouse: return takeMouse(character)
        case .string: return takeString(character)
        }
    }

    private mutating func takeControl(_ character: Unicode.Scalar) -> Step {
        switch character.value {
        case 0x20...0x3F:
            if parameters.utf8.count <= Self.maxParameterBytes { parameters.unicodeScalars.append(character) }
            return .open
        case 0x4D where parameters.isEmpty:
            kind = .mouse
            return .open
        // Curses knows this mark only where it arrives at once.
        case 0x7E where parameters == "200": return .paste
        case 0x40...0x7E:
            let isTooLong = parameters.utf8.count > Self.maxParameterBytes
            return .complete(isTooLong ? nil : EscapeSequences.event(parameters: parameters, final: character))
        default: return .foreign
        }
    }

    private mutating func takeMouse(_ character: Unicode.Scalar) -> Step {
        guard character.value >= 0x20 else { return .foreign }
        mouse.append(character)
        return mouse.count < 3 ? .open : .complete(MouseEvent(characters: mouse).map { .mouse($0) })
    }

    /// A control character always comes from the user: reports contain none, and Ctrl-C and Enter must always work.
    private mutating func takeString(_ character: Unicode.Scalar) -> Step {
        if hasEscape { return character == "\\" ? .complete(stringEvent) : .foreign }
        if isEnd(character) { return .complete(stringEvent) }
        hasEscape = character == "\u{1B}"
        guard !hasEscape else { return .open }
        guard isText(character) else { return .foreign }
        if introducer != nil, parameters.utf8.count <= Self.maxParameterBytes {
            parameters.unicodeScalars.append(character)
        }
        return .open
    }

    private var stringEvent: InputEvent? {
        guard parameters.utf8.count <= Self.maxParameterBytes else { return nil }
        let report =
            switch introducer {
            case .application: TerminalReport(application: parameters)
            case .command: TerminalReport(command: parameters)
            case nil: nil as TerminalReport?
            }
        return report.map { .report($0) }
    }

    private func isText(_ character: Unicode.Scalar) -> Bool {
        character.value >= 0x20 && character.value != 0x7F && !(0x80...0x9F).contains(character.value)
    }

    /// True for BEL, and for ST as a single character.
    private func isEnd(_ character: Unicode.Scalar) -> Bool { character == "\u{7}" || character == "\u{9C}" }
}
