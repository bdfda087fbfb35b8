extension Collection {
    /// The element at this offset from the first, or nil if there is none.
    ///
    /// For tests: an index that is out of range would end the whole process, and with it all other tests.
    public subscript(at offset: Int) -> Element? {
        guard offset >= 0 else { return nil }
        return dropFirst(offset).first
    }
}
