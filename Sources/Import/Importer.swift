import Base
import JSONPath
import NetEngine

/// From a source to the files that an import makes. Nothing is written, and no kind is guessed by a file's name.
package enum Importer {
    /// The source of one file or a pasted text.
    ///
    /// - Throws: if it is empty, or no text.
    package static func source(name: String, bytes: [UInt8]) throws(ImportError) -> ImportSource {
        ImportSource(name: name, bytes: try ImportText.read(bytes, name: name))
    }

    /// - Parameters:
    ///   - kind: nil recognises it by the content.
    ///   - progress: called now and then with the share that is done, from 0 to 1.
    /// - Throws: why nothing can be imported, with its place.
    package static func files(
        of source: ImportSource, as kind: ImportKind? = nil, progress: @escaping (Double) -> Void = { _ in }
    ) throws(ImportError) -> ImportedFiles {
        let known: ImportKind
        if let kind { known = kind } else { known = try self.kind(of: source) }
        guard let reader = ImportReaders.reader(of: known) else {
            throw ImportError("\(known.title) files cannot be imported.")
        }
        var collection: ImportedCollection
        do throws(ImportError) {
            collection = try reader.read(source, progress: { progress($0 / 2) })
        } catch {
            // The kind that was named may be the mistake.
            guard kind != nil, let other = try? self.kind(of: source), other != known else { throw error }
            throw ImportError(
                "\(source.name) is of \(other.title), not of \(known.title): use --from \(other.rawValue).")
        }
        if collection.name.isEmpty { collection.name = nameOfFile(source.name) }
        let files = collection.files(progress: { progress(0.5 + $0 / 2) })
        guard !files.files.isEmpty else {
            throw ImportError("\(source.name) has neither requests nor environments, so there is nothing to import.")
        }
        return files
    }

    /// The kind of a source, by its content.
    package static func kind(of source: ImportSource) throws(ImportError) -> ImportKind {
        var unusable: String?
        for reader in ImportReaders.all {
            switch reader.recognises(source) {
            case .yes: return reader.kind
            case .unusable(let sentence): unusable = unusable ?? sentence
            case .no: continue
            }
        }
        if let unusable { throw ImportError(unusable, at: ImportPlace(file: source.name, line: 1)) }
        if let file = source.file, case .failure(let error)? = file.document, looksLikeDocument(file) { throw error }
        if let file = source.file, let error = brokenJSON(file) { throw error }
        let kinds = ImportKind.allCases.map(\.title)
        let list = kinds.dropLast().joined(separator: ", ") + " or " + (kinds.last ?? "")
        throw ImportError("\(source.name) is not of a kind that can be imported: \(list).")
    }

    /// Whether a text that cannot be read was meant as JSON or YAML.
    private static func looksLikeDocument(_ file: ImportSource.File) -> Bool {
        guard let first = file.bytes.first(where: { $0 > Byte.space }) else { return false }
        if first == Byte.openBrace || first == Byte.openBracket { return true }
        let name = file.path.lowercased()
        return [".json", ".yaml", ".yml", ".har"].contains { name.hasSuffix($0) }
    }

    /// What is wrong in a text that begins as JSON does: YAML, which it may be as well, forgives more.
    private static func brokenJSON(_ file: ImportSource.File) -> ImportError? {
        guard let first = file.bytes.first(where: { $0 > Byte.space }),
            [Byte.openBrace, Byte.openBracket].contains(first)
        else { return nil }
        do throws(JSONSyntaxError) {
            _ = try JSONTree.parse(file.bytes)
            return nil
        } catch {
            let place = TextLines.place(of: error.offset, in: file.bytes)
            return ImportError(
                "The text is not JSON: \(error.reason).",
                at: ImportPlace(file: file.path, line: place.line, column: place.column))
        }
    }

    /// `shop` of `/x/shop.postman_collection.json`.
    private static func nameOfFile(_ path: String) -> String {
        let name = PathText.name(of: path)
        return String(name.prefix { $0 != "." && $0 != "?" })
    }
}
