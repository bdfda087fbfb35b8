import Base
import NetEngine

extension JSONTemplate {
    /// The text with a value or member a line, two spaces a level. Works on tokens: every one stays byte for byte, with its
    /// digits, escapes, order and repeated names; only the space between them changes.
    package func formatted() throws(FormatStop) -> String {
        guard !insertsFiles else { throw FormatStop(sentence: "a line inserts a file") }
        let result: Result<[UInt8], JSONSyntaxError> = covered.withUnsafeBufferPointer { text in
            do throws(JSONSyntaxError) { return .success(try lines(text)) } catch { return .failure(error) }
        }
        switch result {
        case .success(let lines):
            // A byte order mark is not part of the JSON, and stays.
            let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
            return String(decoding: (covered.starts(with: mark) ? mark : []) + lines, as: UTF8.self)
        case .failure(let error): throw FormatStop(sentence: flaw(error).sentence)
        }
    }

    /// Why a text has no layout: a clause.
    package struct FormatStop: Error {
        package var sentence: String
    }

    private func lines(_ text: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) -> [UInt8] {
        var reader = JSONReader(text)
        var layout = Layout(comments: comments[...], bytes: bytes)
        while true {
            let token = try reader.next(in: text)
            let range = reader.tokenStart..<reader.place
            switch token {
            case .name:
                layout.beginItem(at: range.lowerBound)
                if let end = members[range.lowerBound] {
                    layout.write(range.lowerBound..<end)
                    _ = try reader.next(in: text)
                } else {
                    layout.write(range)
                    layout.expectValue()
                }
            case .objectStart, .arrayStart:
                layout.beginItem(at: range.lowerBound)
                layout.write(range)
                layout.open()
            case .objectEnd, .arrayEnd: layout.close(range)
            case .string, .number, .bool, .null:
                layout.beginItem(at: range.lowerBound)
                layout.write(range)
            case .end: return layout.finished()
            }
        }
    }

    private struct Layout {
        /// Those that were not written yet.
        var comments: ArraySlice<Range<Int>>
        let bytes: [UInt8]
        private var result: [UInt8] = []
        /// For each open array and object whether it has an item.
        private var hasItems: [Bool] = []
        private var isAfterName = false

        init(comments: ArraySlice<Range<Int>>, bytes: [UInt8]) {
            self.comments = comments
            self.bytes = bytes
        }

        mutating func write(_ range: Range<Int>) { result += bytes[range] }

        mutating func expectValue() {
            result += ": ".utf8
            isAfterName = true
        }

        /// A value or a name comes: on a line of its own, unless it is the value of a member.
        mutating func beginItem(at place: Int) {
            let hasComment = comments.first.map { $0.lowerBound < place } ?? false
            if isAfterName {
                isAfterName = false
                guard hasComment else { return }
            } else if let hasItem = hasItems.last {
                if hasItem { result.append(Byte.comma) }
                hasItems[hasItems.count - 1] = true
            }
            writeComments(before: place)
            newLine()
        }

        mutating func open() { hasItems.append(false) }

        mutating func close(_ range: Range<Int>) {
            let hasComment = comments.first.map { $0.lowerBound < range.lowerBound } ?? false
            writeComments(before: range.lowerBound)
            let hadItems = hasItems.popLast() ?? false
            if hadItems || hasComment { newLine() }
            write(range)
        }

        mutating func finished() -> [UInt8] {
            writeComments(before: bytes.count)
            return result
        }

        private mutating func writeComments(before place: Int) {
            while let comment = comments.first, comment.lowerBound < place {
                newLine()
                write(comment)
                comments.removeFirst()
            }
        }

        private mutating func newLine() {
            if result.last == Byte.space { result.removeLast() }
            guard !result.isEmpty else { return }
            result.append(Byte.lineFeed)
            result += repeatElement(Byte.space, count: 2 * hasItems.count)
        }
    }
}
