import Base

/// The positions of a target's query and parameters; `{{references}}` are never split.
struct QuerySyntax {
    struct Parameter {
        package var start: Int
        /// The `=`, or `end` if there is none.
        var nameEnd: Int
        package var end: Int

        package var name: Range<Int> { start..<nameEnd }
        package var value: Range<Int> { min(nameEnd + 1, end)..<end }
    }

    /// The `?`, nil if there is none.
    var question: Int?
    /// The `#` of a fragment, or the end of the text.
    var end: Int
    /// Empty ones (`&&`) are left out.
    var parameters: [Parameter] = []

    init(_ text: LineText) {
        var index = text.start
        end = text.end
        countWork(text.count)
        var parameter: Parameter?
        func close(_ parameter: inout Parameter?, at offset: Int, into list: inout [Parameter]) {
            guard var open = parameter else { return }
            open.end = offset
            if open.nameEnd < open.start { open.nameEnd = offset }
            if open.end > open.start { list.append(open) }
            parameter = nil
        }
        let lastClose = text.lastIndex(of: "}}") ?? text.start
        while index < text.end {
            let byte = text.bytes[index]
            if byte == Byte.openBrace, let end = text.endOfReference(at: index, lastClose: lastClose) {
                index = end
                continue
            }
            if byte == Byte.hash {
                end = index
                break
            }
            if byte == Byte.questionMark, question == nil {
                question = index
                parameter = Parameter(start: index + 1, nameEnd: -1, end: -1)
            } else if byte == Byte.ampersand, question != nil {
                close(&parameter, at: index, into: &parameters)
                parameter = Parameter(start: index + 1, nameEnd: -1, end: -1)
            } else if byte == Byte.equals, let open = parameter, open.nameEnd < 0 {
                parameter?.nameEnd = index
            }
            index += 1
        }
        close(&parameter, at: end, into: &parameters)
    }
}

extension LineText {
    /// The offset after a reference that begins with two braces at an offset; nil if there is none, or nothing closes it.
    /// - Parameter lastClose: where the last two closing braces are: no search is made for braces that open after them.
    func endOfReference(at index: Int, lastClose: Int) -> Int? {
        guard index < lastClose, bytes[index] == Byte.openBrace, bytes[index + 1] == Byte.openBrace else { return nil }
        return from(index + 2).firstIndex(of: "}}").map { $0 + 2 }
    }
}
