import Base
import Glibc
import NetEngine
import Synchronization
import TerminalUI
import TestSupport
import Testing

@testable import apitui

/// The one thread that writes results, and what is answered after a stop.
@Suite(.timeLimit(.minutes(5))) struct BatchOutputTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func opened(_ path: String) throws -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        return descriptor
    }

    @Test func `all that was appended is written in its order before the end`() throws {
        let descriptor = try opened("\(folder.path)/out")
        defer { close(descriptor) }
        let output = BatchOutput(descriptor: descriptor)
        output.append(Array("before ".utf8))
        output.start {}
        for number in 0..<100 { output.append(Array("\(number) ".utf8), expectsMore: number % 2 == 0) }
        output.finish()
        #expect(try folder.read("out") == "before " + (0..<100).map { "\($0) " }.joined())
        #expect(output.failure == nil && !output.isCongested)
    }

    @Test func `more than eight megabytes are too much, until they are written`() throws {
        let descriptor = try opened("/dev/null")
        defer { close(descriptor) }
        let output = BatchOutput(descriptor: descriptor)
        output.append([UInt8](repeating: 0x61, count: BatchOutput.congestion))
        #expect(!output.isCongested)
        output.append([0x61])
        #expect(output.isCongested)
        let calls = Atomic<Int>(0)
        output.start { calls.add(1, ordering: .relaxed) }
        output.finish()
        #expect(!output.isCongested && calls.load(ordering: .relaxed) == 1, "it is told once")
        #expect(BatchOutput.congestion == 8_388_608)
    }

    @Test func `what fails first is the reason, and nothing is written after it`() throws {
        let descriptor = try opened("/dev/full")
        defer { close(descriptor) }
        let output = BatchOutput(descriptor: descriptor)
        let calls = Atomic<Int>(0)
        output.append([0x61])
        output.start { calls.add(1, ordering: .relaxed) }
        output.finish()
        #expect(output.failure == ENOSPC && calls.load(ordering: .relaxed) == 1)
        output.readerLeft()
        #expect(output.failure == ENOSPC)
        let left = BatchOutput(descriptor: descriptor)
        left.append([0x61])
        left.readerLeft()
        left.append([0x62])
        left.start {}
        left.finish()
        #expect(left.failure == EPIPE)
    }

    @Test func `after a stop each line is answered as cancelled, and a bad one with its error`() throws {
        let descriptor = try opened("\(folder.path)/out")
        defer { close(descriptor) }
        let output = BatchOutput(descriptor: descriptor)
        let workers = BatchWorkers(
            engine: Engine(), jobs: 2, output: output, isASCIIOnly: true, reveals: false, wake: WakePipe())
        #expect(workers.hasRoom() && workers.canAnswer() && workers.isDone())
        workers.stop()
        workers.admit(BatchRequest(id: Array("7".utf8), draft: RequestDraft(url: "http://h.test/é")), size: 10)
        workers.answer(BatchLineError(id: nil, text: "é is missing", hint: "Write it."), line: 3)
        #expect(workers.hasRoom() && workers.isDone())
        output.start {}
        output.finish()
        let lines = try folder.read("out").split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix(#"{"id":7,"status":null,"#) == true)
        #expect(
            lines.first?.contains(
                #""cache":null,"error":{"category":"cancelled","phase":null,"sentence":"The request was cancelled before it was begun.","#
            ) == true)
        #expect(lines.last?.hasPrefix(#"{"id":null,"status":null,"#) == true)
        #expect(
            lines.last?.contains(#""sentence":"Line 3: \u00e9 is missing.","hint":"Write it.","code":null}"#) == true,
            "on a terminal nothing but ASCII is printed")
    }

    @Test func `the reader waits while too many lines or bytes are not answered`() throws {
        let descriptor = try opened("\(folder.path)/out")
        defer { close(descriptor) }
        /// Whether another line may be read, before each of these sizes and after the last; nothing is sent.
        func rooms(_ sizes: [Int], lines: Int, bytes: Int) -> [Bool] {
            let output = BatchOutput(descriptor: descriptor)
            let window = BatchWorkers.Window(lines: lines, bytes: bytes)
            let workers = BatchWorkers(
                engine: Engine(), jobs: 0, window: window, output: output, isASCIIOnly: false, reveals: false,
                wake: WakePipe())
            var rooms: [Bool] = []
            for size in sizes {
                rooms.append(workers.hasRoom())
                workers.admit(BatchRequest(id: [0x31], draft: RequestDraft(url: "http://h/")), size: size)
            }
            rooms += [workers.hasRoom(), workers.isDone(), workers.canAnswer()]
            workers.stop()
            // After a stop nothing is waited for: each line is answered at once.
            return rooms + [workers.hasRoom(), workers.isDone()]
        }
        #expect(rooms([1, 1], lines: 3, bytes: 100) == [true, true, true, false, true, true, true])
        #expect(rooms([1, 1, 1], lines: 3, bytes: 100) == [true, true, true, false, false, true, true, true])
        #expect(rooms([99], lines: 3, bytes: 100) == [true, true, false, true, true, true])
        #expect(rooms([99, 1], lines: 3, bytes: 100) == [true, true, false, false, true, true, true])
        #expect(rooms([500], lines: 3, bytes: 100) == [true, false, false, true, true, true], "one line may be larger")
        let usual = BatchWorkers.Window()
        #expect(usual.lines == 4096 && usual.bytes == 67_108_864 && BatchRun.maxLineLength == 67_108_864)
    }

    @Test func `a reader that waits for room or the end is woken by whatever may end that, and once`() throws {
        let descriptor = try opened("\(folder.path)/out")
        defer { close(descriptor) }
        let wake = WakePipe()
        let workers = BatchWorkers(
            engine: Engine(), jobs: 0, window: BatchWorkers.Window(lines: 1),
            output: BatchOutput(descriptor: descriptor), isASCIIOnly: false, reveals: false, wake: wake)
        workers.admit(BatchRequest(id: [0x31], draft: RequestDraft(url: "http://h/")), size: 1)
        workers.outputChanged()
        #expect(wake.clear() == [], "nobody waits yet")
        let (hasRoom, isDone) = (workers.hasRoom, workers.isDone)
        for asks in [hasRoom, isDone] {
            let isOver = asks()
            #expect(!isOver)
            workers.outputChanged()
            #expect(wake.clear() == [1])
            workers.outputChanged()
            #expect(wake.clear() == [])
        }
        workers.stop()
    }

    @Test func `while the output is congested nothing more is read or answered`() throws {
        let descriptor = try opened("\(folder.path)/out")
        defer { close(descriptor) }
        let output = BatchOutput(descriptor: descriptor)
        let workers = BatchWorkers(
            engine: Engine(), jobs: 0, output: output, isASCIIOnly: false, reveals: false, wake: WakePipe())
        output.append([UInt8](repeating: 0x61, count: BatchOutput.congestion + 1))
        #expect(!workers.hasRoom() && !workers.canAnswer() && workers.isDone())
        output.start {}
        output.finish()
        #expect(workers.hasRoom() && workers.canAnswer())
    }
}
