import NetEngine
import NetEngineRequestLog
import Workspace

/// Writes the recording of a run while it goes on. Used by one thread.
///
/// A place that fails is reported once and left out from there on; the run goes on.
package final class RunRecorder {
    private let head: RunHead
    private var lines: RecordingLines
    private var places: [any RecordingPlace]
    private let report: (String) -> Void
    private var writtenAt = ContinuousClock.now
    /// Whether a file could not be written.
    package private(set) var isIncomplete = false

    private static let pieceSize = 128 << 10
    private static let longestWait = Duration.milliseconds(500)

    /// - Parameters:
    ///   - report: receives a sentence.
    package init(
        _ head: RunHead, to places: [any RecordingPlace], report: @escaping (String) -> Void
    ) {
        self.head = head
        lines = RecordingLines(head)
        self.places = places
        self.report = report
    }

    package func add(_ record: RunRecord, _ exchange: RecordedParts?) {
        lines.add(record, exchange)
        if lines.count >= Self.pieceSize { write() }
    }

    /// Writes what waited for long; call it after each batch of results, and before a wait for more.
    package func writeIfDue() {
        if ContinuousClock.now - writtenAt >= Self.longestWait { write() }
    }

    package func close(_ end: RunEnd, totals: Runner.Totals, latency: LatencyDistribution) {
        lines.end(end)
        write()
        let summary = RunFigures(end, of: head, totals: totals, latency: latency)
        attempt { place throws(RunStoreError) in try place.close(summary) }
    }

    package func write() {
        let bytes = lines.take()
        writtenAt = .now
        guard !bytes.isEmpty else { return }
        attempt { place throws(RunStoreError) in try place.append(bytes) }
    }

    private func attempt(_ body: (any RecordingPlace) throws(RunStoreError) -> Void) {
        for place in places {
            do throws(RunStoreError) {
                try body(place)
            } catch {
                places.removeAll { $0 === place }
                // The request log is a service; a file was asked for.
                if !(place is StoredRecording) { isIncomplete = true }
                report(error.sentence)
            }
        }
    }
}
