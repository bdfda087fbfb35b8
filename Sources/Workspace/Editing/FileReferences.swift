import Base
import HTTPFormat
import NetEngine

/// Finds the lines of request files that name a file: imports, `run`, body files and scripts. Pure.
package struct FileReferences: Sendable {
    package struct Reference: Sendable, Hashable {
        /// Absolute path of the file with the line.
        package var file: String
        /// Counted from 1.
        package var line: Int
        package var text: String
    }

    /// The lines that would no longer find what they name if a file or folder were elsewhere, or gone.
    /// - Parameters:
    ///   - path: absolute, of a file or folder.
    ///   - new: where it will be; nil if it will be gone.
    package static func broken(in files: [CollectionFile], by path: String, to new: String?) -> [Reference] {
        files.flatMap { file in
            let isMoved = isPart(file.path, of: path)
            // What goes is not asked about.
            if isMoved, new == nil { return [Reference]() }
            let folder = isMoved ? new.map { PathText.folder(of: moved(file.path, path, $0)) } : file.folder
            return references(of: file.document).compactMap { reference in
                guard let named = absolute(reference.path, from: file.folder) else { return nil }
                let target = isPart(named, of: path) ? new.map { moved(named, path, $0) } : named
                if let target, let folder, absolute(reference.path, from: folder) == target { return nil }
                return Reference(file: file.path, line: reference.line, text: reference.text)
            }
        }
    }

    private static func isPart(_ path: String, of whole: String) -> Bool {
        path == whole || PathText.isInside(path, folder: whole)
    }

    /// The path of what is in a file or folder, once that has moved.
    private static func moved(_ path: String, _ old: String, _ new: String) -> String {
        new + String(decoding: path.utf8.dropFirst(old.utf8.count), as: UTF8.self)
    }

    /// nil for a path with variables, and for one below the home folder.
    private static func absolute(_ path: String, from folder: String) -> String? {
        guard !path.isEmpty, !path.contains(bytes: "{{"), !path.hasPrefix("~") else { return nil }
        return PathText.normalised(path, workingDirectory: folder)
    }

    /// The paths that a document names, in the order of the lines.
    private static func references(of document: HTTPDocument) -> [(path: String, line: Int, text: String)] {
        var found = document.imports.map { ($0.path, $0.line, "import \($0.path)") }
        let known = Set(found.map(\.1))
        for (place, line) in document.bytes.split(separator: Byte.lineFeed, omittingEmptySubsequences: false)
            .enumerated()
        {
            countWork(line.count)
            guard let first = line.first(where: { $0 != Byte.space && $0 != Byte.tab }),
                first == Byte.lessThan || first == Byte.greaterThan || first == UInt8(ascii: "r"),
                !known.contains(place + 1)
            else { continue }
            let text = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
            guard let word = text.first, let path = text.last, text.count > 1, path.first != "{",
                word.hasPrefix("<") || word == ">" || word == ">>" || word == ">>!" || word == "run",
                // What a response is written to need not be there.
                !word.hasPrefix(">>")
            else { continue }
            found.append((String(path), place + 1, text.joined(separator: " ")))
        }
        return found.sorted { $0.1 < $1.1 }
    }
}
