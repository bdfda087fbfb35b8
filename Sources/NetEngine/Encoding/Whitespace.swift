extension StringProtocol {
    /// Without spaces and tabs at both ends: the OWS of RFC 9110 §5.6.3.
    package func trimmingWhitespace() -> String {
        let text = Substring(self)
        let isOther: (UInt8) -> Bool = { $0 != 32 && $0 != 9 }
        guard let first = text.utf8.firstIndex(where: isOther), let last = text.utf8.lastIndex(where: isOther) else {
            return ""
        }
        return String(text[first...last])
    }

    /// Without whitespace and line ends of any kind at both ends.
    package func trimmingAllWhitespace() -> String { String(trimming(\.isWhitespace)) }

    /// Without the characters at both ends that are not wanted, in linear time.
    package func trimming(_ isUnwanted: (Character) -> Bool) -> SubSequence {
        guard let first = firstIndex(where: { !isUnwanted($0) }), let last = lastIndex(where: { !isUnwanted($0) })
        else {
            return self[endIndex...]
        }
        return self[first...last]
    }
}
