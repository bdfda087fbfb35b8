/// Identifies one exchange within this process.
public struct ExchangeID: RawRepresentable, Sendable, Hashable, Comparable, CustomStringConvertible {
    /// From 1, in the order in which they were made.
    public let rawValue: UInt64
    /// An id from its number: for ids that were written somewhere. New ones come from `Engine.makeID`.
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    /// Whether a was made earlier than b.
    public static func < (a: ExchangeID, b: ExchangeID) -> Bool { a.rawValue < b.rawValue }
    /// The number, in decimal digits.
    public var description: String { String(rawValue) }
}
