import Glibc
import NetEngine
import Workspace

/// A file without a name, for a recording that only the reports of its own run need.
package final class TemporaryRecording: RecordingPlace {
    private let body: SpooledBody

    package init() throws(RunStoreError) {
        do throws(SpooledBody.Failure) {
            body = try SpooledBody(in: SpoolFolders.spooling.folders)
        } catch {
            throw Self.error(error)
        }
    }

    package var source: RecordingSource { named("the recording") }

    /// - Parameter name: what the user calls the run.
    package func named(_ name: String) -> RecordingSource { .temporary(body, name: name) }

    package func append(_ lines: [UInt8]) throws(RunStoreError) {
        do throws(SpooledBody.Failure) {
            try lines.span.withUnsafeBytes { bytes throws(SpooledBody.Failure) in try body.append(bytes) }
        } catch {
            throw Self.error(error)
        }
    }

    private static func error(_ failure: SpooledBody.Failure) -> RunStoreError {
        RunStoreError(
            sentence:
                "The recording for the reports cannot be written to \(failure.folders.joined(separator: " or ")): \(SystemError.clause(failure.code))."
        )
    }

    package func close(_ summary: RunFigures) {}
}
