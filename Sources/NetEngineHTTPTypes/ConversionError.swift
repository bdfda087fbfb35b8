/// Why a value of one library cannot be expressed by a type of the other.
///
/// Nothing is left out silently: what a type has no place for is this error, or is named in the documentation of the
/// conversion.
public struct ConversionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One sentence: which part, and why.
    public let description: String

    init(_ sentence: String) { description = sentence }
}
