import Base
import NetEngine

package enum CSVBodyDecoder: BodyDecoder {
    package static var kind: BodyKind { .csv }
    package static var mostBytes: Int { Table.mostBytes }

    package static func isNamed(by type: ContentType, fileName: Substring) -> Bool {
        type.subtype == "csv" || fileName == "csv"
    }

    package static func decode(_ input: DecoderInput) throws(DecodingRefusal) -> ReadableBody {
        try Table.decode(input, .csv)
    }
}

package enum TSVBodyDecoder: BodyDecoder {
    package static var kind: BodyKind { .tsv }
    package static var mostBytes: Int { Table.mostBytes }

    package static func isNamed(by type: ContentType, fileName: Substring) -> Bool {
        type.subtype == "tab-separated-values" || type.subtype == "tsv" || fileName == "tsv"
    }

    package static func decode(_ input: DecoderInput) throws(DecodingRefusal) -> ReadableBody {
        try Table.decode(input, .tsv)
    }
}

private enum Table {
    /// Only marks are kept of a table: one for 64 records or 4 KiB.
    static let mostBytes = 1 << 30

    static func decode(_ input: DecoderInput, _ kind: BodyKind) throws(DecodingRefusal) -> ReadableBody {
        let text = input.text()
        let start = text.start
        let (layout, columns) = text.withBytes(of: input.bytes) { text in
            let separator = kind == .tsv ? Byte.tab : TableSeparator.find(text)
            let grammar = TableGrammar(separator: separator, sample: text, from: start)
            return (MarkedLayout(grammar, text, from: start), grammar.headerCount)
        }
        guard layout.lineCount > 0 else { throw DecodingRefusal("it has no records") }
        let summary =
            "\(Formatting.count(columns, "column")), \(Formatting.count(layout.lineCount - 1, "record"))"
        return ReadableBody(kind, summary, .layout(layout, of: text))
    }
}
