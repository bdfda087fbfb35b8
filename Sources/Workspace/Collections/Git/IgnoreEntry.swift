import Base

/// A line to add to a `.gitignore`, so that git ignores a private file.
package struct IgnoreEntry: Sendable, Hashable {
    /// Absolute path of the private file.
    package var file: String
    /// Absolute path of the `.gitignore`.
    package var ignoreFile: String
    /// The pattern: the file's name, which also applies in the folders below.
    package var line: String
    /// Whether the `.gitignore` does not exist yet.
    package var isNew: Bool

    package enum Outcome: Sendable, Hashable {
        case added
        /// Another program has made git ignore the file in the meantime.
        case notNeeded
        /// Holds one sentence for the user.
        case failed(String)
    }

    /// The line that is missing for a private file; nil outside a git work tree, or if a rule already covers the file.
    ///
    /// The line goes into the `.gitignore` next to the file, else the nearest existing one above it, up to the work
    /// tree's root, else a new one next to the file.
    /// - Throws: one sentence about a rule file that cannot be read.
    package static func missing(for file: String) throws(CollectionError) -> IgnoreEntry? {
        let folder = PathText.folder(of: file)
        guard let tree = GitWorkTree(around: folder), try !tree.ignores(file), let real = DiskFile.realPath(folder)
        else { return nil }
        let places = PathText.foldersUp(from: real, to: tree.root).map { PathText.join($0, GitWorkTree.fileName) }
        // git ignores a `.gitignore` that is a link, and the link may lead out of the work tree.
        let known = places.first { DiskFile.info($0) != nil && !DiskFile.isLink($0) }
        guard let place = known ?? places.first, !DiskFile.isLink(place) else { return nil }
        return IgnoreEntry(
            file: file, ignoreFile: place, line: pattern(for: PathText.name(of: file)), isNew: known == nil)
    }

    /// Has git ignore a private file that was written, even in a folder that is not a work tree yet.
    /// - Returns: the `.gitignore` that was changed or made; nil if none needs a line.
    package static func protect(
        _ file: String, _ store: CollectionStore = CollectionStore()
    ) throws(CollectionError) -> String? {
        let folder = PathText.folder(of: file)
        if GitWorkTree(around: folder) != nil {
            guard let entry = try missing(for: file) else { return nil }
            switch entry.add(store) {
            case .added: return entry.ignoreFile
            case .notNeeded: return nil
            case .failed(let sentence): throw CollectionError(sentence: "\(file) was written. \(sentence)")
            }
        }
        let ignoreFile = PathText.join(folder, GitWorkTree.fileName)
        guard DiskFile.info(ignoreFile) == nil else { return nil }
        let bytes = appending(pattern(for: PathText.name(of: file)), to: [])
        switch store.save(path: ignoreFile, bytes: bytes, expecting: FileStamp(bytes: [])) {
        case .saved: return ignoreFile
        case .conflict: return nil
        case .failed(let sentence): throw CollectionError(sentence: "\(file) was written. \(sentence)")
        }
    }

    /// Appends the line unless it is no longer needed. Every other byte stays, including whether the file ends in a
    /// line break.
    package func add(_ store: CollectionStore = CollectionStore()) -> Outcome {
        do throws(CollectionError) { return try added(store) } catch { return .failed(error.sentence) }
    }

    private func added(_ store: CollectionStore) throws(CollectionError) -> Outcome {
        guard let tree = GitWorkTree(around: PathText.folder(of: file)), try !tree.ignores(file) else {
            return .notNeeded
        }
        let bytes: [UInt8]
        switch DiskFile.read(ignoreFile, limit: GitWorkTree.maxBytes) {
        case .success(let known): bytes = known
        case .failure(.missing): bytes = []
        case .failure(let failure): return .failed("\(ignoreFile) was not changed: \(failure.clause).")
        }
        guard !DiskFile.isLink(ignoreFile) else { return .failed("\(ignoreFile) was not changed: it is a link.") }
        let edited = Self.appending(line, to: bytes)
        guard try tree.ignores(file, replacing: (ignoreFile, edited)) else {
            return .failed("\(ignoreFile) was not changed: a rule nearer to \(file) takes it back.")
        }
        switch store.save(path: ignoreFile, bytes: edited, expecting: FileStamp(bytes: bytes)) {
        case .saved: return .added
        case .conflict: return .failed("\(ignoreFile) was not changed: it changed on disk meanwhile.")
        case .failed(let sentence): return .failed(sentence)
        }
    }

    static func appending(_ line: String, to bytes: [UInt8]) -> [UInt8] {
        guard !bytes.isEmpty else { return Array("\(line)\n".utf8) }
        let isPair = bytes.lastIndex(of: Byte.lineFeed).map { $0 > 0 && bytes[$0 - 1] == Byte.carriageReturn } ?? false
        let end: [UInt8] = isPair ? [Byte.carriageReturn, Byte.lineFeed] : [Byte.lineFeed]
        return bytes.last == Byte.lineFeed ? bytes + Array(line.utf8) + end : bytes + end + Array(line.utf8)
    }

    /// A pattern that matches exactly this name.
    package static func pattern(for name: String) -> String {
        var pattern = ""
        for scalar in name.unicodeScalars {
            if "*?[\\".unicodeScalars.contains(scalar) { pattern.append("\\") }
            pattern.unicodeScalars.append(scalar)
        }
        if let first = pattern.unicodeScalars.first, first == "#" || first == "!" { pattern = "\\" + pattern }
        let spaces = pattern.reversed().prefix { $0 == " " }.count
        return spaces == 0 ? pattern : String(pattern.dropLast(spaces)) + String(repeating: "\\ ", count: spaces)
    }
}
