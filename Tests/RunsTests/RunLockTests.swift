import Base
import GRDB
import NetEngine
import Synchronization
import TestSupport
import Testing
import Workspace

@testable import Runs

/// Recordings while another program holds the lock of their database.
@Suite struct RunLockTests {
    /// A program that writes for long.
    private final class OtherProgram: Sendable {
        private let queue: DatabaseQueue

        init(_ folder: TemporaryFolder) throws {
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            queue = try DatabaseQueue(path: folder.path + "/log.sqlite", configuration: configuration)
            try queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        }

        func end() { _ = try? queue.writeWithoutTransaction { try $0.execute(sql: "COMMIT") } }
    }

    private let folder: TemporaryFolder
    private let store: RunStore
    private let reports = Reports()

    private final class Reports: Sendable {
        let sentences = Mutex<[String]>([])
        /// Is done when the lock is reported.
        let other = Mutex<OtherProgram?>(nil)
    }

    init() throws {
        folder = try TemporaryFolder()
        store = try RunStore(folder: folder.path, patience: 0)
    }

    private var sentences: [String] { reports.sentences.withLock { $0 } }
    private var locked: String {
        "The recorded runs in \(folder.path) are locked by another program. apitui keeps trying for up to 0 s."
    }

    private func begin(_ id: String) throws(RunStoreError) -> StoredRecording {
        var head = RecordingTests.head
        (head.id, head.name) = (id, nil)
        return try store.begin(head) { [reports] sentence in
            reports.sentences.withLock { $0.append(sentence) }
            reports.other.withLock { $0 }?.end()
        }
    }

    private func lines() -> (head: [UInt8], result: [UInt8], end: [UInt8]) {
        var lines = RecordingLines(RecordingTests.head)
        let head = lines.take()
        lines.add(RecordingTests.passed(0, status: 201))
        let result = lines.take()
        lines.end(RunEnd(elapsed: .seconds(2), reason: .complete))
        return (head, result, lines.take())
    }

    private static let figures = RunFigures(
        totals: Runner.Totals(), elapsed: .seconds(2), reason: .complete, median: nil)

    @Test func `lines wait for the other program and come in their order`() throws {
        let recording = try begin("abc")
        let (head, result, end) = lines()
        try recording.append(head)
        let other = try OtherProgram(folder)
        try recording.append(result)
        try recording.append(Array(end.prefix(9)))
        #expect(try store.entry("abc").bytes == head.count)
        other.end()
        try recording.append(Array(end.dropFirst(9)))
        try recording.close(Self.figures)
        let entry = try store.entry("abc")
        #expect(entry.bytes == head.count + result.count + end.count && entry.state == .ended)
        var stored: [UInt8] = []
        try store.forEachPart(of: entry) { stored += $0 }
        #expect(stored == head + result + end)
        #expect(sentences == [locked])
    }

    @Test func `a recording begins and ends after the other program`() throws {
        try begin("abb").close(Self.figures)
        let first = try OtherProgram(folder)
        reports.other.withLock { $0 = first }
        let recording = try begin("abc")
        #expect(sentences == [locked])
        reports.other.withLock { $0 = nil }

        let ending = try begin("abd")
        let second = try OtherProgram(folder)
        reports.other.withLock { $0 = second }
        try ending.close(Self.figures)
        #expect(sentences == [locked, locked])
        #expect(try store.entry("abd").state == .ended && store.entry("abc").state == .running)
        try recording.close(Self.figures)
        #expect(try store.entry("abc").state == .ended)
    }

    @Test func `a lock that never ends is given up`() throws {
        let recording = try begin("abc")
        let (head, result, _) = lines()
        let other = try OtherProgram(folder)
        defer { other.end() }
        try recording.append(head)
        for _ in 0..<10 { try recording.append(result) }
        let unrecorded = "The run is not recorded any further in \(folder.path): database is locked."
        #expect(throws: RunStoreError(sentence: unrecorded)) { try recording.append(result) }
        #expect(throws: RunStoreError(sentence: unrecorded)) { try recording.close(Self.figures) }
        let unusable = "The recorded runs in \(folder.path) cannot be used: database is locked."
        #expect(throws: RunStoreError(sentence: unusable)) { _ = try begin("abd") }
        #expect(sentences == [locked, locked])
    }

    @Test func `only attempts in a row count`() throws {
        let recording = try begin("abc")
        let (head, result, _) = lines()
        try recording.append(head)
        for _ in 0..<3 {
            let other = try OtherProgram(folder)
            for _ in 0..<6 { try recording.append(result) }
            other.end()
            try recording.append(result)
        }
        #expect(try store.entry("abc").bytes == head.count + 21 * result.count)
        #expect(sentences == [locked])
    }
}
