import HTTPFormat
import Testing

@testable import Import

/// The files that a collection is written as.
enum WrittenFiles {
    /// All files, each below its path.
    static func text(_ collection: ImportedCollection) -> String {
        collection.files().files.map { "--- \($0.path)\n\(String(decoding: $0.bytes, as: UTF8.self))" }
            .joined(separator: "\n")
    }

    /// The requests as the reader of request files reads them, `METHOD target`.
    static func requests(_ collection: ImportedCollection) -> [String] {
        collection.files().files.filter { $0.path.hasSuffix(".http") }.flatMap { file in
            HTTPDocument(bytes: file.bytes).requests.map { "\($0.method) \($0.target)" }
        }
    }
}
