extension String {
    /// Without the slashes at its end, so that a path that begins with one can follow.
    package func withoutTrailingSlashes() -> String {
        let end = utf8.lastIndex { $0 != UInt8(ascii: "/") }.map { utf8.index(after: $0) } ?? startIndex
        return String(self[..<end])
    }
}
