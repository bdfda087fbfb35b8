import Base
import Glibc
import JSONPath
import NetEngine

/// A small file of the program's own, which several copies of it may change at once, and which only this user can read.
///
/// A text file may name its format in its first line: `# apitui format 2`. One without that line has the first format. A file of a
/// later format than is known is neither read nor changed.
package struct StateFile: Sendable {
    private static let formatMark = Array("# apitui format ".utf8)

    package let path: String
    /// What it is, as the beginning of a sentence: `The list of trusted folders`.
    let what: String
    private let maxBytes: Int
    /// The latest format that is known.
    private let format: Int

    package init(path: String, what: String, maxBytes: Int, format: Int = 1) {
        self.path = path
        self.what = what
        self.maxBytes = maxBytes
        self.format = format
    }

    /// The first line of a text file of a format, with its end.
    package static func firstLine(ofFormat format: Int) -> [UInt8] { formatMark + Array("\(format)\n".utf8) }

    /// Whether a line names the format of a text file.
    package static func namesFormat(_ line: some Sequence<UInt8>) -> Bool { line.starts(with: formatMark) }

    /// Empty if there is none yet.
    /// - Throws: one sentence.
    package func read() throws(CollectionError) -> [UInt8] {
        switch DiskFile.read(path, limit: maxBytes) {
        case .failure(.missing): return []
        case .failure(let failure):
            throw CollectionError(sentence: "\(what) \(path) cannot be read: \(failure.clause).")
        case .success(let bytes):
            if let found = Self.format(of: bytes), found > format { throw newer(found, knows: format) }
            return bytes
        }
    }

    /// The number in the first line; nil if there is none.
    private static func format(of bytes: [UInt8]) -> Int? {
        guard bytes.starts(with: formatMark) else { return nil }
        let number = bytes.dropFirst(formatMark.count).prefix { ASCII.isDigit($0) }
        return number.isEmpty ? nil : Int(String(decoding: number, as: UTF8.self)) ?? .max
    }

    /// The number that a file of JSON has as `version`; nil if there is none.
    private static func version(of bytes: [UInt8]) -> Int? {
        let number: ArraySlice<UInt8>
        if let tree = try? JSONTree.parse(bytes) {
            guard let node = tree.member(Array("version".utf8), of: 0) else { return nil }
            number = tree.slice(node)
        } else {
            number = firstVersion(in: bytes)
        }
        guard !number.isEmpty, number.allSatisfy({ ASCII.isDigit($0) }) else { return nil }
        return Int(String(decoding: number, as: UTF8.self)) ?? .max
    }

    /// The digits of a `version` that comes first: what was cut, or goes on in a way that this program does not know, names its format all
    /// the same.
    private static func firstVersion(in bytes: [UInt8]) -> ArraySlice<UInt8> {
        func afterSpace(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
            rest.drop { $0 == Byte.space || $0 == Byte.tab || $0 == Byte.lineFeed || $0 == Byte.carriageReturn }
        }
        var rest = afterSpace(bytes[...])
        for part in ["{", "\"version\"", ":"] {
            guard rest.starts(with: part.utf8) else { return [] }
            rest = afterSpace(rest.dropFirst(part.utf8.count))
        }
        return rest.prefix { ASCII.isDigit($0) }
    }

    /// The format that a file names, if it is later than the one that is known. A text file names it in its first line, one of JSON as
    /// `version`.
    package static func laterFormat(of bytes: [UInt8], than known: Int) -> Int? {
        guard let found = format(of: bytes) ?? version(of: bytes), found > known else { return nil }
        return found
    }

    /// What is said of a file of a format that this program does not know, after its name and without a full stop.
    package static func newerClause(_ found: Int, knows known: Int) -> String {
        "was written by a newer apitui (format \(found), this one knows \(known)) and is left as it is"
    }

    /// The error for a file of a format that this program does not know.
    package func newer(_ found: Int, knows known: Int) -> CollectionError {
        CollectionError(sentence: "\(what) \(path) \(Self.newerClause(found, knows: known)).")
    }

    /// Reads, changes and writes it; starts again if another process wrote it meanwhile.
    /// - Parameter change: returns a sentence if nothing is to be written.
    /// - Returns: why it was not changed, as a sentence.
    package func change(_ change: (inout [UInt8]) -> String?) -> String? {
        var outcome = SaveOutcome.conflict(onDisk: nil)
        for _ in 0..<100 {
            let before: [UInt8]
            do throws(CollectionError) { before = try read() } catch { return "\(error.sentence) Nothing was changed." }
            var bytes = before
            if let sentence = change(&bytes) { return sentence }
            guard bytes != before else { return nil }
            outcome = write(bytes, expecting: FileStamp(bytes: before))
            guard case .conflict = outcome else { break }
        }
        switch outcome {
        case .saved: return nil
        case .failed(let sentence): return sentence
        case .conflict: return "\(path) was not written: other programs keep changing it."
        }
    }

    /// Waits for the lock, but not for one that nobody lets go of, as a process that was stopped by ^Z: the comparison alone is nearly as
    /// good.
    private static func lock(_ folder: Int32) {
        let deadline = ContinuousClock.now + .seconds(2)
        while flock(folder, LOCK_EX | LOCK_NB) != 0, errno == EINTR || errno == EWOULDBLOCK,
            ContinuousClock.now < deadline
        {
            usleep(2_000)
        }
    }

    private func write(_ bytes: [UInt8], expecting stamp: FileStamp) -> SaveOutcome {
        do throws(UserFolder.Failure) { try UserFolder.make(PathText.folder(of: path)) } catch {
            return .failed(sentence: "\(path) was not written: \(error.folder) cannot be made: \(error.clause).")
        }
        // Between the comparison and the renaming no other process may write it. The folder is locked, because each write replaces
        // the file itself.
        let folder = open(PathText.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if folder >= 0 { close(folder) } }
        if folder >= 0 { Self.lock(folder) }
        return AtomicSave(newFileMode: 0o600).save(path: path, bytes: bytes, expecting: stamp, force: false)
    }
}
