import CNcurses

/// Puts one character together from its bytes, as they come.
protocol CharacterAssembler {
    /// Whether a character has begun, and more of its bytes must come.
    var isOpen: Bool { get }
    mutating func take(_ byte: UInt8) -> CharacterStep
    /// Forgets what has begun.
    mutating func reset()
}

/// What a byte is to the character that has begun, or that it begins.
enum CharacterStep: Sendable, Hashable {
    /// More bytes belong to the character.
    case open
    case complete(Unicode.Scalar)
    /// The byte begins no character.
    case invalid
    /// The byte cannot be part of the character, which is forgotten; the byte has not been taken.
    case brokenOff
}

/// UTF-8, as Unicode recommends it (3.9, table 3-7): what cannot become a character is found at the first byte that shows it. So the
/// same bytes have the same mistakes here and in `String(decoding:as:)`.
struct UTF8Assembler: CharacterAssembler, Sendable {
    /// The bits that have come.
    private var value: UInt32 = 0
    private var missing = 0
    /// What the next byte must be.
    private var expected = UTF8Assembler.anyContinuation

    private static let anyContinuation: ClosedRange<UInt8> = 0x80...0xBF

    var isOpen: Bool { missing > 0 }

    mutating func reset() { missing = 0 }

    mutating func take(_ byte: UInt8) -> CharacterStep {
        guard isOpen else { return begin(byte) }
        guard expected.contains(byte) else {
            reset()
            return .brokenOff
        }
        value = value << 6 | UInt32(byte & 0x3F)
        missing -= 1
        expected = Self.anyContinuation
        guard missing == 0, let scalar = Unicode.Scalar(value) else { return .open }
        return .complete(scalar)
    }

    private mutating func begin(_ byte: UInt8) -> CharacterStep {
        switch byte {
        case 0x00...0x7F: return .complete(Unicode.Scalar(byte))
        case 0xC2...0xDF: (missing, value) = (1, UInt32(byte & 0x1F))
        case 0xE0...0xEF: (missing, value) = (2, UInt32(byte & 0x0F))
        case 0xF0...0xF4: (missing, value) = (3, UInt32(byte & 0x07))
        default: return .invalid
        }
        expected = Self.second(after: byte)
        return .open
    }

    /// Another second byte would make a character that fewer bytes have, a surrogate, or one above U+10FFFF.
    private static func second(after first: UInt8) -> ClosedRange<UInt8> {
        switch first {
        case 0xE0: 0xA0...0xBF
        case 0xED: 0x80...0x9F
        case 0xF0: 0x90...0xBF
        case 0xF4: 0x80...0x8F
        default: anyContinuation
        }
    }
}

/// The charset of the C library's locale, such as ISO-8859-1 or EUC-JP.
struct LocaleAssembler: CharacterAssembler, Sendable {
    private var bytes: [UInt8] = []

    var isOpen: Bool { !bytes.isEmpty }

    mutating func reset() { bytes = [] }

    mutating func take(_ byte: UInt8) -> CharacterStep {
        let isFirst = bytes.isEmpty
        bytes.append(byte)
        let value = cnc_character(bytes, bytes.count)
        guard value != -2 else { return .open }
        reset()
        if let scalar = UInt32(exactly: value).flatMap(Unicode.Scalar.init) { return .complete(scalar) }
        return isFirst ? .invalid : .brokenOff
    }
}
