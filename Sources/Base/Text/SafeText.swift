/// Text that can be drawn, logged or copied without harm: the only text a view, a log line or the clipboard takes.
///
/// Control characters, C1, bidi controls, zero-width characters and invalid UTF-8 stand in it as visible escapes
/// (`\x1B`, `\u{202E}`, `\xFF`), so no byte from outside moves the cursor, hides, or reorders what a person reads.
/// It is one line: a line feed is an escape like any other, and so is a tab (`\x0A`, `\x09`: hexadecimal, so that they are not
/// taken for the `\n` that a JSON text spells out). Callers cut lines and expand tabs (`TabStops`) before.
/// A literal or an interpolation goes through the same door. `SafeTextScanner` has the rules one by one.
package struct SafeText: Sendable, Hashable {
    /// A stretch of plain text or of escapes; escapes are drawn in a style of their own.
    package struct Run: Sendable, Hashable {
        package let text: String
        package let isEscape: Bool

        package init(text: String, isEscape: Bool) {
            self.text = text
            self.isEscape = isEscape
        }
    }

    package private(set) var runs: [Run]
    /// What was made visible, for "14 control bytes: 2 OSC, 12 CSI".
    package private(set) var hazards: HazardCounts

    package static let empty = SafeText()

    package init() {
        runs = []
        hazards = HazardCounts()
    }

    /// Makes any text safe.
    package init(_ untrusted: some StringProtocol) {
        let plain = untrusted.utf8.withContiguousStorageIfAvailable { SafeTextScanner.isPrintableASCII($0) }
        if plain == true {
            self.init()
            if !untrusted.isEmpty { runs.append(Run(text: String(untrusted), isEscape: false)) }
        } else {
            self.init(bytes: untrusted.utf8)
        }
    }

    /// Makes any bytes safe, taken as UTF-8.
    package init(bytes: some Sequence<UInt8>) {
        var scanner = SafeTextScanner()
        if bytes.withContiguousStorageIfAvailable({ scanner.scan($0) }) == nil {
            Array(bytes).withUnsafeBufferPointer { scanner.scan($0) }
        }
        runs = scanner.runs
        hazards = scanner.hazards
    }

    package var isEmpty: Bool { runs.isEmpty }
    /// The visible characters, escapes included.
    package var string: String { runs.map(\.text).joined() }

    package static func + (a: SafeText, b: SafeText) -> SafeText {
        var sum = a
        sum.append(b)
        return sum
    }

    /// Widths add up: `DisplayWidth.of(a + b)` is the sum of both. A text that begins with a mark or a joiner shows it as an
    /// escape, so nothing that is put behind another text changes how that one looks.
    package mutating func append(_ other: SafeText) {
        var rest = other.runs[...]
        if let last = runs.last, let first = rest.first, last.isEscape == first.isEscape {
            runs[runs.count - 1] = Run(text: last.text + first.text, isEscape: first.isEscape)
            rest = rest.dropFirst()
        }
        runs += rest
        hazards += other.hazards
    }
}

/// How many dangerous things a text held.
package struct HazardCounts: Sendable, Hashable {
    /// C0 controls and DEL that do not begin one of the sequences below.
    package var control = 0
    /// `ESC [` and U+009B sequences.
    package var csi = 0
    /// `ESC ]` and U+009D sequences.
    package var osc = 0
    /// Other ESC sequences and C1 controls.
    package var otherEscape = 0
    /// U+202A to U+202E, U+2066 to U+2069, U+200E, U+200F, U+061C.
    package var bidi = 0
    /// Characters that take no room or join others where nothing is to be joined: ZWSP, ZWJ and variation selectors out of
    /// place, soft hyphens, tag characters, fillers, marks without a base or too many of them on one.
    package var zeroWidth = 0
    /// Line and paragraph separators, private use, unassigned and noncharacters.
    package var unprintable = 0
    /// Bytes that are not UTF-8.
    package var invalidBytes = 0

    package init(
        control: Int = 0, csi: Int = 0, osc: Int = 0, otherEscape: Int = 0, bidi: Int = 0, zeroWidth: Int = 0,
        unprintable: Int = 0, invalidBytes: Int = 0
    ) {
        self.control = control
        self.csi = csi
        self.osc = osc
        self.otherEscape = otherEscape
        self.bidi = bidi
        self.zeroWidth = zeroWidth
        self.unprintable = unprintable
        self.invalidBytes = invalidBytes
    }

    package var total: Int { control + csi + osc + otherEscape + bidi + zeroWidth + unprintable + invalidBytes }

    package static func += (a: inout HazardCounts, b: HazardCounts) {
        a.control += b.control
        a.csi += b.csi
        a.osc += b.osc
        a.otherEscape += b.otherEscape
        a.bidi += b.bidi
        a.zeroWidth += b.zeroWidth
        a.unprintable += b.unprintable
        a.invalidBytes += b.invalidBytes
    }
}

extension SafeText: ExpressibleByStringInterpolation {
    package init(stringLiteral value: String) { self.init(value) }

    package init(stringInterpolation: Interpolation) { self = stringInterpolation.text }

    package struct Interpolation: StringInterpolationProtocol {
        var text = SafeText()
        package init(literalCapacity: Int, interpolationCount: Int) {}
        package mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { text.append(SafeText(literal)) }
        }
        package mutating func appendInterpolation(_ value: SafeText) { text.append(value) }
        package mutating func appendInterpolation(_ value: some StringProtocol) { text.append(SafeText(value)) }
        package mutating func appendInterpolation(_ value: Character) { text.append(SafeText(String(value))) }
        package mutating func appendInterpolation(_ value: some BinaryInteger) { text.append(SafeText(String(value))) }
    }
}
