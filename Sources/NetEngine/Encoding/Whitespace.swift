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
}
