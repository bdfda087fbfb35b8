extension StringProtocol {
    /// A sentence as a clause, to become part of another sentence.
    package var withoutFullStop: String { String(hasSuffix(".") ? dropLast() : self[...]) }
}
