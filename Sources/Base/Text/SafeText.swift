/// Text that is safe to draw, log or copy: the only text that a view, a log line or the clipboard accepts.
///
/// Control characters, C1, bidi controls, zero-width characters and invalid UTF-8 become visible escapes (`\x1B`,
/// `\u{202E}`, `\xFF`), so no byte from outside can move the cursor, hide text, or reorder what the user reads.
/// The text is one line: a line feed or tab becomes an escape too (`\x0A`, `\x09`, in hexadecimal so that they are not
/// mistaken for the `\n` that JSON spells out). Callers split lines and expand tabs (`TabStops`) first.
/// Literals and interpolations are escaped the same way. `SafeTextScanner` holds the rules.
package struct SafeText: Sendable, Hashable {
    /// A stretch of either plain text or escapes; escapes are drawn in a different style.
    package struct Run: Sendable, Hashable {
        package let text: String
        package let isEscape: Bool

        package init(text: String, isEscape: Bool) {
            self.text = text
            self.isEscape = isEscape
        }
    }

    package private(set) var runs: [Run]
    /// Counts of what was escaped, for texts like "14 control bytes: 2 OSC, 12 CSI".
    package private(set) var hazards: HazardCounts

    package static let empty = SafeText()

    package init() {
        runs = []
        hazards = HazardCounts()
    }

    /// Escapes whatever is unsafe in a text.
    package init(_ untrusted: some StringProtocol) {
        let plain = untrusted.utf8.withContiguousStorageIfAvailable { SafeTextScanner.isPrintableASCII($0) }
        if plain == true {
            self.init()
            if !untrusted.isEmpty { runs.append(Run(text: String(untrusted), isEscape: false)) }
        } else {
            self.init(bytes: untrusted.utf8)
        }
    }

    /// Escapes whatever is unsafe in bytes read as UTF-8.
    package init(bytes: some Sequence<UInt8>) {
        var scanner = SafeTextScanner()
        if bytes.withContiguousStorageIfAvailable({ scanner.scan($0) }) == nil {
            Array(bytes).withUnsafeBufferPointer { scanner.scan($0) }
        }
        runs = scanner.runs
        hazards = scanner.hazards
    }

    package var isEmpty: Bool { runs.isEmpty }
    /// The visible characters, including escapes.
    package var string: String { runs.map(\.text).joined() }

    package static func + (a: SafeText, b: SafeText) -> SafeText {
        var sum = a
        sum.append(b)
        return sum
    }

    /// Appends a text. Widths add up: `DisplayWidth.of(a + b)` is the sum of both, because a text that begins with a
    /// mark or a joiner shows it as an escape, so appending never changes how the earlier text looks.
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

/// How many unsafe things a text contained, by kind.
package struct HazardCounts: Sendable, Hashable {
    /// C0 controls and DEL, except an ESC that begins one of the sequences below.
    package var control = 0
    /// `ESC [` and U+009B sequences.
    package var csi = 0
    /// `ESC ]` and U+009D sequences.
    package var osc = 0
    /// Other ESC sequences and C1 controls.
    package var otherEscape = 0
    /// U+202A to U+202E, U+2066 to U+2069, U+200E, U+200F, U+061C.
    package var bidi = 0
    /// Characters that take no room, or that join where nothing can be joined: ZWSP, misplaced ZWJ and variation
    /// selectors, soft hyphens, tag characters, fillers, marks without a base or too many marks on one base.
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
