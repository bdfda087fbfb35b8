import Base
import HTTPFormat
import Import
import NetEngine
import OpenAPI

/// Files of other tools: each reader reads them or says why not; what is written is read again, with the requests that were counted.
enum ImportTargets {
    static func fault(_ bytes: [UInt8]) -> String? {
        guard let source = try? Importer.source(name: "source", bytes: bytes) else { return nil }
        let lines = bytes.count { $0 == Byte.lineFeed || $0 == Byte.carriageReturn } + 1
        for reader in ImportReaders.all {
            _ = reader.recognises(source)
            let files: ImportedFiles
            do throws(ImportError) { files = try Importer.files(of: source, as: reader.kind) } catch {
                guard error.description.hasSuffix(".") else {
                    return "\(reader.kind): no sentence: \(error.description)"
                }
                continue
            }
            for notice in files.notices {
                if let line = notice.place?.position.line, !(1...(lines + 1)).contains(line) {
                    return "\(reader.kind): a notice at line \(line) of \(lines)"
                }
            }
            if let fault = fault(files) { return "\(reader.kind): \(fault)" }
        }
        return nil
    }

    private static func fault(_ files: ImportedFiles) -> String? {
        var paths: Set<String> = []
        for file in files.files {
            let isOutside = file.path.hasPrefix("/") || file.path.split(separator: "/").contains("..")
            guard !isOutside, paths.insert(file.path.lowercased()).inserted else { return "the path \(file.path)" }
            guard file.path.hasSuffix(".http") else { continue }
            let document = HTTPDocument(bytes: file.bytes)
            guard document.requests.count == file.requests.count else {
                return
                    "\(document.requests.count) requests for \(file.requests.count):\n\(String(decoding: file.bytes, as: UTF8.self))"
            }
            if let notice = document.notices.first(where: { $0.severity == .error }) {
                return "line \(notice.line): \(notice.text)\n\(String(decoding: file.bytes, as: UTF8.self))"
            }
        }
        return nil
    }
}
