import HTTPFormat

@testable import Import

/// The files of an import as one text: `== path` before each.
enum ImportedText {
    static func text(_ files: ImportedFiles) -> String {
        files.files.map {
            "== \($0.path)\($0.isPrivate ? " (private)" : "")\n" + String(decoding: $0.bytes, as: UTF8.self)
        }
        .joined()
    }

    static func of(_ name: String, _ text: String, as kind: ImportKind? = nil) throws(ImportError) -> ImportedFiles {
        try Importer.files(of: try Importer.source(name: name, bytes: Array(text.utf8)), as: kind)
    }

    /// The request files, parsed.
    static func documents(_ files: ImportedFiles) -> [HTTPDocument] {
        files.files.filter { $0.path.hasSuffix(".http") }.map { HTTPDocument(bytes: $0.bytes) }
    }

    /// `lost A / B: sentence`
    static func notices(_ files: ImportedFiles) -> [String] {
        files.notices.map {
            "\($0.severity)\($0.item.isEmpty ? "" : " " + $0.item.joined(separator: " / ")): \($0.text)"
        }
    }
}
