/// The characters that one place of a pattern takes.
struct ScalarSet: Sendable {
    var ranges: [ClosedRange<UInt32>] = []
    var categories: [Category] = []
    var isNegated = false

    /// `\p{…}` or `\P{…}`.
    struct Category: Sendable {
        /// One letter, or two: `L`, `Lu`.
        var name: String
        var isNegated: Bool
    }

    func contains(_ scalar: UInt32) -> Bool {
        let isIn =
            ranges.contains { $0.contains(scalar) }
            || categories.contains { Self.hasCategory(scalar, $0.name) != $0.isNegated }
        return isIn != isNegated
    }

    /// The general categories of Unicode that RFC 9485 §3 names.
    static let categoryNames: Set<String> = [
        "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Pe", "Pf",
        "Pi", "Po", "Ps", "Z", "Zl", "Zp", "Zs", "S", "Sc", "Sk", "Sm", "So", "C", "Cc", "Cf", "Cn", "Co",
    ]

    private static func hasCategory(_ scalar: UInt32, _ name: String) -> Bool {
        guard let scalar = Unicode.Scalar(scalar) else { return false }
        return shortName(scalar.properties.generalCategory).hasPrefix(name)
    }

    private static func shortName(_ category: Unicode.GeneralCategory) -> String {
        switch category {
        case .uppercaseLetter: "Lu"
        case .lowercaseLetter: "Ll"
        case .titlecaseLetter: "Lt"
        case .modifierLetter: "Lm"
        case .otherLetter: "Lo"
        case .nonspacingMark: "Mn"
        case .spacingMark: "Mc"
        case .enclosingMark: "Me"
        case .decimalNumber: "Nd"
        case .letterNumber: "Nl"
        case .otherNumber: "No"
        case .connectorPunctuation: "Pc"
        case .dashPunctuation: "Pd"
        case .openPunctuation: "Ps"
        case .closePunctuation: "Pe"
        case .initialPunctuation: "Pi"
        case .finalPunctuation: "Pf"
        case .otherPunctuation: "Po"
        case .mathSymbol: "Sm"
        case .currencySymbol: "Sc"
        case .modifierSymbol: "Sk"
        case .otherSymbol: "So"
        case .spaceSeparator: "Zs"
        case .lineSeparator: "Zl"
        case .paragraphSeparator: "Zp"
        case .control: "Cc"
        case .format: "Cf"
        case .surrogate: "Cs"
        case .privateUse: "Co"
        case .unassigned: "Cn"
        @unknown default: "Cn"
        }
    }
}
