import Base
import Workspace

/// Reads files of Hurl: one, or those of a folder.
package enum HurlReader: ImportReader {
    package static let kind = ImportKind.hurl

    package static func recognises(_ source: ImportSource) -> ImportRecognition {
        if let file = source.file { return isHurl(file) ? .yes : .no }
        return source.files.contains { $0.path.hasSuffix(".hurl") } ? .yes : .no
    }

    /// A file of that suffix, or a text that is read to its end and has something that only Hurl has.
    private static func isHurl(_ file: ImportSource.File) -> Bool {
        if file.path.hasSuffix(".hurl") { return true }
        guard !CollectionStore.hasRequestEnding(file.path), startsWithRequest(file.bytes),
            let hurl = try? HurlFile(file.bytes)
        else { return false }
        return hurl.entries.contains { $0.response != nil || !$0.sections.isEmpty }
    }

    /// Whether the first line that is not a comment begins with a method: most other texts need no more than this look.
    private static func startsWithRequest(_ bytes: [UInt8]) -> Bool {
        var cursor = HurlCursor(bytes)
        _ = cursor.skipLines()
        let word = cursor.word()
        return !word.isEmpty && word == word.uppercased() && cursor.next == Byte.space
    }

    package static func read(
        _ source: ImportSource, progress: (Double) -> Void
    ) throws(ImportError) -> ImportedCollection {
        let files = source.files.count == 1 ? source.files : source.files.filter { $0.path.hasSuffix(".hurl") }
        var mapping = HurlMapping()
        var items: [ImportedItem] = []
        for (index, file) in files.enumerated() {
            let hurl: HurlFile
            do throws(HurlFile.SyntaxError) { hurl = try HurlFile(file.bytes) } catch {
                let place = ImportPlace(file: file.path, line: error.line, column: error.column)
                guard files.count > 1 else {
                    throw ImportError("This is not a Hurl file: \(error.reason).", at: place)
                }
                mapping.notices.item = []
                mapping.notices.lost("The file is left out: \(error.reason).", at: place)
                continue
            }
            if files.count == 1 {
                items += mapping.items(hurl, file: file.path, folder: []).items
            } else {
                let name = file.path.hasSuffix(".hurl") ? String(file.path.dropLast(5)) : file.path
                let found = mapping.items(hurl, file: file.path, folder: [name])
                items.append(
                    .folder(
                        ImportedFolder(
                            name: name, items: found.items, shared: ImportedDefaults(variables: found.variables),
                            place: ImportPlace(file: file.path, line: 1))))
            }
            progress(Double(index + 1) / Double(files.count))
        }
        guard !items.isEmpty else {
            let place = files.count == 1 ? ImportPlace(file: files[0].path, line: 1) : nil
            throw ImportError("There is no request in \(source.name).", at: place)
        }
        let shared = ImportedDefaults(variables: files.count == 1 ? mapping.lastVariables : [])
        return ImportedCollection(
            kind: .hurl, name: "", items: items, shared: shared, notices: mapping.notices.all)
    }
}
