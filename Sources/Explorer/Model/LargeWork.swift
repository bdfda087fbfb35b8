import HTTPFormat
import Workspace

/// Work on documents that may take longer than a frame: pure, so that it can be done in the background and looked at again
/// when the action that needs it is taken for the second time.
package enum LargeWork: Sendable, Hashable {
    case edit(EditJob)
    case naming(RenameJob)
    case join(JoinJob)

    package enum Outcome: Sendable {
        case edited(EditJob.Outcome)
        case renamed(RenameJob.Outcome)
        case joined(JoinJob.Outcome)
    }

    func run() -> Outcome {
        switch self {
        case .edit(let job): .edited(job.run())
        case .naming(let job): .renamed(job.run())
        case .join(let job): .joined(job.run())
        }
    }

    /// Bytes that are read or written, roughly.
    var size: Int {
        switch self {
        case .edit(let job): max(job.base.bytes.count, job.change.size)
        case .naming(let job): job.size
        case .join(let job): job.size
        }
    }

    var path: String {
        switch self {
        case .edit(let job): job.path
        case .naming(let job): job.path
        case .join(let job): job.path
        }
    }
}

/// An edited document.
package struct EditJob: Sendable, Hashable {
    var path: String
    var base: HTTPDocument
    var change: DocumentChange

    package typealias Outcome = Result<HTTPDocument, HTTPDocument.EditRefusal>

    func run() -> Outcome { Outcome { () throws(HTTPDocument.EditRefusal) in try change.applied(to: base) } }
}

/// A request's new name in all files.
package struct RenameJob: Sendable, Hashable {
    var path: String
    var request: Int
    var name: String
    var files: [CollectionFile]
    var variables: Set<String>

    package typealias Outcome = Result<RenamePlan, HTTPDocument.EditRefusal>

    /// The file itself is read again twice, those that import others are searched.
    var size: Int {
        files.reduce(0) { sum, file in
            sum
                + (file.path == path
                    ? 3 * file.document.bytes.count : file.document.imports.isEmpty ? 0 : file.document.bytes.count)
        }
    }

    func run() -> Outcome {
        Outcome { () throws(HTTPDocument.EditRefusal) in
            try RenamePlan(request: request, in: path, to: name, files: files, variables: variables)
        }
    }
}

/// The unsaved edits of a file beside what changed on disk, with all that can be taken back.
package struct JoinJob: Sendable, Hashable {
    var path: String
    /// What stood on disk when the edits began.
    var base: [UInt8]
    var mine: HTTPDocument
    var undo: [EditStep]
    /// Its content now; the document where it has been read already.
    var disk: [UInt8]
    var diskDocument: HTTPDocument?
    /// How the user resolved a conflict; nil if there was none.
    var choice: [UInt8]?

    package enum Outcome: Sendable {
        case conflict(BlockMerge.Conflict)
        case joined(HTTPDocument, undo: [EditStep])
    }

    /// For each document that is joined all bytes are read, and at worst every block is compared with every other.
    var size: Int {
        let pairs = mine.blocks.count * (diskDocument ?? mine).blocks.count
        return max(mine.bytes.count + disk.count, 5 * pairs) * (undo.count + 1)
    }

    func run() -> Outcome {
        let base = HTTPDocument(bytes: base)
        let disk = diskDocument ?? HTTPDocument(bytes: disk)
        func document(_ bytes: [UInt8]) -> HTTPDocument { bytes == disk.bytes ? disk : HTTPDocument(bytes: bytes) }
        let bytes: [UInt8]
        if let choice {
            bytes = choice
        } else {
            switch BlockMerge.merge(base: base, mine: mine, theirs: disk) {
            case .conflict(let conflict): return .conflict(conflict)
            case .merged(let merged): bytes = merged
            }
        }
        // What can be taken back later has the disk's change in it too, as far back as that can be said.
        var earlier: [EditStep] = []
        for before in undo.reversed() {
            guard case .merged(let bytes) = BlockMerge.merge(base: base, mine: before.document, theirs: disk)
            else { break }
            earlier.append(before.with(document(bytes)))
        }
        return .joined(document(bytes), undo: earlier.reversed())
    }
}
