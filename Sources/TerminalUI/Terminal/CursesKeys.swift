import CNcurses
import Glibc

/// Reads `wgetch` and interprets its codes: only this class knows curses' key numbers. `InputAssembler` makes characters of
/// its bytes, and `InputDecoder` events of both.
final class CursesKeys {
    private let window: UnsafeMutablePointer<WINDOW>
    private let input: Int32
    private let codeset: String?
    private var assembler: InputAssembler
    private var decoder = InputDecoder()
    private var lastPress: (at: Point, time: MonotonicTime)?

    /// Input within this time after an Esc belongs to it.
    static let escapeDelayMilliseconds: Int32 = 20
    /// Codes that we assign to sequences; larger than any that curses assigns itself.
    private static let pasteStart: Int32 = 0x7001
    private static let pasteEnd: Int32 = 0x7002
    /// Two presses on one cell within this time are a double press.
    private static let doublePressNanoseconds: UInt64 = 400_000_000

    /// - Parameter codeset: the charset of the locale as `nl_langinfo` names it.
    init(window: UnsafeMutablePointer<WINDOW>, input: Int32, codeset: String?) {
        self.window = window
        self.input = input
        self.codeset = codeset
        assembler = InputAssembler(codeset: codeset)
        keypad(window, true)
        nodelay(window, true)
        define_key("\u{1B}[200~", Self.pasteStart)
        define_key("\u{1B}[201~", Self.pasteEnd)
        // Curses loses a press that is read together with a motion, and knows no motion by itself.
        keyok(KEY_MOUSE, false)
    }

    /// The next event, or nil if there is nothing to read. Skips input that has no meaning here.
    func next() -> InputEvent? {
        guard let event = decoder.next(from: self) else { return nil }
        guard case .mouse(var mouse) = event, mouse.kind == .press else { return event }
        let time = MonotonicTime.current()
        if let last = lastPress, last.at == mouse.at,
            time.nanoseconds - last.time.nanoseconds < Self.doublePressNanoseconds
        {
            lastPress = nil
            mouse.kind = .doublePress
        } else {
            lastPress = (mouse.at, time)
        }
        return .mouse(mouse)
    }

    // MARK: - Single keys

    /// The key for a character as the terminal sends it in raw mode.
    static func key(for scalar: Unicode.Scalar) -> Key {
        switch scalar.value {
        case 0x0A, 0x0D: .enter
        case 0x09: .tab
        case 0x08, 0x7F: .backspace
        case 0x1B: .escape
        case 0x00: .control(" ")
        case 0x01...0x1A: .control(Character(Unicode.Scalar(UInt8(scalar.value) + 0x60)))
        case 0x1C...0x1F: .control(Character(Unicode.Scalar(UInt8(scalar.value) + 0x40)))
        default: .character(Character(scalar))
        }
    }

    private static let codes: [Int32: Key] = [
        KEY_UP: .up, KEY_DOWN: .down, KEY_LEFT: .left, KEY_RIGHT: .right, KEY_HOME: .home, KEY_END: .end,
        KEY_PPAGE: .pageUp, KEY_NPAGE: .pageDown, KEY_BACKSPACE: .backspace, KEY_DC: .delete, KEY_IC: .insert,
        KEY_ENTER: .enter, KEY_BTAB: .backTab, KEY_SLEFT: .left, KEY_SRIGHT: .right, KEY_SR: .up, KEY_SF: .down,
        KEY_SHOME: .home, KEY_SEND: .end, KEY_SPREVIOUS: .pageUp, KEY_SNEXT: .pageDown, KEY_SDC: .delete,
        KEY_A1: .home, KEY_A3: .pageUp, KEY_C1: .end, KEY_C3: .pageDown, KEY_FIND: .home, KEY_SELECT: .end,
    ]

    /// The key for a curses code: its own, a function key, or one of terminfo's extended names (`kLFT5` is Ctrl-Left).
    static func key(forCode code: Int32) -> Key? {
        if let key = codes[code] { return key }
        if code > cnc_key_f(0), code <= cnc_key_f(63) { return .function(Int(code - cnc_key_f(0))) }
        guard code > KEY_MAX, let name = keyname(code) else { return nil }
        return EscapeSequences.key(extendedName: String(cString: name))
    }
}

extension CursesKeys: RawInputSource {
    package var now: MonotonicTime { .current() }

    package func read() -> RawInput? {
        assembler.next(read: { wgetch(window) }, waitForMore: waitForMore)
    }

    /// Waits on the descriptor itself; curses holds no more input when its `read` returned nil.
    func waitForMore() -> Bool {
        var ready = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        return poll(&ready, 1, Self.escapeDelayMilliseconds) > 0
    }

    package func event(forCode code: Int32) -> InputEvent? {
        switch code {
        case Self.pasteStart: paste()
        default: CursesKeys.key(forCode: code).map { .key($0) }
        }
    }

    package func paste() -> InputEvent { .paste(PasteReader(descriptor: input, codeset: codeset).read()) }
}

/// Reads a bracketed paste up to `ESC [ 201 ~`, bypassing curses: the exact bytes, and none after the end mark.
struct PasteReader {
    let descriptor: Int32
    /// After this long without text or an end mark, the terminal is assumed to have omitted the end mark. Text that comes later acts as
    /// keys, so this is longer than a slow network pauses.
    var stallMilliseconds: Int32 = 5000
    /// The charset of the locale, by which keys are read, too.
    var codeset: String?

    static let endMark: [UInt8] = Array("\u{1B}[201~".utf8)

    func read() -> String {
        var bytes: [UInt8] = []
        var matched = 0
        var chunk = [UInt8](repeating: 0, count: Self.endMark.count)
        while matched < Self.endMark.count {
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let polled = poll(&ready, 1, stallMilliseconds)
            if polled < 0, errno == EINTR { continue }
            guard polled > 0 else { break }
            // Reads no more than the missing part of the mark, so that input after it is left for curses.
            let count = Glibc.read(descriptor, &chunk, Self.endMark.count - matched)
            guard count > 0 else { break }
            bytes += chunk[..<count]
            matched = Self.endLength(of: bytes)
        }
        if matched == Self.endMark.count { bytes.removeLast(matched) }
        return Self.text(bytes, codeset: codeset)
    }

    /// How much of the end mark is at the end of the bytes read.
    static func endLength(of bytes: [UInt8]) -> Int {
        for length in stride(from: min(endMark.count, bytes.count), to: 0, by: -1)
        where bytes.suffix(length) == endMark.prefix(length) { return length }
        return 0
    }

    /// Terminals send CR, or CR LF, as a line end.
    static func text(_ bytes: [UInt8], codeset: String? = nil) -> String {
        var clean: [UInt8] = []
        clean.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            if byte == 0x0A, index > 0, bytes[index - 1] == 0x0D { continue }
            clean.append(byte == 0x0D ? 0x0A : byte)
        }
        return InputAssembler.text(of: clean, codeset: codeset)
    }
}
