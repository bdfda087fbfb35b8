import NetEngine

/// What a JSON index came to so far, read as one value or as many.
package struct JSONVerdict: Sendable {
    /// Why the text is not JSON; nil also while more may come.
    package let error: JSONSyntaxError?
    /// Rows that are laid out, and where they end in the text.
    package let rowCount: Int
    package let layoutEnd: Int
    /// The text is correct as far as it goes.
    package var isCut: Bool { error?.cause == .endsEarly }
    /// All of the text is laid out; it may still contain bytes that are not UTF-8.
    package let isWhole: Bool
    /// What follows `layoutEnd` is not JSON.
    let hasRest: Bool

    /// - Parameter invalidUTF8: the first byte of the text that is not UTF-8.
    package init(_ index: JSONIndex, allowsManyRoots: Bool, invalidUTF8: Int?) {
        var syntax = index.error
        if let second = index.secondRoot, !allowsManyRoots {
            syntax = JSONSyntaxError(
                offset: second.offset, reason: "nothing more is expected after the value", cause: .afterValue)
            (rowCount, layoutEnd) = (second.rows, second.offset)
        } else {
            (rowCount, layoutEnd) = (index.rowCount, index.layoutEnd)
        }
        hasRest = syntax.map { $0.cause != .endsEarly } ?? false
        // It is shown as such inside its string; the layout continues after it.
        if let invalidUTF8, invalidUTF8 <= syntax?.offset ?? .max {
            error = .invalidUTF8(at: invalidUTF8)
            isWhole = !hasRest
        } else {
            error = syntax
            isWhole = syntax == nil
        }
    }
}

/// Where a JSON text stops being JSON.
package struct JSONErrorPlace: Sendable, Hashable {
    package var error: JSONSyntaxError
    package var place: TextLines.Place

    package init(_ error: JSONSyntaxError, in text: UnsafeBufferPointer<UInt8>) {
        self.error = error
        place = TextLines.place(of: error.offset, in: text)
    }
}
