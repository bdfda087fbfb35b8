import Base
import NetEngine
import OpenAPI
import Workspace

/// What is imported from the disk, and where it is written. The only part of the import that touches files.
package enum ImportFiles {
    /// Larger sources are refused.
    package static let mostBytes = 512 << 20

    /// Why a text that is given as a path is an address which is not fetched; nil if it is a path, or is fetched.
    /// - Parameter fetches: whether http and https are.
    package static func refusal(ofAddress text: String, fetches: Bool) -> ImportError? {
        guard let end = text.firstRange(of: "://")?.lowerBound else { return nil }
        let scheme = text[..<end].lowercased()
        guard scheme.first?.isLetter == true,
            scheme.allSatisfy({ $0.isLetter || $0.isNumber || "+-.".contains($0) })
        else { return nil }
        guard ["http", "https"].contains(scheme) else {
            return ImportError("\(scheme):// is not fetched, only http:// and https:// are: name a file.")
        }
        let sentence = "URLs are not fetched here: 'apitui import URL' does that, or paste the text."
        return fetches ? nil : ImportError(sentence)
    }

    /// - Parameters:
    ///   - path: absolute path of a file, or of a folder that is a collection of Bruno.
    ///   - shown: the path as the user wrote it.
    package static func source(_ path: String, shown: String) throws(ImportError) -> ImportSource {
        if let problem = OddName.problem(with: path) { throw ImportError(problem) }
        if isFolder(path) { return try folder(path, shown: shown) }
        switch DiskFile.read(path, limit: mostBytes) {
        case .failure(let failure): throw ImportError("\(path) cannot be read: \(failure.clause).")
        case .success(let bytes):
            var source = try Importer.source(name: shown, bytes: bytes)
            let folder = PathText.folder(of: path)
            source.sibling = { DescriptionReader.document($0, in: folder) }
            return source
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        if case .success = DiskFile.entries(in: path) { true } else { false }
    }

    private static func folder(_ path: String, shown: String) throws(ImportError) -> ImportSource {
        let found: [(path: String, bytes: [UInt8])]
        do throws(CollectionError) {
            found = try FolderFiles.read(
                path, endings: [".bru", ".yml", ".yaml", "bruno.json", ".hurl"], mostBytes: mostBytes)
        } catch {
            throw ImportError(error.sentence)
        }
        guard !found.isEmpty else {
            throw ImportError("\(shown) is a folder, without files of Bruno or Hurl: name a file instead.")
        }
        var files: [ImportSource.File] = []
        for (path, bytes) in found {
            guard let text = try? ImportText.read(bytes, name: path) else { continue }
            files.append(
                ImportSource.File(
                    path: path, bytes: text, readsDocument: !path.hasSuffix(".bru") && !path.hasSuffix(".hurl")))
        }
        return ImportSource(name: shown, files: files)
    }
}

/// Where the files of an import go.
package struct ImportTarget: Sendable {
    package let files: ImportedFiles
    package let folder: String

    /// - Parameter folder: absolute path of the chosen folder.
    package init(_ files: ImportedFiles, folder: String) {
        self.files = files
        self.folder = folder
    }

    /// What is written where the source has requests.
    package var new: NewFiles {
        NewFiles(
            files.files.map { NewFiles.File(path: $0.path, bytes: $0.bytes, isPrivate: $0.isPrivate) },
            folder: files.folder)
    }

    /// The new folder or file; the chosen folder if only environments are added to it.
    package var place: String { files.values.isEmpty ? new.place(in: folder) : folder }

    /// - Returns: the new folder or file, or the changed environment files, with a changed `.gitignore`.
    package func write() throws(CollectionError) -> [String] {
        guard files.values.isEmpty else {
            let values = files.values.map {
                EnvironmentAddition.Value(
                    environment: $0.environment, name: $0.name, value: $0.value, isSecret: $0.isSecret)
            }
            let written = try EnvironmentAddition(values).write(into: folder)
            guard let path = written.first(where: { PathText.name(of: $0) == EnvironmentReader.privateName }) else {
                return written
            }
            return try written + [IgnoreEntry.protect(path)].compactMap { $0 }
        }
        return [try new.write(into: folder)]
    }

    /// What the source recorded of the requests, as the engine would have reported it.
    /// - Parameters:
    ///   - written: the new folder or file.
    ///   - collection: the folder that it was written into as part of a collection; nil if it is a collection by itself.
    package func recorded(at written: String, collection: String? = nil, makeID: () -> ExchangeID) -> [Exchange] {
        files.recorded.map { recorded in
            recorded.exchange(
                id: makeID(), file: files.folder == nil ? written : PathText.join(written, recorded.path),
                collection: collection ?? (files.folder == nil ? folder : written))
        }
    }
}
