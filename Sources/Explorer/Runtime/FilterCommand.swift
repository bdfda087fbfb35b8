import Base
import Bodies
import Glibc
import NetEngine
import Synchronization

/// Runs a shell command with a body on its standard input, and keeps what it writes, up to a limit.
enum FilterCommand {
    /// How often the run looks whether it is still wanted, in milliseconds.
    private static let glance: Int32 = 50
    /// The same while there is nothing to hear of the command: then its end is looked for, too.
    private static let quietGlance: Int32 = 5
    private static let errorLimit = 1 << 16
    private static let piece = 1 << 20
    /// One at a time: a child that starts before the pipes of another are marked would keep those open.
    private static let starting = Mutex(())

    /// Blocks until the command ends, or is killed with all that it started because it is not wanted any more.
    ///
    /// - Returns: what it wrote, also if it failed; else its errors.
    static func run(
        _ command: String, input: BodyBytes, limit: Int = FilteredBody.limit, isStopped: () -> Bool
    ) -> Result<FilteredBody, BodyFilter.Failure> {
        guard var child = starting.withLock({ _ in start(command) }) else {
            return .failure(.sentence("The shell could not be started: \(SystemError.clause(errno))."))
        }
        let talk = child.talk(input, limit: limit, isStopped: isStopped)
        if talk.isCut || talk.wasStopped { kill(-child.id, SIGKILL) }
        let status = child.waitForEnd()
        if talk.wasStopped { return .failure(.stopped) }
        var body = FilteredBody(bytes: talk.output, contentType: "", isCut: talk.isCut)
        // For many a command its status is a part of the answer: grep, diff, linters.
        if !talk.isCut, status != 0 {
            let said = String(decoding: talk.errors, as: UTF8.self).split(whereSeparator: \.isNewline).first
            let how =
                status & 0x7F == 0 ? "ended with status \(status >> 8 & 0xFF)" : "was ended by signal \(status & 0x7F)"
            let sentence = "The command \(how)" + (said.map { ": \($0)" } ?? ".")
            if body.bytes.isEmpty { body.bytes = talk.errors }
            guard !body.bytes.isEmpty else { return .failure(.sentence(sentence)) }
            body.remark = sentence
        }
        return .success(body)
    }

    private struct Talk {
        var output: [UInt8] = []
        var errors: [UInt8] = []
        var isCut = false
        var wasStopped = false
    }

    private struct Child {
        var id: pid_t
        var input: Int32
        var output: Int32
        var errors: Int32
        /// As `waitpid` gives it; nil while the command runs.
        var status: Int32?

        /// Whether the command has ended. Never waits.
        private mutating func hasEnded() -> Bool {
            var ended: Int32 = 0
            if status == nil, waitpid(id, &ended, WNOHANG) != 0 { status = ended }
            return status != nil
        }

        mutating func waitForEnd() -> Int32 {
            if let status { return status }
            var ended: Int32 = 0
            while waitpid(id, &ended, 0) < 0, errno == EINTR {}
            status = ended
            return ended
        }

        /// Feeds the command and listens to it at the same time, so that neither waits for the other for ever. One that
        /// writes elsewhere only (`cat > file 2>&1`) closes both outputs at once, and still reads.
        mutating func talk(_ body: BodyBytes, limit: Int, isStopped: () -> Bool) -> Talk {
            var talk = Talk()
            // In pieces: the body may be in a file.
            var (rest, given) = (body.bytes(in: 0..<FilterCommand.piece)[...], FilterCommand.piece)
            var open = [input, output, errors]
            defer { for descriptor in open where descriptor >= 0 { close(descriptor) } }
            func end(_ index: Int) {
                close(open[index])
                open[index] = -1
            }
            if rest.isEmpty { end(0) }
            while open[1] >= 0 || open[2] >= 0 || !hasEnded() {
                let isHeard = open[1] >= 0 || open[2] >= 0
                var waiting = zip(open, [POLLOUT, POLLIN, POLLIN]).map {
                    pollfd(fd: $0, events: Int16($1), revents: 0)
                }
                let ready = poll(&waiting, 3, isHeard ? glance : quietGlance)
                if isStopped() {
                    talk.wasStopped = true
                    return talk
                }
                guard ready > 0 else { continue }
                if open[0] >= 0, waiting[0].revents != 0 {
                    let count = rest.withUnsafeBytes { write(open[0], $0.baseAddress, $0.count) }
                    if count > 0 { rest = rest.dropFirst(count) }
                    if rest.isEmpty {
                        rest =
                            body.bytes(in: min(given, body.count)..<min(given + FilterCommand.piece, body.count))[...]
                        given += FilterCommand.piece
                    }
                    // One that closes its input has read what it wants.
                    if rest.isEmpty || (count < 0 && errno != EAGAIN && errno != EINTR) { end(0) }
                }
                if open[1] >= 0, waiting[1].revents != 0 {
                    guard FilterCommand.read(open[1], into: &talk.output) else {
                        end(1)
                        continue
                    }
                    if talk.output.count > limit {
                        talk.output.removeSubrange(limit...)
                        talk.isCut = true
                        return talk
                    }
                }
                if open[2] >= 0, waiting[2].revents != 0 {
                    if !FilterCommand.read(open[2], into: &talk.errors) { end(2) }
                    if talk.errors.count > errorLimit { talk.errors.removeSubrange(errorLimit...) }
                }
            }
            return talk
        }
    }

    /// False at the end.
    private static func read(_ descriptor: Int32, into bytes: inout [UInt8]) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(descriptor, &chunk, chunk.count)
        if count > 0 { bytes += chunk[..<count] }
        return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN))
    }

    private static func start(_ command: String) -> Child? {
        var pipes: [[Int32]] = []
        for _ in 0..<3 {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else {
                for end in pipes.joined() { close(end) }
                return nil
            }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            pipes.append(ends)
        }
        let (input, output, errors) = (pipes[0], pipes[1], pipes[2])
        let id = ChildProcess.start(["/bin/sh", "-c", command], streams: [input[0], output[1], errors[1]])
        let code = errno
        for end in [input[0], output[1], errors[1]] { close(end) }
        guard let id else {
            for end in [input[1], output[0], errors[0]] { close(end) }
            errno = code
            return nil
        }
        _ = fcntl(input[1], F_SETFL, fcntl(input[1], F_GETFL) | O_NONBLOCK)
        return Child(id: id, input: input[1], output: output[0], errors: errors[0])
    }
}
