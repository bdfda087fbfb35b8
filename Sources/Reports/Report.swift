import Base
import NetEngine
import Runs
import Workspace

/// Writes what is known of a run in the form that its reader wants.
package enum Report {
    /// - Parameters:
    ///   - source: read again by the kinds that show exchanges.
    ///   - account: the same run, folded.
    ///   - write: receives the bytes, piece by piece.
    /// - Throws: what `write` throws, or a `RunStoreError` if the recording cannot be read.
    package static func write(
        _ kind: ReportKind, of source: RecordingSource, _ account: RunAccount,
        _ options: ReportOptions = ReportOptions(),
        to write: ([UInt8]) throws -> Void
    ) throws {
        let omits = options.omitsBodies || options.reference == .nowhere
        var account = omits ? account.changing(options.shown) : account
        account.reference = options.reference.text(id: account.head.id)
        switch kind {
        case .text: try write(text(TerminalSummary(account, options).lines))
        case .json: try JSONReport(account, options).write(source, to: write)
        case .junit: try JUnitReport(account).write(source, to: write)
        case .tap: try TAPReport(account).write(to: write)
        case .ctrf: try CTRFReport(account).write(to: write)
        case .html: try HTMLReport(account, options).write(source, to: write)
        case .har: try HARReport(account, options).write(source, to: write)
        case .github:
            try write(Array((GitHubReport(account, paths: options.paths).lines.joined(separator: "\n") + "\n").utf8))
        case .markdown: try write(Array(MarkdownReport(account).text.utf8))
        }
    }

    private static func text(_ lines: [SafeText]) -> [UInt8] {
        lines.flatMap { Array($0.string.utf8) + [Byte.lineFeed] }
    }
}

/// How many bytes a report collects before it passes them on.
let reportPiece = 128 << 10
