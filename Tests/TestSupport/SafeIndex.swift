extension Collection {
    /// The element so many places from the first, nil where there is none.
    ///
    /// For tests: a plain index that is out of range ends the whole process, and with it all other tests.
    public subscript(at offset: Int) -> Element? {
        guard offset >= 0 else { return nil }
        return dropFirst(offset).first
    }
}
