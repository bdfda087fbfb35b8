import NetEngine
import Workspace

/// A place that a recording is written to. Used by one thread.
package protocol RecordingPlace: AnyObject {
    /// - Parameter lines: whole ones.
    /// - Throws: a sentence; nothing more is written then.
    func append(_ lines: [UInt8]) throws(RunStoreError)
    /// Nothing is appended afterwards.
    func close(_ summary: RunFigures) throws(RunStoreError)
}
