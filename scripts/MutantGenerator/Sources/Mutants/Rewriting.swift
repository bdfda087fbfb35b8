import Foundation

extension SourceFile {
    /// The file with these mutations of it behind switches. Every line keeps its number.
    func rewritten(with drawn: [NumberedMutation]) -> [UInt8] {
        guard !drawn.isEmpty else { return bytes }
        var edits = drawn.flatMap { item in
            item.mutation.edits.map { (range: $0.range, text: $0.text(item.number)) }
        }
        edits.append((importPlace..<importPlace, "import Mutation; "))
        var result = bytes
        // From the end, so that the offsets before an edit stay as they are.
        for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            result.replaceSubrange(edit.range, with: edit.text.utf8)
        }
        return result
    }

    /// Writes the file with these mutations to another root. A file that stays the same is not touched, so that it is
    /// not compiled again.
    func write(with drawn: [NumberedMutation], below root: String) throws {
        let url = URL(filePath: "\(root)/\(path)")
        let data = Data(rewritten(with: drawn))
        if (try? Data(contentsOf: url)) != data { try data.write(to: url, options: .atomic) }
    }
}

extension NumberedMutation {
    /// A row for `scripts/mutants`: number, path, first line, last line, kind and the code that is changed, with tabs
    /// between them.
    var row: String {
        let code = file.bytes[mutation.range]
        let text = String(decoding: code, as: UTF8.self).split { $0.isWhitespace }.joined(separator: " ")
        let columns = [
            String(number), file.path, String(line), String(file.line(at: mutation.range.upperBound)),
            mutation.kind.rawValue, String(text.prefix(160)),
        ]
        return columns.joined(separator: "\t")
    }
}
