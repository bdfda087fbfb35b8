/// A set of Unicode general categories, as `\p{…}` and `\P{…}` name them (RFC 9485 §3).
struct ScalarCategories: Sendable, Hashable {
    private var bits: UInt32 = 0

    init() {}

    /// - Parameter name: one or two letters, such as `L` or `Lu`; any other name gives nil.
    init?(name: String) {
        guard let bits = Self.known[name] else { return nil }
        self.bits = bits
    }

    var isEmpty: Bool { bits == 0 }
    var complement: ScalarCategories {
        var other = self
        other.bits = ~bits
        return other
    }

    mutating func formUnion(_ other: ScalarCategories) { bits |= other.bits }

    /// Half a surrogate pair, which JSON can contain, is only in complements.
    func contains(_ scalar: UInt32) -> Bool {
        bits & Self.bit(Unicode.Scalar(scalar)?.properties.generalCategory ?? .surrogate) != 0
    }

    /// Bits by name; a single letter means every category that begins with it. `Cs` is missing: surrogates are not
    /// characters.
    private static let known: [String: UInt32] = {
        let names: [(String, Unicode.GeneralCategory)] = [
            ("Lu", .uppercaseLetter), ("Ll", .lowercaseLetter), ("Lt", .titlecaseLetter), ("Lm", .modifierLetter),
            ("Lo", .otherLetter), ("Mn", .nonspacingMark), ("Mc", .spacingMark), ("Me", .enclosingMark),
            ("Nd", .decimalNumber), ("Nl", .letterNumber), ("No", .otherNumber), ("Pc", .connectorPunctuation),
            ("Pd", .dashPunctuation), ("Ps", .openPunctuation), ("Pe", .closePunctuation), ("Pi", .initialPunctuation),
            ("Pf", .finalPunctuation), ("Po", .otherPunctuation), ("Sm", .mathSymbol), ("Sc", .currencySymbol),
            ("Sk", .modifierSymbol), ("So", .otherSymbol), ("Zs", .spaceSeparator), ("Zl", .lineSeparator),
            ("Zp", .paragraphSeparator), ("Cc", .control), ("Cf", .format), ("Co", .privateUse), ("Cn", .unassigned),
        ]
        var known: [String: UInt32] = [:]
        for (name, category) in names {
            known[name] = bit(category)
            known[String(name.prefix(1)), default: 0] |= bit(category)
        }
        return known
    }()

    private static func bit(_ category: Unicode.GeneralCategory) -> UInt32 {
        let place: UInt32 =
            switch category {
            case .uppercaseLetter: 0
            case .lowercaseLetter: 1
            case .titlecaseLetter: 2
            case .modifierLetter: 3
            case .otherLetter: 4
            case .nonspacingMark: 5
            case .spacingMark: 6
            case .enclosingMark: 7
            case .decimalNumber: 8
            case .letterNumber: 9
            case .otherNumber: 10
            case .connectorPunctuation: 11
            case .dashPunctuation: 12
            case .openPunctuation: 13
            case .closePunctuation: 14
            case .initialPunctuation: 15
            case .finalPunctuation: 16
            case .otherPunctuation: 17
            case .mathSymbol: 18
            case .currencySymbol: 19
            case .modifierSymbol: 20
            case .otherSymbol: 21
            case .spaceSeparator: 22
            case .lineSeparator: 23
            case .paragraphSeparator: 24
            case .control: 25
            case .format: 26
            case .surrogate: 27
            case .privateUse: 28
            case .unassigned: 29
            @unknown default: 29
            }
        return 1 << place
    }
}
