/// Puts characters together from what `wgetch` reads: bytes, and the codes of keys.
///
/// `wget_wch` would do that, too, but it goes on collecting after a byte that is not a character of the locale, and then drops all of
/// it: what was typed after that byte. Here such a byte is U+FFFD and nothing else is lost, in every locale.
struct InputAssembler {
    private var character: any CharacterAssembler
    /// What broke off a character, to be read again after it.
    private var putBack: Int32?

    /// A locale of ASCII is the one of users who set none, and the terminal then nearly always has UTF-8.
    private static let readAsUTF8 = ["UTF-8", "ANSI_X3.4-1968", "US-ASCII", "ASCII"]
    private static let replacement = RawInput.scalar("\u{FFFD}")

    private static func isUTF8(_ codeset: String?) -> Bool { codeset.map { readAsUTF8.contains($0) } ?? true }

    /// - Parameter codeset: the charset of the locale as `nl_langinfo` names it; nil for one that is not known.
    init(codeset: String? = nil) {
        if Self.isUTF8(codeset) { character = UTF8Assembler() } else { character = LocaleAssembler() }
    }

    /// The next input, or nil if there is none yet. The beginning of a character is kept until the rest comes.
    /// - Parameters:
    ///   - read: a byte, a code above 255, or a negative number if there is nothing to read.
    ///   - waitForMore: as that of `RawInputSource`: an Esc and a character are an Alt key only if they are read together.
    mutating func next(read: () -> Int32, waitForMore: () -> Bool) -> RawInput? {
        var hasWaited = false
        while true {
            let value = putBack ?? read()
            putBack = nil
            guard value >= 0 else {
                // Once for each byte: of a terminal that is gone there is always more, which cannot be read.
                guard character.isOpen, !hasWaited, waitForMore() else { return nil }
                hasWaited = true
                continue
            }
            hasWaited = false
            if let input = take(value) { return input }
        }
    }

    /// A whole text, read as keys are. An incomplete character at its end becomes U+FFFD.
    static func text(of bytes: [UInt8], codeset: String?) -> String {
        guard !isUTF8(codeset) else { return String(decoding: bytes, as: UTF8.self) }
        var assembler = InputAssembler(codeset: codeset)
        var rest = bytes[...]
        var scalars = String.UnicodeScalarView()
        while case .scalar(let scalar)? = assembler.next(
            read: { rest.popFirst().map { Int32($0) } ?? -1 }, waitForMore: { false })
        {
            scalars.append(scalar)
        }
        if assembler.character.isOpen { scalars.append("\u{FFFD}") }
        return String(scalars)
    }

    private mutating func take(_ value: Int32) -> RawInput? {
        guard let byte = UInt8(exactly: value) else {
            guard character.isOpen else { return .code(value) }
            character.reset()
            putBack = value
            return Self.replacement
        }
        switch character.take(byte) {
        case .open: return nil
        case .complete(let scalar): return .scalar(scalar)
        case .invalid: return Self.replacement
        case .brokenOff:
            putBack = value
            return Self.replacement
        }
    }
}
