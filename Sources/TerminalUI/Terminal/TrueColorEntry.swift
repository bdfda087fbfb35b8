import CNcurses

/// The terminfo entry of a terminal, with true colour where it has 256 colours, as `tic` would compile it.
///
/// Almost every terminal draws true colour and says so in COLORTERM, but is described with 256 colours. The entries that end in
/// `-direct` are not installed everywhere, and have not the keys of the user's own entry. So that one is copied, through ncurses, and
/// what it says of colours is replaced. The format is that of term(5), with numbers of 32 bits and extended names.
struct TrueColorEntry {
    private(set) var bytes: [UInt8] = []

    /// The value of TERMINFO that has ncurses take this entry and read no file.
    var variable: String {
        let digits = Array("0123456789ABCDEF".utf8)
        return "hex:" + String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static let replacedNumbers: [String: Int32] = ["colors": 1 << 24, "pairs": 0x7FFF]

    /// A colour from 8 on is `0xRRGGBB`.
    private static func sequence(_ code: Int) -> String {
        "\u{1B}[%?%p1%{8}%<%t\(code)%p1%d%e\(code)8;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m"
    }

    /// nil stands for a capability that the entry does not have.
    private static let replacedStrings: [String: String?] = [
        "setaf": sequence(3), "setab": sequence(4), "initc": nil, "initp": nil, "oc": nil, "setf": nil, "setb": nil,
    ]

    /// The names beyond the standard that ncurses and we ask for: keys with modifiers, and what the mouse sends.
    private static let extendedStrings: [String] =
        (["XM", "xm"]
        + EscapeSequences.extendedNames.flatMap { base in [base] + (3...8).map { base + String($0) } }).sorted()

    /// Copies the entry that `setupterm` has read. It is nil if that has no colours, or true colour already.
    /// - Parameter name: of the terminal.
    init?(copying name: String) {
        guard tigetnum("colors") >= 8, tigetflag("RGB") <= 0, cnc_terminfo_string("setaf") != nil else { return nil }
        let flags = (0..<cnc_boolean_count()).map { index in
            let name = cnc_boolean_name(index)
            return name.map { String(cString: $0) == "ccc" ? 0 : tigetflag($0) > 0 ? 1 : 0 } ?? 0 as UInt8
        }
        let numbers = (0..<cnc_number_count()).map { index -> Int32 in
            guard let name = cnc_number_name(index) else { return -1 }
            return Self.replacedNumbers[String(cString: name)] ?? max(-1, tigetnum(name))
        }
        let strings = (0..<cnc_string_count()).map { index -> [UInt8]? in
            guard let name = cnc_string_name(index) else { return nil }
            if let replaced = Self.replacedStrings[String(cString: name)] { return replaced.map { Array($0.utf8) } }
            return Self.string(name)
        }
        let extended = Self.extendedStrings.compactMap { name in Self.string(name).map { (name, $0) } }
        let table = StringTable(strings)
        let names = Array("\(name)|with true colour".utf8) + [0]
        for number in [0x21E, names.count, flags.count, numbers.count, strings.count, table.bytes.count] {
            add(short: number)
        }
        bytes += names + flags
        addPadding()
        for number in numbers { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
        for offset in table.offsets { add(short: offset) }
        bytes += table.bytes
        addPadding()
        addExtended(flags: ["AX", "RGB", "XT"].filter { $0 == "RGB" || tigetflag($0) > 0 }, strings: extended)
    }

    private mutating func addExtended(flags: [String], strings: [(name: String, value: [UInt8])]) {
        let values = StringTable(strings.map(\.value))
        let names = StringTable((flags + strings.map(\.name)).map { Array($0.utf8) })
        let size = values.bytes.count + names.bytes.count
        for number in [flags.count, 0, strings.count, values.offsets.count + names.offsets.count, size] {
            add(short: number)
        }
        bytes += flags.map { _ in 1 }
        addPadding()
        for offset in values.offsets + names.offsets { add(short: offset) }
        bytes += values.bytes + names.bytes
    }

    private mutating func add(short number: Int) {
        withUnsafeBytes(of: Int16(truncatingIfNeeded: number).littleEndian) { bytes += $0 }
    }

    private mutating func addPadding() { if bytes.count % 2 != 0 { bytes.append(0) } }

    private static func string(_ name: UnsafePointer<CChar>) -> [UInt8]? {
        cnc_terminfo_string(name).map { text in
            Array(UnsafeRawBufferPointer(start: text, count: cnc_length(text)))
        }
    }

    /// Strings one after the other, and where each begins: -1 for one that is missing.
    private struct StringTable {
        var bytes: [UInt8] = []
        var offsets: [Int] = []

        init(_ strings: [[UInt8]?]) {
            for string in strings {
                offsets.append(string == nil ? -1 : bytes.count)
                if let string { bytes += string + [0] }
            }
        }
    }
}
