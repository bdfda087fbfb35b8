import Base
import Glibc
import HTTPFormat
import NetEngine

/// Unsaved edits of one file, kept because the program had to end.
package struct RecoveryCopy: Sendable {
    /// Absolute path of the edited file, which need not exist yet.
    package var path: String
    /// The file's content including the edits.
    package var document: HTTPDocument
    /// Identifies the content that the edits were based on.
    package var base: ContentMark
    /// Text that was being typed and could not become an edit; usually empty.
    package var leftover = ""
    /// Path of the copy itself; nil before it is written.
    package var storedAt: String?

    package init(
        path: String, document: HTTPDocument, base: ContentMark, leftover: String = "", storedAt: String? = nil
    ) {
        self.path = path
        self.document = document
        self.base = base
        self.leftover = leftover
        self.storedAt = storedAt
    }

    /// Whether it contains something that is not in the file on disk.
    package func isNews(beside disk: [UInt8]?) -> Bool { !leftover.isEmpty || disk != document.bytes }
}

/// Identifies content by length and hash, to compare bytes without keeping them.
package struct ContentMark: Sendable, Hashable {
    package var count: Int
    /// 64-bit FNV-1a.
    var hash: UInt64

    package init(_ bytes: [UInt8]) {
        count = bytes.count
        hash = bytes.withUnsafeBufferPointer { buffer in
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            for byte in buffer { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
            return hash
        }
    }

    /// Parses `text`; nil if it is not a mark.
    package init?(text: some StringProtocol) {
        let parts = text.split(separator: "-")
        guard parts.count == 2, let count = Int(parts[0]), let hash = UInt64(parts[1], radix: 16) else { return nil }
        self.count = count
        self.hash = hash
    }

    package var text: String { "\(count)-\(String(hash, radix: 16))" }
}

/// Keeps unsaved edits outside the collections, in a folder that only this user can read.
///
/// Edited documents are stored while they are edited and when the program is forced to end (`RecoverySession`), and offered at the next
/// start until they are saved or dropped. A copy is a `.http` file whose first line is a comment that identifies it: `# apitui recovery
/// version=2 base=COUNT-HASH length=… path=… leftover=…`, with percent-encoded values; its name is `SESSION-NUMBER-FILE.recovery`. Format 1,
/// and copies without a version, have the same lines, the oldest no length; programs that know no more would take the copies of a
/// running session for those of an ended one. One of a later format, or one that was cut, is left as it is.
package struct RecoveryStore: Sendable {
    /// Absolute path; created with the first copy.
    package let folder: String

    private static let prefix = "# apitui recovery "
    private static let version = 2
    private static let largestCopy = DiskFile.maxRequestFileBytes + (1 << 20)
    static let suffix = ".recovery"

    package init(folder: String) { self.folder = folder }

    /// `$XDG_STATE_HOME/apitui/recovery`, else below `~/.local/state`; nil without a home folder.
    package static func live(variable: (String) -> String? = processEnvironment) -> RecoveryStore? {
        UserFolder.state.path(variable).map { RecoveryStore(folder: PathText.join($0, "recovery")) }
    }

    // MARK: Writing

    /// What is in the file of a copy.
    static func bytes(of copy: RecoveryCopy) -> [UInt8] { header(copy) + copy.document.bytes }

    private static func header(_ copy: RecoveryCopy) -> [UInt8] {
        var line = "\(prefix)version=\(version) base=\(copy.base.text) length=\(copy.document.bytes.count)"
        line += " path=\(PercentEncoding.component(copy.path))"
        if !copy.leftover.isEmpty { line += " leftover=\(PercentEncoding.component(copy.leftover))" }
        return Array((line + "\n").utf8)
    }

    /// Creates the folder and its ancestors for this user only; returns a clause if that fails.
    func makeFolder() -> String? {
        do throws(UserFolder.Failure) { try UserFolder.make(folder) } catch { return error.clause }
        return chmod(folder, 0o700) == 0 ? nil : DiskFile.systemMessage(errno)
    }

    // MARK: Reading

    /// The copies of ended sessions of files in or below a folder, oldest first. A copy whose content is now on disk is left
    /// out and deleted.
    package func copies(under root: String) -> [RecoveryCopy] { read(under: root).copies }

    /// The copies, and a sentence for each copy or folder that cannot be read. Unreadable copies are not deleted.
    package func read(under root: String) -> (copies: [RecoveryCopy], problems: [String]) {
        var found: [RecoveryCopy] = []
        var problems: [String] = []
        for name in names(&problems) where !isOfRunningSession(name) {
            let place = PathText.join(folder, name)
            guard let copy = copy(at: place, under: root, &problems) else { continue }
            let disk = try? DiskFile.read(copy.path, limit: DiskFile.maxRequestFileBytes).get()
            if copy.isNews(beside: disk) { found.append(copy) } else { unlink(place) }
        }
        RecoveryLock.clearAway(in: folder)
        return (found, problems)
    }

    /// What is in the folder.
    package struct Contents: Sendable {
        /// How many copies wait for the next start.
        package var waiting = 0
        /// How many belong to sessions that are running.
        package var running = 0
        /// How many are of a newer program, and are not offered.
        package var newer = 0
        /// Further copies that are not offered.
        package var unusable: [Unusable] = []
    }

    /// A copy that is not offered.
    package struct Unusable: Sendable, Hashable {
        package var path: String
        /// Why, as a clause.
        package var clause: String
        /// Whether it was read, and is not whole.
        package var isDamaged: Bool
    }

    /// Nothing is changed.
    package func contents() -> Contents {
        var contents = Contents()
        var problems: [String] = []
        for name in names(&problems) {
            guard !isOfRunningSession(name) else {
                contents.running += 1
                continue
            }
            let place = PathText.join(folder, name)
            func refuse(_ clause: String, isDamaged: Bool = true) {
                contents.unusable.append(Unusable(path: place, clause: clause, isDamaged: isDamaged))
            }
            switch reading(place) {
            case .missing: break
            case .whole: contents.waiting += 1
            case .newer: contents.newer += 1
            case .foreign: refuse("it does not begin as a copy does")
            case .unreadable(let clause): refuse(clause, isDamaged: false)
            case .cutInFirstLine: refuse("it was cut in the first line")
            case .cut(let path, let count, let length):
                refuse("\(count) of \(Formatting.count(length, "byte")) of the edits of \(path) are there")
            }
        }
        return contents
    }

    private func isOfRunningSession(_ name: String) -> Bool {
        RecoveryLock.session(of: name).map { RecoveryLock.isHeld($0, in: folder) } ?? false
    }

    private func copy(at place: String, under root: String, _ problems: inout [String]) -> RecoveryCopy? {
        switch reading(place) {
        case .whole(let kept): return PathText.isInside(kept.path, folder: root) ? kept.copy : nil
        case .missing, .foreign: break
        case .unreadable(let clause):
            problems.append("Unsaved edits of an earlier run in \(place) cannot be read: \(clause).")
        case .newer(let format):
            problems.append(
                "Unsaved edits of an earlier run in \(place) were written by a newer apitui (format \(format), this one knows \(Self.version)) and are left as they are."
            )
        case .cutInFirstLine:
            problems.append(
                "Unsaved edits of an earlier run in \(place) were cut in the first line; the file is left as it is.")
        case .cut(let path, let count, let length):
            guard PathText.isInside(path, folder: root) else { break }
            problems.append(
                "Unsaved edits of \(path) in \(place) were cut: \(count) of \(Formatting.count(length, "byte")) are there. The file is left as it is; copy what you need out of it."
            )
        }
        return nil
    }

    private enum Reading {
        case missing
        /// Not as any version begins it.
        case foreign
        case newer(Int)
        /// Why it cannot be read, as a clause.
        case unreadable(String)
        case cutInFirstLine
        /// How many bytes of how many are there of the edits of a file.
        case cut(path: String, Int, of: Int)
        case whole(Kept)
    }

    /// A copy whose document is not parsed yet, because it may belong to another collection.
    private struct Kept {
        var path: String
        var content: ArraySlice<UInt8>
        var base: ContentMark
        var leftover: String
        var place: String

        var copy: RecoveryCopy {
            RecoveryCopy(
                path: path, document: HTTPDocument(bytes: Array(content)), base: base, leftover: leftover,
                storedAt: place)
        }
    }

    private func reading(_ place: String) -> Reading {
        let bytes: [UInt8]
        switch DiskFile.read(place, limit: Self.largestCopy) {
        case .success(let content): bytes = content
        case .failure(.missing): return .missing
        case .failure(let failure): return .unreadable(failure.clause)
        }
        let lineEnd = bytes.firstIndex(of: Byte.lineFeed)
        let values = Self.values(in: bytes[..<(lineEnd ?? bytes.endIndex)])
        if let later = values.flatMap(Self.laterFormat) { return .newer(later) }
        guard let lineEnd else { return .cutInFirstLine }
        guard let values, let base = values["base"].flatMap({ ContentMark(text: $0) }),
            let path = values["path"].map({ Self.decoded($0) })
        else { return .foreign }
        let rest = bytes[(lineEnd + 1)...]
        if let length = values["length"].flatMap({ Int($0) }), length > rest.count {
            return .cut(path: path, rest.count, of: length)
        }
        return .whole(
            Kept(
                path: path, content: rest, base: base, leftover: values["leftover"].map { Self.decoded($0) } ?? "",
                place: place))
    }

    /// What the first line of a copy says; nil of any other line.
    private static func values(in line: ArraySlice<UInt8>) -> [Substring: Substring]? {
        let line = String(decoding: line, as: UTF8.self)
        guard line.hasPrefix(prefix) else { return nil }
        var values: [Substring: Substring] = [:]
        for word in line.dropFirst(prefix.count).split(separator: " ") {
            let parts = word.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        return values
    }

    /// nil if this program knows the format.
    private static func laterFormat(_ values: [Substring: Substring]) -> Int? {
        values["version"].flatMap { Int($0) }.flatMap { $0 > version ? $0 : nil }
    }

    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func names(_ problems: inout [String]) -> [String] {
        switch DiskFile.names(in: folder) {
        case .success(let names): return names.filter { $0.hasSuffix(Self.suffix) && !$0.hasPrefix(".") }.sorted()
        case .failure(.missing): return []
        case .failure(let failure):
            problems.append("Unsaved edits of earlier runs in \(folder) cannot be read: \(failure.clause).")
            return []
        }
    }

    // MARK: Removing

    /// Deletes copies that were saved or dropped. Paths outside the folder are ignored.
    package func remove(_ places: [String]) {
        for place in places where PathText.folder(of: place) == folder { unlink(place) }
        RecoveryLock.clearAway(in: folder)
    }
}
