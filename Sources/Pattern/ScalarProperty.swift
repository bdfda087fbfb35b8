/// What `\p{…}` names in ECMA-262 beyond the short names of categories (§22.2.1, tables 67 to 69). Scripts are not known.
enum ScalarProperty {
    case categories(ScalarCategories)
    case ranges([ClosedRange<UInt32>])

    /// - Parameter name: `Letter`, `gc=Lu`, `ASCII`, `Alphabetic` and similar; nil for any other.
    init?(name: String) {
        var category = name
        for key in ["General_Category=", "gc="] where name.hasPrefix(key) {
            category = String(name.dropFirst(key.utf8.count))
        }
        let short = Self.categoryNames[category] ?? category
        // RFC 9485 has no such group, so `ScalarCategories` does not know its name.
        let members = short == "LC" ? ["Lu", "Ll", "Lt"] : [short]
        let known = members.compactMap(ScalarCategories.init(name:))
        if known.count == members.count {
            self = .categories(known.reduce(into: ScalarCategories()) { $0.formUnion($1) })
            return
        }
        switch name {
        case "Any": self = .ranges([0...0x10FFFF])
        case "ASCII": self = .ranges([0...0x7F])
        case "ASCII_Hex_Digit", "AHex": self = .ranges([0x30...0x39, 0x41...0x46, 0x61...0x66])
        case "Alphabetic", "Alpha": self = .ranges(Self.ranges { $0.isAlphabetic })
        case "Lowercase", "Lower": self = .ranges(Self.ranges { $0.isLowercase })
        case "Uppercase", "Upper": self = .ranges(Self.ranges { $0.isUppercase })
        case "White_Space", "space": self = .ranges(Self.ranges { $0.isWhitespace })
        case "Emoji": self = .ranges(Self.ranges { $0.isEmoji })
        case "ID_Start", "IDS": self = .ranges(Self.ranges { $0.isIDStart })
        case "ID_Continue", "IDC": self = .ranges(Self.ranges { $0.isIDContinue })
        default: return nil
        }
    }

    private static func ranges(_ has: (Unicode.Scalar.Properties) -> Bool) -> [ClosedRange<UInt32>] {
        var ranges: [ClosedRange<UInt32>] = []
        for value in UInt32(0)...0x3FFFF {
            guard let scalar = Unicode.Scalar(value), has(scalar.properties) else { continue }
            if let last = ranges.last, last.upperBound + 1 == value {
                ranges[ranges.count - 1] = last.lowerBound...value
            } else {
                ranges.append(value...value)
            }
        }
        return ranges
    }

    private static let categoryNames = [
        "Letter": "L", "Cased_Letter": "LC", "Uppercase_Letter": "Lu", "Lowercase_Letter": "Ll",
        "Titlecase_Letter": "Lt", "Modifier_Letter": "Lm", "Other_Letter": "Lo", "Mark": "M", "Combining_Mark": "M",
        "Nonspacing_Mark": "Mn", "Spacing_Mark": "Mc", "Enclosing_Mark": "Me", "Number": "N", "Decimal_Number": "Nd",
        "digit": "Nd", "Letter_Number": "Nl", "Other_Number": "No", "Punctuation": "P", "punct": "P",
        "Connector_Punctuation": "Pc", "Dash_Punctuation": "Pd", "Open_Punctuation": "Ps", "Close_Punctuation": "Pe",
        "Initial_Punctuation": "Pi", "Final_Punctuation": "Pf", "Other_Punctuation": "Po", "Symbol": "S",
        "Math_Symbol": "Sm", "Currency_Symbol": "Sc", "Modifier_Symbol": "Sk", "Other_Symbol": "So", "Separator": "Z",
        "Space_Separator": "Zs", "Line_Separator": "Zl", "Paragraph_Separator": "Zp", "Other": "C", "Control": "Cc",
        "cntrl": "Cc", "Format": "Cf", "Private_Use": "Co", "Unassigned": "Cn",
    ]
}
