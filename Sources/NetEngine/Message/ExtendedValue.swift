/// The value of a parameter whose name ends with an asterisk, such as `filename*` (RFC 8187 §3.2).
package enum ExtendedValue {
    /// `naïve.txt` of `UTF-8'en'na%C3%AFve.txt`; nil if it is not of this form, in UTF-8 or ISO-8859-1, which older texts
    /// of the standard have, too.
    package static func text(_ value: [UInt8]) -> String? {
        let parts = value.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        let bytes = URLEncoding.decode(Array(parts[2]))
        switch String(decoding: parts[0], as: UTF8.self).lowercased() {
        case "utf-8": return String(validating: bytes, as: UTF8.self)
        case "iso-8859-1": return HeaderField(nameBytes: [], valueBytes: bytes).latin1Value
        default: return nil
        }
    }
}
