import JSONPath

/// One breach as it is found, without any text.
struct Finding {
    /// What was expected. Equal for equal breaches of different values.
    enum Fact: Hashable {
        case type(UInt8)
        case nothing
        case required([UInt8])
        case unexpected
        case unwanted(SchemaDirection)
        case dependency([UInt8], missing: [UInt8])
        case fewest(Int)
        case most(Int)
        case shortest(Int)
        case longest(Int)
        case pattern(Int32)
        case format(SchemaFormat)
        case bound(Int32)
        case value(Int)
        case contains(least: Int, most: Int)
        case repeated
        case none(Int)
        case several(Int, Int)
        case not
        case discriminator(Int)
        /// The keyword is not checked.
        case unchecked
    }

    struct Choice {
        var branch: Int
        var schema: Int32
        var findings: [Finding]
    }

    var fact: Fact
    var keyword: String
    /// The schema whose keyword it is.
    var schema: Int32
    var value: Int
    /// Another value that belongs to it: the first of two equal items.
    var other = -1
    var choices: [Choice] = []

    var isUnchecked: Bool { if case .unchecked = fact { true } else { false } }
}

/// Findings, up to a limit.
struct Findings {
    private(set) var all: [Finding] = []
    private(set) var isCut = false
    let limit: Int

    init(limit: Int) { self.limit = limit }

    mutating func append(_ finding: Finding) {
        if all.count < limit { all.append(finding) } else { isCut = true }
    }
}
