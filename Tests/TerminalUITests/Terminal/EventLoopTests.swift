import Dispatch
import Glibc
import Testing

@testable import TerminalUI

/// A terminal without a screen: queues events, keeps frames.
private final class QueueTerminal: Terminal {
    var size = Size(columns: 20, rows: 4)
    let glyphs = Glyphs.unicode
    let pipe = WakePipe()
    var inputDescriptor: Int32 { pipe.readEnd }
    var events: [InputEvent] = []
    var frames: [String] = []
    var log: [String] = []

    func queue(_ event: InputEvent) {
        events.append(event)
        pipe.wake()
    }

    func present(_ buffer: CellBuffer) {
        frames.append(buffer.dump())
        log.append("frame")
    }
    func nextEvent() -> InputEvent? {
        pipe.clear()
        return events.isEmpty ? nil : events.removeFirst()
    }
    func refreshSize() -> Size? { size }
    func suspend() { log.append("suspend") }
    func resume() { log.append("resume") }
    func run(_ program: ExternalProgram) -> ExternalProgram.Outcome {
        log.append("run \(program.arguments)")
        return .exited(status: 3)
    }
    func restore() { log.append("restore") }
}

private final class QueueSignals: SignalSource {
    let pipe = WakePipe()
    var descriptor: Int32 { pipe.readEnd }
    var arrivals: [SignalPipe.Arrival] = []

    func raise(_ arrival: SignalPipe.Arrival) {
        arrivals.append(arrival)
        pipe.wake()
    }
    func drain() -> [SignalPipe.Arrival] {
        pipe.clear()
        defer { arrivals = [] }
        return arrivals
    }
}

struct EventLoopTests {
    private let terminal = QueueTerminal()
    private let signals = QueueSignals()
    private let mailbox = Mailbox<Int>()

    private func run(_ handle: (LoopInput<Int>) -> LoopDirective) {
        EventLoop(terminal: terminal, mailbox: mailbox, signals: signals)
            .run(handle: handle, render: { CellBuffer(size: $0) })
    }

    @Test func `a frame is drawn before anything is read, and all pending input is handled before the next one`() {
        for character in "abc" { terminal.queue(.key(.character(character))) }
        mailbox.post(1)
        mailbox.post(2)
        var seen: [String] = []
        run { input in
            switch input {
            case .input(.key(let key), _): seen.append(key.name)
            case .message(let number):
                seen.append(String(number))
                if number == 2 { return .quit }
            default: break
            }
            terminal.log.append("handled")
            return .proceed
        }
        #expect(seen == ["a", "b", "c", "1", "2"])
        #expect(terminal.log == ["frame"] + Array(repeating: "handled", count: 4))
    }

    @Test func `nothing is drawn when nothing changed`() {
        terminal.queue(.key(.character("a")))
        run { input in
            if case .input = input { return LoopDirective(redraws: false, wakes: [.current()]) }
            return .quit
        }
        #expect(terminal.frames.count == 1)
    }

    @Test func `a message from another thread wakes the loop`() {
        let mailbox = mailbox
        DispatchQueue.global().async { for number in 1...1000 { mailbox.post(number) } }
        var sum = 0
        run { input in
            guard case .message(let number) = input else { return .proceed }
            sum += number
            return number == 1000 ? .quit : .proceed
        }
        #expect(sum == 500_500)
    }

    @Test func `a wake comes once, not before its time, and in order`() throws {
        let start = MonotonicTime.current()
        let moments = [30, 10, 20].map { MonotonicTime(nanoseconds: start.nanoseconds + $0 * 1_000_000) }
        let last = try #require(moments.max())
        terminal.queue(.key(.enter))
        var woken: [MonotonicTime] = []
        run { input in
            switch input {
            case .input: return LoopDirective(wakes: moments)
            case .wake(let time):
                woken.append(time)
                return time >= last ? .quit : .proceed
            default: return .proceed
            }
        }
        #expect(woken.count <= 3)
        #expect(zip(woken, moments.sorted()).allSatisfy { $0 >= $1 })
    }

    @Test func `a request to end reaches the program, which decides`() {
        signals.raise(.terminate(.terminate))
        var seen: [TerminationSignal] = []
        run { input in
            guard case .signal(let signal) = input else { return .proceed }
            seen.append(signal)
            return .quit
        }
        #expect(seen == [.terminate])
        #expect(seen.first?.exitStatus == 143)
    }

    @Test func `a new size is reported and drawn`() {
        terminal.size = Size(columns: 1, rows: 1)
        signals.raise(.resized)
        var sizes: [Size] = []
        run { input in
            guard case .input(.resize(let size), _) = input else { return .proceed }
            sizes.append(size)
            return .quit
        }
        #expect(sizes == [Size(columns: 1, rows: 1)])
    }

    @Test func `a program is run and its end reported`() {
        terminal.queue(.key(.character("e")))
        let editor = ExternalProgram(["vi", "file"])
        run { input in
            switch input {
            case .input: return LoopDirective(.run(editor))
            case .external(let program, let outcome):
                #expect(program == editor)
                #expect(outcome == .exited(status: 3))
                return .quit
            default: return .proceed
            }
        }
        #expect(terminal.log == ["frame", "run [\"vi\", \"file\"]"])
    }

    @Test(arguments: [(SignalPipe.Arrival.stopRequested, "suspend"), (.continued, "resume")])
    func `coming back from a stop draws the screen`(arrival: SignalPipe.Arrival, call: String) {
        signals.raise(arrival)
        terminal.queue(.key(.character("a")))
        run { input in
            guard case .input = input else { return .quit }
            // Read in the loop's next iteration, after its frame.
            mailbox.post(1)
            return LoopDirective(redraws: false)
        }
        #expect(terminal.log == ["frame", call, "frame"])
    }

    @Test func `a program that stops itself is drawn when it comes back`() {
        terminal.queue(.key(.character("z")))
        run { input in
            guard case .input = input else { return .quit }
            mailbox.post(1)
            return LoopDirective(.suspend, redraws: false)
        }
        #expect(terminal.log == ["frame", "suspend", "frame"])
    }

    @Test func `of two programs the second starts when the first ends, without a frame between them`() {
        terminal.queue(.key(.character("e")))
        run { input in
            switch input {
            case .input: LoopDirective(.run(ExternalProgram(["first"])))
            case .external(let program, _) where program.arguments == ["first"]:
                LoopDirective(.run(ExternalProgram(["second"])))
            default: .quit
            }
        }
        #expect(terminal.log == ["frame", "run [\"first\"]", "run [\"second\"]"])
    }

    @Test func `after the program said that it ends nothing else is handled`() {
        for character in "ab" { terminal.queue(.key(.character(character))) }
        mailbox.post(1)
        var seen = 0
        run { _ in
            seen += 1
            return LoopDirective(.quit, wakes: [.current()])
        }
        #expect(seen == 1)
        #expect(terminal.frames.count == 1)
    }

    /// Of a clock that stands still, and of one that goes on by 20 ms each time it is read.
    @Test(arguments: [(UInt64(0), 1), (20, 2)])
    func `messages alone cause a frame every 16 milliseconds at most`(step: UInt64, frames: Int) {
        var time = MonotonicTime(nanoseconds: 5_000_000_000)
        let loop = EventLoop(terminal: terminal, mailbox: mailbox, signals: signals) {
            time.nanoseconds += step * 1_000_000
            return time
        }
        mailbox.post(1)
        loop.run(
            handle: { input in
                guard case .message(1) = input else { return .quit }
                mailbox.post(2)
                return .proceed
            }, render: { CellBuffer(size: $0) })
        #expect(terminal.frames.count == frames)
    }

    @Test func `a key is drawn at once, whatever the clock says`() {
        let loop = EventLoop(terminal: terminal, mailbox: mailbox, signals: signals) {
            MonotonicTime(nanoseconds: 5_000_000_000)
        }
        terminal.queue(.key(.enter))
        loop.run(
            handle: { input in
                guard case .input = input else { return .quit }
                mailbox.post(1)
                return .proceed
            }, render: { CellBuffer(size: $0) })
        #expect(terminal.frames.count == 2)
    }

    @Test func `a directive proceeds and draws unless it says otherwise`() {
        #expect(LoopDirective.proceed.step == .proceed)
        #expect(LoopDirective.proceed.redraws)
        #expect(LoopDirective.proceed.wakes.isEmpty)
        #expect(LoopDirective.quit.step == .quit)
    }

    @Test func `a terminal that went away ends the loop after one notice`() {
        close(terminal.pipe.writeEnd)
        var seen = 0
        run { input in
            if case .signal(.hangup) = input { seen += 1 }
            return .proceed
        }
        #expect(seen == 1)
    }
}

struct MailboxTests {
    @Test func `what many threads post arrives whole, each thread's in order`() {
        let mailbox = Mailbox<(thread: Int, number: Int)>()
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for number in 0..<500 { mailbox.post((thread, number)) }
        }
        let all = mailbox.drain()
        for thread in 0..<4 { #expect(all.filter { $0.thread == thread }.map(\.number) == Array(0..<500)) }
        #expect(mailbox.drain().isEmpty)
    }

    @Test func `the descriptor is readable exactly while something waits`() {
        let mailbox = Mailbox<Int>()
        func isReadable() -> Bool {
            var descriptor = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&descriptor, 1, 0) == 1
        }
        #expect(!isReadable())
        mailbox.post(1)
        mailbox.post(2)
        #expect(isReadable())
        #expect(mailbox.drain() == [1, 2])
        #expect(!isReadable())
        mailbox.post(3)
        #expect(isReadable())
    }
}
