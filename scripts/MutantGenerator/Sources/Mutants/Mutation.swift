/// A change of behaviour behind a switch, at one place of a file. It has a number only once it is drawn.
struct Mutation {
    /// What a mistake of this kind does.
    enum Kind: String {
        /// A condition always holds.
        case always = "true"
        /// A condition never holds.
        case never = "false"
        /// `<` for `<=`, and the like.
        case edge
        /// `!=` for `==`, or the other way round.
        case not
        /// The value before `??` counts as missing.
        case missing = "default"
        /// A number is one more.
        case number
        /// `true` for `false`, or the other way round.
        case flag
        /// A text is empty.
        case text
        /// A text stays as it was: not in lower case, not trimmed.
        case call
        /// `last` for `first`, or the other way round.
        case end
        /// A call or an assignment is left out.
        case leftOut = "left out"
        /// A case of a `switch` is not recognised, so that `default` takes it.
        case label = "case"
    }

    let kind: Kind
    /// What is changed, as offsets in the file's UTF-8.
    let range: Range<Int>
    /// Where the innermost function begins. It tells the functions of a file apart.
    let function: Int
    /// How likely it is to be drawn: a condition of `if` has 1.
    let weight: Double
    let edits: [Edit]
}

/// A part of the file that gets another text, on the same line.
struct Edit {
    /// Offsets in the file's UTF-8; empty where text is only added.
    let range: Range<Int>
    /// The new text, for a mutation with this number.
    let text: (_ number: Int) -> String

    init(replacing range: Range<Int>, with text: @escaping (_ number: Int) -> String) {
        self.range = range
        self.text = text
    }

    init(at place: Int, adding text: @escaping (_ number: Int) -> String) {
        self.init(replacing: place..<place, with: text)
    }
}
